"""One supervisor a data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar


class AlreadyRunning(Exception):
    """Another supervisor runs on the same data; the text names it."""

    code: ClassVar[str] = "already_running"


class CannotUseData(Exception):
    """The data directory cannot be made or written."""

    code: ClassVar[str] = "data_dir_unusable"


@contextmanager
def only_instance(data_dir: Path) -> Iterator[int]:
    """Hold ``serve.lock`` in the data directory; gives its descriptor. The kernel lets go of it however the process ends.

    Raises ``AlreadyRunning``, ``CannotUseData``.
    """
    path = data_dir / "serve.lock"
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CannotUseData(f"The data directory {data_dir} cannot be used: {error.strerror}.") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(lock, 20, 0).decode(errors="replace").strip()
            raise AlreadyRunning(
                f"Dragonpost already runs on the data directory {data_dir} (process {holder}). "
                "Stop that one first, or choose another directory with --data."
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield lock
    finally:
        os.close(lock)
