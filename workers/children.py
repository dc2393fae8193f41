"""Processes that belong to the supervisor: forked from it, told apart from its terminal, and gone when it is gone.

Forked, not started afresh, because what all of them need is then imported once. The supervisor has no threads and opens
no connection, so nothing is torn by forking.
"""

import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final, NoReturn

PR_SET_PDEATHSIG: Final = 1
PR_SET_NAME: Final = 15

READY: Final = b"ready"
PARENT_CHECK_SECONDS: Final = 0.5

log = logging.getLogger(__name__)


class Child:
    """A running process. ``reports`` is the descriptor on which it says that it is ready, or what is wrong."""

    def __init__(self, pid: int, reports: int) -> None:
        self.pid = pid
        self.reports = reports
        self.began_at = time.monotonic()
        self.is_ready = False
        self.fault = ""
        self.exit_code: int | None = None

    def hear(self) -> bool:
        """Read a report; False when there will be no more."""
        report = os.read(self.reports, 65536)
        if report.startswith(READY):
            self.is_ready = True
        else:
            self.fault += report.decode(errors="replace")
        return bool(report)

    def has_ended(self) -> bool:
        """Whether the process has ended; its exit code is then known (negative: ended by that signal)."""
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._close(status)
        return self.exit_code is not None

    def tell(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.exit_code is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once, and return when it is gone."""
        self.tell(signal.SIGKILL)
        if self.exit_code is None:
            self._close(os.waitpid(self.pid, 0)[1])

    def _close(self, status: int) -> None:
        self.exit_code = os.waitstatus_to_exitcode(status)
        while self.hear():
            pass
        os.close(self.reports)


class Reports:
    """How a process tells the supervisor that it is ready (call it), or what is wrong. It is one end of a pipe."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __call__(self) -> None:
        self._write(READY)

    def fault(self, text: str) -> None:
        """Say what keeps the process from running."""
        self._write(text.encode())

    def _write(self, text: bytes) -> None:
        with suppress(OSError):  # a supervisor that is gone hears nothing
            os.write(self.descriptor, text[:65536])


def start_child(name: str, run: Callable[[Reports], None], *, close: Collection[int]) -> Child:
    """Fork a process that calls ``run``, and ends with it.

    ``close``: descriptors of the parent that the child must not hold.
    """
    parent = os.getpid()
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _be_child(name, run, parent, writing, [reading, *close])
    os.close(writing)
    return Child(pid, reading)


def run_to_the_end(run: Callable[[Reports], None], reports: Reports) -> NoReturn:
    """Run, and end this process. What is raised on purpose (it has a ``code``) is reported, anything else logged."""
    exit_code = 1
    try:
        run(reports)
        exit_code = 0
    except KeyboardInterrupt:
        exit_code = 0
    except BaseException as error:
        if isinstance(getattr(error, "code", None), str):
            reports.fault(str(error))
        else:
            log.exception("process_failed")
    finally:
        with suppress(BaseException):
            sys.stderr.flush()
        os._exit(exit_code)


def _be_child(name: str, run: Callable[[Reports], None], parent: int, reports: int, close: Collection[int]) -> NoReturn:
    """Never returns into the parent's code, whatever happens."""

    def run_detached(reports: Reports) -> None:
        _detach(name, parent, close)
        run(reports)

    run_to_the_end(run_detached, Reports(reports))


def _detach(name: str, parent: int, close: Collection[int]) -> None:
    """Leave the parent's terminal, signals and descriptors; die with it."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()  # Ctrl-C in the terminal reaches the supervisor only
    die_with_parent(name, parent)
    for descriptor in close:
        os.close(descriptor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def die_with_parent(name: str, parent: int) -> None:
    """Take a name of its own. Ask the kernel for SIGKILL at the parent's death, where it offers that; elsewhere look for the parent now and then.

    Killing loses nothing: what was acknowledged is stored, and what was begun is done again.
    """
    if sys.platform == "linux":
        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_NAME, f"dp-{name}".encode()[:15])
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it died before we could ask
        os._exit(1)


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(1)
