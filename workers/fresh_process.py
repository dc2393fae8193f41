"""A process of ``serve`` that runs the code which is installed now, not that which the supervisor began with.

A forked child becomes it by ``become``; what it needs goes along in its environment and its descriptors.
"""

import os
import socket
import sys
from functools import partial
from typing import NoReturn

from services.logs import set_up_logging
from services.settings import PREFIX, Settings, read_settings, variables_of
from workers.children import Reports, die_with_parent, run_to_the_end
from workers.roles import Start, run_role

NO_LISTENER = -1


def become(name: str, role: str, settings: Settings, listener: socket.socket | None, reports: Reports) -> NoReturn:
    """Put a fresh interpreter in the place of this process, with the listening socket and the pipe to the supervisor."""
    passed = [reports.descriptor, *([] if listener is None else [listener.fileno()])]
    for descriptor in passed:
        os.set_inheritable(descriptor, True)
    listening = NO_LISTENER if listener is None else listener.fileno()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    arguments = (name, role, os.getppid(), reports.descriptor, listening)
    os.execve(  # noqa: S606
        sys.executable,
        [sys.executable, "-m", "workers.fresh_process", *map(str, arguments)],
        inherited | variables_of(settings),
    )


def main(name: str, role: str, parent: int, reports: Reports, listening: int) -> NoReturn:
    """Be the process, to its end."""
    for descriptor in (reports.descriptor, *([] if listening == NO_LISTENER else [listening])):
        os.set_inheritable(descriptor, False)
    die_with_parent(name, parent)
    run_to_the_end(partial(_run, name, role, listening), reports)


def _run(name: str, role: str, listening: int, reports: Reports) -> None:
    settings = read_settings(os.environ)
    set_up_logging(name, level=settings.log_level, style=settings.log_format)
    listener = None if listening == NO_LISTENER else socket.socket(fileno=listening)
    run_role(role, Start(settings=settings, listener=listener, is_ready=reports))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Reports(int(sys.argv[4])), int(sys.argv[5]))
