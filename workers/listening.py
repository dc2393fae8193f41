"""The socket on which the API listens. Opened first, so that a taken port is known before anything is started."""

import errno
import socket
from typing import ClassVar, Final

BACKLOG: Final = 2048
"""So many connections wait while the API restarts, instead of being refused."""

WILDCARDS: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  shown, not bound
"""Addresses that mean all of the machine's, and one of these by which it can be reached from itself."""


class CannotListen(Exception):
    """The address cannot be listened on; the text says why and what to choose instead."""

    code: ClassVar[str] = "cannot_listen"


class WrongHost(CannotListen):
    """A setting names a host that this machine is not; the text names the setting."""

    exit_code: ClassVar[int] = 2


def check_host(host: str, setting: str) -> None:
    """Raise ``WrongHost`` unless ``host`` is one of this machine's own addresses, or a name of one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "No host can be called so"
        raise WrongHost(
            f"{setting} is {host!r}, on which this machine cannot listen: {reason}. It must be an address of this "
            "machine, such as 127.0.0.1; 0.0.0.0 is every network of it."
        ) from error


def listen(host: str, port: int) -> socket.socket:
    """Give a socket that listens. Raises ``CannotListen``, ``WrongHost``."""
    check_host(host, "The host (DRAGONPOST_HOST, --host)")
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_why_not(host, port, error)) from error
    return listener


def url_of(host: str, port: int) -> str:
    """Give the address for a browser on this machine."""
    shown = WILDCARDS.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def _why_not(host: str, port: int, error: OSError) -> str:
    another = "Choose another: make play PORT=8001, or dragonpost serve --port 8001."
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} on {host} is taken by another program. {another}"
        case errno.EACCES:
            return f"Port {port} may not be used by this user. {another}"
        case _:
            return f"Port {port} on {host} cannot be used: {error.strerror}."
