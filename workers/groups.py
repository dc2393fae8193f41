"""The consumer groups that read the feeds. Their names are stored, so they are contracts."""

import secrets
import socket
from typing import Final

PROJECTOR: Final = "projector"
TURN_CALLER: Final = "turn-caller"

GROUPS: Final = (PROJECTOR, TURN_CALLER)
"""All of them: no pointer is trimmed before each has had it."""


def consumer_name(role: str) -> str:
    """Give a name that no other process uses."""
    return f"{role}-{socket.gethostname()}-{secrets.token_hex(4)}"
