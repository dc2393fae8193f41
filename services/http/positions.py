"""The id of an event in a stream: the position in every table of its reader, in few characters.

``2`` and base64url of: 3 bytes that stand for the reader, then per table in the order of ids 16 bytes of the game id and
the position as a varint. It tells its reader nothing new, so it is not signed; what comes back from outside may hold
anything. The tag only keeps an honest browser in which somebody else has signed in from going on with the positions of
the one before, which mean other things to this one.
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from typing import Final

from domain.ids import GameId
from services.players import PlayerId

FORMAT: Final = "2"
LONGEST_ID: Final = 32_768
"""Characters, which is over a thousand tables; a longer one is not taken back."""

TAG_BYTES: Final = 3
GAME_ID_BYTES: Final = 16
MOST_POSITION: Final = 2**40


def write_positions(reader: PlayerId | None, positions: Mapping[GameId, int]) -> str:
    """Give the id for these positions. ``reader``: None for who has not signed in."""
    data = bytearray(_tag_of(reader))
    for game_id in sorted(positions):
        data += base64.b32decode(game_id.upper() + "======")
        rest = positions[game_id]
        while rest > 0x7F:
            data.append(rest & 0x7F | 0x80)
            rest >>= 7
        data.append(rest)
    return FORMAT + base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_positions(reader: PlayerId | None, text: str) -> dict[GameId, int] | None:
    """Give the positions in an id, or None if none of ours for this reader has that form."""
    if not text.startswith(FORMAT) or len(text) > LONGEST_ID or not text.isascii():
        return None
    padded = text[1:] + "=" * (-len(text[1:]) % 4)
    try:
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    positions: dict[GameId, int] = {}
    at = TAG_BYTES
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
    return positions if write_positions(reader, positions) == text else None


def _tag_of(reader: PlayerId | None) -> bytes:
    return hashlib.sha256(f"dragonpost stream {reader or ''}".encode()).digest()[:TAG_BYTES]
