"""People, outside the log: names, tokens, and who is behind a pseudonym. All of it can be erased without touching a game."""

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

from domain.ids import Pseudonym

PlayerId: TypeAlias = str
"""26 characters of ``[a-z2-7]`` (128 random bits)."""

PLAYER_ID: Final = re.compile("[a-z2-7]{26}")
"""The form of a player id."""

TokenHash: TypeAlias = str
"""SHA-256 of a token, 64 hex digits: so many random bits need no salt and no slow hash."""

ENTRY_CODE_SECONDS: Final = 600
"""So long a code lets another device in."""


class Player(Struct, frozen=True, kw_only=True):
    """A person. ``created_ms`` is UTC."""

    id: PlayerId
    name: str
    created_ms: int


def hash_of_token(token: str) -> TokenHash:
    """Give by what a token or code is known."""
    return hashlib.sha256(token.encode()).hexdigest()


class Players(Protocol):
    """The registry of people. Every method may raise ``StoreUnavailable``."""

    async def create(self, name: str) -> Player:
        """Make a guest. The name is checked before (``services.names``)."""

    async def find(self, player_id: PlayerId) -> Player | None:
        """Give the person, or None if there is none of that id."""

    async def rename(self, player_id: PlayerId, name: str) -> Player:
        """Change a name."""

    async def make_token(self, player_id: PlayerId, *, for_seconds: int | None = None) -> str:
        """Make a token of 256 random bits, good until it is revoked or for so long. Only its SHA-256 is stored."""

    async def extend_token(self, token: str, *, for_seconds: int, if_older_seconds: int) -> bool:
        """Let a token that ends be good for so long from now, if it was made or extended longer ago. Gives whether it was."""

    async def player_of_token(self, token: str) -> Player | None:
        """Give whom a token speaks for."""

    async def revoke_token(self, token: str) -> None:
        """End a token."""

    async def ended_tokens(self, token_hashes: Collection[TokenHash]) -> set[TokenHash]:
        """Give those tokens that speak for nobody any more, as the store has it now: revoked, at an end, or of somebody erased."""

    async def make_entry_code(self, player_id: PlayerId) -> str:
        """Make a code of 144 random bits that lets another device in as this player, once and for ``ENTRY_CODE_SECONDS``.

        Only its SHA-256 is stored.
        """

    async def player_of_entry_code(self, code: str) -> Player | None:
        """Give whom a code would let in. It stays good."""

    async def use_entry_code(self, code: str) -> Player | None:
        """Give whom a code lets in, and end it; None if it is used, too old or none. Of two at once, one gets in.

        May raise ``OutcomeUnknown``: the code is then used, or not.
        """

    async def link(self, pseudonym: Pseudonym, player_id: PlayerId) -> None:
        """Remember who is behind a pseudonym. Called before the pseudonym is first used; repeating it changes nothing."""

    async def name_stranger(self, pseudonym: Pseudonym, name: str) -> None:
        """Give a pseudonym from another install a name, with no player behind it. One that stands for a player keeps it."""

    async def player_behind(self, pseudonym: Pseudonym) -> PlayerId | None:
        """Give who is behind a pseudonym, or None if that person was erased."""

    async def names_behind(self, pseudonyms: Collection[Pseudonym]) -> Mapping[Pseudonym, str]:
        """Give the names of those people that are known."""
