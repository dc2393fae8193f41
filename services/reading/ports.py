"""What lists and their upkeep need from a store, as protocols; and what readers of lists get."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from domain.ids import GameId
from projections.history import HistoryRow
from projections.inbox import InboxRow
from projections.lobby import LOBBY_LISTS, LobbyRow
from services.errors import ServiceError
from services.players import PlayerId
from services.reading.documents import Document, Stored, Update

RowT = TypeVar("RowT")

Cursor: TypeAlias = str
"""Where a page ended: time and game id of its last row. Opaque; comes back from outside."""

Overlay: TypeAlias = Collection[GameId]
"""Games of which the reader has seen more than a list may know yet: their rows are folded from the stream if so."""


class InvalidCursor(ServiceError):
    """The page cursor is none that was given out."""

    code = "invalid_cursor"


class Page(Struct, Generic[RowT], frozen=True, kw_only=True):
    """Rows, the latest first, and where the next page goes on; None: there is none."""

    rows: tuple[RowT, ...]
    next_cursor: Cursor | None


class GameResults(Struct, frozen=True, kw_only=True):
    """How often one person won, shared the first place and lost at one kind of game. ``games`` is the sum of the three."""

    game: str
    wins: int
    draws: int
    losses: int
    games: int


class Lists(Protocol):
    """The lists as people read them. They may lag behind the games by a moment; the games in ``overlay`` do not.

    Every method may raise StoreUnavailable and StoreRefused; those with a cursor, InvalidCursor.
    """

    async def lobby(
        self,
        cursor: Cursor | None = None,
        count: int = 20,
        *,
        lists: Sequence[str] = LOBBY_LISTS,
        overlay: Overlay = (),
    ) -> Page[LobbyRow]:
        """Give a page of the tables that wait for players (``open``), are played (``playing``), or both."""

    async def inbox(self, player_id: PlayerId, *, overlay: Overlay = ()) -> tuple[InboxRow, ...]:
        """Give all open and running games of a person, and its invitations.

        Those that wait for it come first, the longest wait first of all; then the invitations.
        """

    async def history(
        self, player_id: PlayerId, cursor: Cursor | None = None, count: int = 20, *, overlay: Overlay = ()
    ) -> Page[HistoryRow]:
        """Give a page of a person's games that ended."""

    async def results(self, player_id: PlayerId) -> tuple[GameResults, ...]:
        """Give a person's results, in the order of the games' names."""

    async def dropped(self, player_id: PlayerId) -> int:
        """Give how many full tables that were to start strictly a person has given up."""


class Superseded(Exception):
    """Another rebuild of the same projection has begun, or ended, meanwhile: this one has nothing more to write to."""

    code: ClassVar[str] = "rebuild_superseded"


class Place(NamedTuple):
    """One entry of a list: its sort key, ``<time, 13 digits>:<game id>``, which is also the page cursor."""

    sort_key: str
    game_id: GameId
    list_name: str


class ReadStore(Protocol):
    """Documents of the projections, a generation at a time. Every method may raise StoreUnavailable and StoreRefused."""

    async def generations(self, partition: int) -> Mapping[str, int]:
        """Give the generation that is read now, for each projection that was ever rebuilt; others are at 0."""

    async def stored(self, game_id: GameId, generations: Mapping[str, int] | None = None) -> dict[str, Stored]:
        """Give each projection's document of a game, those of the generations read now unless others are named."""

    async def save(self, game_id: GameId, updates: Sequence[Update]) -> bool:
        """Save all documents of a game at once; False, and nothing is saved, if one has changed since it was read.

        So it is, too, if a document's generation is neither read nor being built any more. Raises OutcomeUnknown,
        after which reading again settles what became of it.
        """

    async def versions(self, partition: int, projection: str) -> dict[GameId, str]:
        """Give what every document of a partition is at, as in ``Stored.mark``."""

    async def places(
        self, projection: str, lists: Sequence[str], *, before: Cursor | None = None, count: int | None = None
    ) -> list[Place]:
        """Merge lists over all partitions, greatest sort key first; each partition gives at most ``count``."""

    async def first_places(self, projection: str, name: str, *, up_to_ms: int, count: int) -> list[Place]:
        """Give the places of one list up to a time (ms UTC), smallest sort key first, ``count`` from each partition."""

    async def documents(self, projection: str, game_ids: Collection[GameId]) -> dict[GameId, Document]:
        """Give the documents that there are."""

    async def sums(self, projection: str, player_id: PlayerId) -> dict[str, int]:
        """Add up over all partitions what was counted for a person."""

    async def begin_rebuild(self, partition: int, projection: str) -> int:
        """Give a fresh generation to build; one begun before and not finished can then not be written any more."""

    async def finish_rebuild(self, partition: int, projection: str, generation: int) -> None:
        """Read from the built generation from now on, and delete the one before. Raises Superseded."""


class Quarantined(Struct, frozen=True, kw_only=True):
    """A game that a consumer group has given up: since when (ms UTC), and why."""

    group: str
    game_id: GameId
    since_ms: int
    reason: str


class Quarantine(Protocol):
    """The games that workers have given up. Every method may raise StoreUnavailable and StoreRefused."""

    async def put(self, entry: Quarantined) -> None:
        """Note a game, in the place of what was noted about it before."""

    async def release(self, group: str, game_id: GameId) -> None:
        """Strike a game, if it stands there."""

    async def listed(self, group: str, partition: int | None = None) -> list[Quarantined]:
        """Give what is noted, of one partition or of all."""
