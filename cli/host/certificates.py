"""The certificates of this machine, laid into a build context so that package clients inside trust what we trust."""

import hashlib
import re
from pathlib import Path

from cli.host import passthrough

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
# Debian's own collection: the image gets these from its package, so that updates reach it.
_PACKAGED = Path("/usr/share/ca-certificates")


def lay_out(folder: Path) -> None:
    """Write `folder`/ca.crt, the whole bundle, and `folder`/ca/, one file per certificate of the machine's own."""
    bundle = passthrough.ca_bundle(passthrough.environment())
    text = bundle.read_text(errors="replace") if bundle else ""
    own = folder / "ca"
    own.mkdir(parents=True)
    (folder / "ca.crt").write_text(text)
    for certificate in machines_own(text, debians_own()):
        name = hashlib.sha256(certificate.encode()).hexdigest()[:16]
        (own / f"assay-{name}.crt").write_text(certificate + "\n")


def machines_own(bundle: str, packaged: set[str]) -> list[str]:
    """The certificates of a PEM bundle that are not among `packaged`, each once, in order."""
    found = dict.fromkeys(_normal(certificate) for certificate in _PEM.findall(bundle))
    return [certificate for certificate in found if certificate not in packaged]


def debians_own() -> set[str]:
    """The certificates that Debian's package brings, as far as this machine has it."""
    return packaged_certificates(_PACKAGED)


def packaged_certificates(folder: Path) -> set[str]:
    """The certificates in the .crt files under `folder`; none when it does not exist."""
    texts = (path.read_text(errors="replace") for path in folder.rglob("*.crt"))
    return {_normal(certificate) for text in texts for certificate in _PEM.findall(text)}


def _normal(certificate: str) -> str:
    return "\n".join(line.strip() for line in certificate.splitlines())
