"""Prepared repository images on this host, as `./assay benchmark build` left them."""

import docker
import docker.errors
import requests

from adapters import images
from scoring.errors import HostLacks, SandboxFailed

MEND = "./assay benchmark build PACK"


def reference(engine: docker.DockerClient, key: str, base_key: str) -> str:
    """The reference of the image of the environment with this content key.

    Raises SandboxFailed when it is not here, is another one than its tag says, or stands on a room that this checkout does
    not have any more: what was proved in that one is not proved in this. The case cannot be run on this host, and the
    worker can run others: it is blamed and ends UNSCORED. Raises HostLacks when the engine is away.
    """
    tag = images.environment_tag(key)
    try:
        labels = engine.images.get(tag).labels
    except docker.errors.ImageNotFound as error:
        raise SandboxFailed(f"the environment {tag} is not on this host", mend=MEND) from error
    except (docker.errors.DockerException, requests.exceptions.RequestException, OSError) as error:
        raise HostLacks(f"the Docker engine does not answer: {error}", mend="./assay doctor") from error
    if labels.get(images.CONTENT_KEY_LABEL) != key:
        raise SandboxFailed(f"the image {tag} is not the environment {key}", mend=MEND)
    if labels.get(images.BASE_KEY_LABEL) != base_key:
        raise SandboxFailed(f"the environment {tag} was made for another version of its room", mend=MEND)
    return tag
