"""Lets games take less of the store: behind the answers, so that nobody waits for it."""

import logging
from typing import Final

from domain.ids import GameId
from services.ports import StoreError
from services.wiring import Parts

log = logging.getLogger(__name__)

PACK_AT: Final = 16
"""So many lines of a game that goes on are packed at once: each time, what was packed before is packed anew with them."""


async def pack(parts: Parts, game_id: GameId) -> None:
    """Pack the older lines of a game where there are enough of them, or it is over. What fails is left to the next time."""
    try:
        game, _ = await parts.loader.load_cached(game_id)
        if game is not None:
            await parts.store.pack(game_id, at_least=1 if game.is_over else PACK_AT)
    except StoreError as error:
        log.warning("lines_not_packed", extra={"game_id": game_id, "code": error.code})
