"""Blobs: uploads, reports and benchmark snapshots, in a folder or in any S3-compatible store."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import urlparse

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from scoring.errors import NotFound, OurFault


class Blobs(Protocol):
    """Keys are relative paths of our own making; a blob, once written, does not change."""

    def put_file(self, key: str, path: Path) -> None:
        """Stores the file's bytes; may move the file away."""

    def put(self, key: str, data: bytes) -> None: ...

    def get(self, key: str) -> bytes:
        """Raises NotFound."""

    def local(self, key: str) -> "contextmanager[Path]":
        """A file that holds the blob, while the block lasts. Raises NotFound."""

    def exists(self, key: str) -> bool: ...

    def delete(self, key: str) -> None:
        """Deletes it if it is there."""

    def check(self) -> None:
        """Raises OurFault when the store cannot be used."""


class FolderBlobs:
    """A folder; writes appear whole (written beside, then renamed)."""

    def __init__(self, root: Path):
        self.root = root

    def put_file(self, key: str, path: Path) -> None:
        target = self._path(key)
        with _on_disk(key):
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            shutil.move(path, part)
            os.replace(part, target)

    def put(self, key: str, data: bytes) -> None:
        target = self._path(key)
        with _on_disk(key):
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as part:
                part.write(data)
            os.replace(part.name, target)

    def get(self, key: str) -> bytes:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            raise NotFound(f"no blob {key}") from None

    @contextmanager
    def local(self, key: str) -> Iterator[Path]:
        path = self._path(key)
        if not path.exists():
            raise NotFound(f"no blob {key}")
        yield path

    def exists(self, key: str) -> bool:
        return self._path(key).exists()

    def delete(self, key: str) -> None:
        self._path(key).unlink(missing_ok=True)

    def check(self) -> None:
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OurFault(f"the blob folder {self.root} cannot be used: {error}") from error

    def _path(self, key: str) -> Path:
        return self.root / key


class S3Blobs:
    """A bucket of any S3-compatible store; made when it is missing."""

    def __init__(self, bucket: str, *, endpoint: str, access_key: str, secret_key: str, region: str):
        self.bucket = bucket
        self.client = boto3.client(
            "s3", endpoint_url=endpoint or None, region_name=region,
            aws_access_key_id=access_key or None, aws_secret_access_key=secret_key or None,
            config=Config(
                connect_timeout=5, read_timeout=60, retries={"max_attempts": 5, "mode": "standard"},
                s3={"addressing_style": "path"} if endpoint else None,
                # stores other than AWS do not all know the newer default checksums
                request_checksum_calculation="when_required", response_checksum_validation="when_required",
            ),
        )

    def put_file(self, key: str, path: Path) -> None:
        with _translated(key):
            self.client.upload_file(str(path), self.bucket, key)

    def put(self, key: str, data: bytes) -> None:
        with _translated(key):
            self.client.put_object(Bucket=self.bucket, Key=key, Body=data)

    def get(self, key: str) -> bytes:
        with _translated(key):
            return self.client.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    @contextmanager
    def local(self, key: str) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="assay-blob-") as folder:
            path = Path(folder) / "blob"
            with _translated(key):
                self.client.download_file(self.bucket, key, str(path))
            yield path

    def exists(self, key: str) -> bool:
        try:
            with _translated(key):
                self.client.head_object(Bucket=self.bucket, Key=key)
        except NotFound:
            return False
        return True

    def delete(self, key: str) -> None:
        with _translated(key):
            self.client.delete_object(Bucket=self.bucket, Key=key)

    def check(self) -> None:
        try:
            with _translated(self.bucket):
                self.client.head_bucket(Bucket=self.bucket)
        except NotFound:
            with _translated(self.bucket):
                self.client.create_bucket(Bucket=self.bucket)


@contextmanager
def _on_disk(key: str) -> Iterator[None]:
    """A full or broken disk is our fault."""
    try:
        yield
    except OSError as error:
        raise OurFault(f"the blob {key} cannot be written: {error}") from error


@contextmanager
def _translated(key: str) -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        if error.response["Error"]["Code"] in ("404", "NoSuchKey", "NoSuchBucket", "NotFound"):
            raise NotFound(f"no blob {key}") from error
        raise OurFault(f"the blob store refused {key}: {error}") from error
    except BotoCoreError as error:
        raise OurFault(f"the blob store is away: {error}") from error


def make_blobs(settings) -> Blobs:
    """From `settings.blobs`: a folder's path, or s3://BUCKET."""
    address = settings.resolved_blobs()
    if not address.startswith("s3://"):
        return FolderBlobs(Path(address))
    return S3Blobs(
        urlparse(address).netloc, endpoint=settings.s3_endpoint, access_key=settings.s3_access_key,
        secret_key=settings.s3_secret_key, region=settings.s3_region,
    )
