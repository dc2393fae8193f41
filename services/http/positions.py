"""The id of an event in a stream: the position in every table of its reader, in few characters.

``1`` and base64url of, per table in the order of ids: 16 bytes of the game id, then the position as a varint. It tells
its reader nothing new, so it is not signed; what comes back from outside may hold anything.
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Final

from domain.ids import GameId

FORMAT: Final = "1"
LONGEST_ID: Final = 32_768
"""Characters, which is over a thousand tables; a longer one is not taken back."""

GAME_ID_BYTES: Final = 16
MOST_POSITION: Final = 2**40


def write_positions(positions: Mapping[GameId, int]) -> str:
    """Give the id for these positions."""
    data = bytearray()
    for game_id in sorted(positions):
        data += base64.b32decode(game_id.upper() + "======")
        rest = positions[game_id]
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
    return FORMAT + base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_positions(text: str) -> dict[GameId, int] | None:
    """Give the positions in an id, or None if none of ours has that form."""
    if not text.startswith(FORMAT) or len(text) > LONGEST_ID or not text.isascii():
        return None
    padded = text[1:] + "=" * (-len(text[1:]) % 4)
    try:
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    positions: dict[GameId, int] = {}
    at = 0
    while at < len(data):
        game_id = base64.b32encode(data[at : at + GAME_ID_BYTES]).decode().rstrip("=").lower()
        at += GAME_ID_BYTES
        position, shift = 0, 0
        while True:
            if at >= len(data) or position > MOST_POSITION:
                return None
            position |= (data[at] & 0x7F) << shift
            shift += 7
            at += 1
            if data[at - 1] < 0x80:
                break
        positions[game_id] = position
    return positions if write_positions(positions) == text else None
