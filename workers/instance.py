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
    path = _lock_path(data_dir)
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CannotUseData(
            f"The data directory {data_dir} cannot be used: {error.strerror}. Name another with --data or DRAGONPOST_DATA."
        ) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(
                f"Dragonpost already runs on the data directory {data_dir} (process {_holder(lock)}). "
                "Stop that one first, or choose another directory with --data."
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield lock
    finally:
        os.close(lock)


def running_instance(data_dir: Path) -> int | None:
    """Give the process id of the supervisor that runs on a data directory, or None."""
    try:
        lock = os.open(_lock_path(data_dir), os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(_holder(lock))
    else:
        return None
    finally:
        os.close(lock)


def _lock_path(data_dir: Path) -> Path:
    return data_dir / "serve.lock"


def _holder(lock: int) -> str:
    return os.pread(lock, 20, 0).decode(errors="replace").strip()
