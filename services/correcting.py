"""What whoever runs the server does at tables: commands like any other, by the actor ``admin:<name>``."""

import hashlib
import re
from typing import ClassVar, Final

import msgspec

from domain.game.commands import AbandonGame, AnyCorrection, ReplacePlayer
from domain.ids import GameId, Seat, admin_actor
from services.commanding import Commanding, Executed
from services.errors import ServiceError
from services.texts import clean_reason

ADMIN_NAME: Final = re.compile("[a-z0-9_-]{1,32}")
DEFAULT_ADMIN: Final = "operator"


class InvalidAdminName(ServiceError):
    """What is to stand in the logs for whoever runs the server cannot."""

    code: ClassVar[str] = "invalid_admin_name"


class Correcting:
    """Corrects tables. Every method raises what ``Commanding.execute`` does, and ``InvalidText`` for the reason.

    Without a key of its own, a correction is known by what it is: the same one again is the same one, done once.
    """

    def __init__(self, commanding: Commanding, admin_name: str = DEFAULT_ADMIN) -> None:
        """``admin_name`` stands in the logs for ever, and is shown to all at the end. Raises ``InvalidAdminName``."""
        if ADMIN_NAME.fullmatch(admin_name) is None:
            raise InvalidAdminName("A name for the log has 1 to 32 of the characters a-z, 0-9, _ and -.")
        self._commanding = commanding
        self._actor = admin_actor(admin_name)

    async def abandon(self, game_id: GameId, reason: str, *, key: str = "") -> Executed:
        """Close a table."""
        return await self._execute(game_id, AbandonGame(reason=clean_reason(reason)), key)

    async def replace(self, game_id: GameId, seat: Seat, level: str, reason: str, *, key: str = "") -> Executed:
        """Let a bot play on for a person."""
        return await self._execute(game_id, ReplacePlayer(seat=seat, level=level, reason=clean_reason(reason)), key)

    async def _execute(self, game_id: GameId, command: AnyCorrection, key: str) -> Executed:
        key = key or f"as asked {hashlib.sha256(msgspec.json.encode(command)).hexdigest()[:32]}"
        return await self._commanding.execute(game_id, command, actor=self._actor, key=key)
