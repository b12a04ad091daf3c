"""The settings of other programs that must reach an image build: package indexes, proxies, certificates.

They say where bytes come from, not which bytes are wanted, so they are no part of an image's key. This is the one
place outside `adapters/settings` that reads the environment: the names belong to pip, Go and Docker, not to Assay.
"""

import os
from collections.abc import Mapping
from pathlib import Path

# Passed as build arguments to the Dockerfiles that declare them.
BUILD_ARGUMENTS = (
    "ASSAY_DEBIAN_MIRROR",
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_TRUSTED_HOST",
    "GOPROXY",
    "GONOSUMDB",
    "GOSUMDB",
)
# Predefined in every Dockerfile, without an ARG line.
PROXY_ARGUMENTS = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")

_CA_SETTINGS = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_CA_DEFAULTS = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")


def environment() -> Mapping[str, str]:
    """The environment of this process."""
    return os.environ  # noqa: TID251 - pip, Go and Docker read theirs there, and we pass it on


def build_arguments(environ: Mapping[str, str], declared: set[str]) -> dict[str, str]:
    """The build arguments for a Dockerfile that declares the ARGs `declared`."""
    wanted = [name for name in BUILD_ARGUMENTS if name in declared] + list(PROXY_ARGUMENTS)
    return {name: environ[name] for name in wanted if environ.get(name)}


def ca_bundle(environ: Mapping[str, str]) -> Path | None:
    """The certificates that this machine trusts: the first of the known settings and places that is a file."""
    named = [environ[name] for name in _CA_SETTINGS if environ.get(name)]
    places = (Path(name) for name in [*named, *_CA_DEFAULTS])
    return next((place for place in places if place.is_file()), None)


def cache_dir(environ: Mapping[str, str]) -> Path:
    """Where Assay keeps what can be made again; the launcher's rule, word for word."""
    if environ.get("ASSAY_CACHE"):
        return Path(environ["ASSAY_CACHE"])
    base = environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "assay"
