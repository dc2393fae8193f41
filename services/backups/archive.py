"""The file of a backup: a gzipped tar with a manifest in front and checksums at the end (``format.md``)."""

import hashlib
import io
import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final

import msgspec
from msgspec import Struct

from services.install import KEY_BYTES

FORMAT: Final = 1
COMPRESSION: Final = 3
"""Of 9: what is left to gain is little, and takes several times as long."""

MANIFEST: Final = "manifest.json"
INSTALL_KEY: Final = "install.key"
SUMS: Final = "SHA256SUMS"


class BackupError(Exception):
    """A backup cannot be written or used; the text says why."""

    code: ClassVar[str] = "backup_error"


class NotABackup(BackupError):
    """The file is no whole backup; nothing of it was used."""

    code = "not_a_backup"


class Manifest(Struct, frozen=True, kw_only=True):
    """What a backup is of. ``created_ms`` is UTC. Fields that a newer build added are read past."""

    format: int
    dragonpost: str
    created_ms: int
    partitions: int


class BackupWriter:
    """Writes one member after the other."""

    def __init__(self, archive: tarfile.TarFile) -> None:
        self._archive = archive
        self._sums: list[str] = []

    def add(self, name: str, data: bytes) -> None:
        """Write a member."""
        self._write(name, data)
        self._sums.append(f"{hashlib.sha256(data).hexdigest()}  {name}\n")

    def close(self) -> None:
        """Write the checksums, after which nothing comes."""
        self._write(SUMS, "".join(self._sums).encode())

    def _write(self, name: str, data: bytes) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(data), 0o600
        self._archive.addfile(member, io.BytesIO(data))


@contextmanager
def writing_backup(path: Path) -> Iterator[BackupWriter]:
    """Write a backup beside ``path``, and put it there once it is whole and on the disk. Raises ``BackupError``."""
    if path.exists():
        raise BackupError(f"{path} is there already. Name another file, or remove that one first.")
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=COMPRESSION, format=tarfile.USTAR_FORMAT) as tar:
                writer = BackupWriter(tar)
                yield writer
                writer.close()
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)  # unlike renaming, it never takes the place of another
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        Path(name).unlink()


def check_backup(path: Path) -> Manifest:
    """Read a backup through and give its manifest. Raises ``NotABackup`` if it is not whole, or of a newer format."""
    manifest: Manifest | None = None
    for name, data in members_of(path):
        if name == MANIFEST:
            manifest = msgspec.json.decode(data, type=Manifest)
        elif name == INSTALL_KEY and len(data) != KEY_BYTES:
            raise NotABackup(f"{path} holds an install key of {len(data)} bytes instead of {KEY_BYTES}.")
        if manifest is None or manifest.format > FORMAT:
            raise NotABackup(_of_another_format(path, manifest))
    if manifest is None:
        raise NotABackup(f"{path} is empty.")
    return manifest


def members_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """Go through the members but for the checksums, which are compared. Raises ``NotABackup``, at the latest at the end."""
    sums: list[str] = []
    try:
        with tarfile.open(path, mode="r|gz") as tar:
            for member in tar:
                file = tar.extractfile(member)
                data = b"" if file is None else file.read()
                if member.name == SUMS:
                    if data.decode() != "".join(sums):
                        raise NotABackup(f"{path} was changed: its checksums do not match.")
                    return
                sums.append(f"{hashlib.sha256(data).hexdigest()}  {member.name}\n")
                yield member.name, data
    except (tarfile.TarError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise NotABackup(f"{path} is no whole backup: {error}.") from error
    except OSError as error:
        raise NotABackup(f"{path} cannot be read: {error.strerror or error}.") from error
    raise NotABackup(f"{path} is not whole: it was cut off.")


def _of_another_format(path: Path, manifest: Manifest | None) -> str:
    if manifest is None:
        return f"{path} is no backup of Dragonpost: it does not begin with {MANIFEST}."
    return (
        f"{path} has format {manifest.format}, this build reads up to {FORMAT}. "
        f"Restore it with Dragonpost {manifest.dragonpost} or newer."
    )
