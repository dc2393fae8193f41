"""The install key and all that is derived from it: ids, pseudonyms, secrets. Deriving makes creating idempotent."""

import base64
import hmac
import os
import secrets
import tempfile
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from domain.binding import game_secret
from domain.ids import GameId, Pseudonym

KEY_BYTES = 32

KEPT_DERIVED = 4096
"""So many pseudonyms and secrets are remembered: each move asks several times for those of its game.

No more than that, for they would grow with the games played; to derive one takes microseconds.
"""
LEAST_ORDER_DELAY_MS = 20_000
MOST_ORDER_DELAY_MS = 90_000


class InstallKey:
    """32 secret bytes, made once per install. Never in the store, a log or an error text; part of the backup."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._pseudonym = lru_cache(KEPT_DERIVED)(partial(self._name, "pseudonym"))
        self._secret = lru_cache(KEPT_DERIVED)(partial(game_secret, key))

    def game_id(self, player_id: str, key: str) -> GameId:
        """Give the id of the table that this player's create command with this key makes."""
        return self._name("game", player_id, key)

    def command_key(self, player_id: str, key: str) -> str:
        """Give how a key that a player's client chose stands in logs: nothing of its text outlives the person's id."""
        return self._name("command key", player_id, key)

    def rematch_id(self, game_id: GameId) -> GameId:
        """Give the id of the table where a finished game is played again."""
        return self._name("rematch", game_id)

    def pseudonym(self, player_id: str, game_id: GameId) -> Pseudonym:
        """Give how a person stands in one game's log."""
        return self._pseudonym(player_id, game_id)

    def invite_code(self, game_id: GameId) -> str:
        """Give the code in an invite link: who has it may see and join an unlisted table."""
        return self._name("invite", game_id)

    def nonce(self, player_id: str, game_id: GameId) -> str:
        """Give the nonce of a player who brought none."""
        return self._name("nonce", player_id, game_id)

    def secret(self, game_id: GameId) -> bytes:
        """Give S (32 bytes) of a game."""
        return self._secret(game_id)

    def signing_key(self, purpose: str) -> bytes:
        """Give 32 bytes for signing, apart from every other use of the key."""
        return self._digest("signing", purpose)

    @property
    def fingerprint(self) -> str:
        """By what a store knows that this is its key: 64 hex digits, from which nothing else follows."""
        return self._digest("fingerprint").hex()

    def bot_seed(self, game_id: GameId, decision: str) -> bytes:
        """Give 32 bytes for a bot's own randomness, which is apart from the game's chance."""
        return self._digest("bot", game_id, decision)

    def practice_seed(self, game_id: GameId) -> bytes:
        """Give 32 bytes for what is sampled at the start of a practice table, apart from every game's chance."""
        return self._digest("practice", game_id)

    def order_delay_ms(self, game_id: GameId, decision: str) -> int:
        """Give how long a standing order takes to answer a question once both are there: 20 to 90 s, always the same.

        Drawn from the key and the names alone, so it tells nothing of the game, and moves no draw of it (DP-21a).
        """
        number = int.from_bytes(self._digest("order", game_id, decision)[:8], "big")
        return LEAST_ORDER_DELAY_MS + number % (MOST_ORDER_DELAY_MS - LEAST_ORDER_DELAY_MS + 1)

    def _name(self, *parts: str) -> str:
        """Give 26 characters of ``[a-z2-7]`` (128 bits)."""
        return base64.b32encode(self._digest(*parts)[:16]).decode().rstrip("=").lower()

    def _digest(self, *parts: str) -> bytes:
        """HMAC over the parts, each preceded by its length, so that no two lists of parts read the same."""
        encoded = [part.encode() for part in parts]
        message = b"".join(len(part).to_bytes(4, "big") + part for part in encoded)
        return hmac.digest(self._key, message, "sha256")


def load_or_make_install_key(path: Path) -> InstallKey:
    """Read the key file (mode 0600), or make it at the first start. Raises ``ValueError`` if it is not 32 bytes."""
    if not path.exists():
        keep_install_key(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path} holds {len(key)} bytes instead of {KEY_BYTES}: restore it from the backup.")
    return InstallKey(key)


def keep_install_key(path: Path, key: bytes) -> None:
    """Write the key aside and link it into place whole: of processes that start at once, the first one's stays."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """See to it that the new name outlives a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
