"""What Dragonpost needs from the outside, as protocols without a word about who fulfils them.

``EventStore`` keeps the games' streams, ``Feed`` tells that something was appended. Both deal in bytes and know nothing
of what the lines mean. A *version* counts the lines of one game from 1; a *partition* counts from 0 (design 4).
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeAlias

from domain.ids import GameId

FeedId: TypeAlias = str
"""A place in one partition's feed, as the store writes it. Opaque but for ``FEED_START``."""

FEED_START: FeedId = "0-0"
"""Before the first pointer of any feed."""


class StoreError(Exception):
    """Root of what a store answers besides the wanted."""

    code: ClassVar[str] = "store_error"


class VersionConflict(StoreError):
    """Another line has taken the version, or the versions before it are missing: nothing was stored.

    ``top_version`` is the game's last version, 0 if it has none. Read the tail and decide again.
    """

    code = "version_conflict"

    def __init__(self, expected_version: int, top_version: int) -> None:
        super().__init__(f"The stream was expected to end at version {expected_version} and ends at {top_version}.")
        self.expected_version = expected_version
        self.top_version = top_version


class OutcomeUnknown(StoreError):
    """The write was sent and no answer came: it is stored in full or not at all, and may still happen a moment later.

    Read the tail and look for what was written. Writing the same again under the same expectation is safe: it then
    either succeeds or is a conflict.
    """

    code = "outcome_unknown"


class StoreUnavailable(StoreError):
    """The store cannot be reached or serves nobody now: nothing was read or written. Later it may work."""

    code = "store_unavailable"


class StoreRefused(StoreError):
    """The store answered with an error which trying again does not cure, such as a key of the wrong kind.

    No line was stored; at worst a pointer without one, which wakes readers for nothing.
    """

    code = "store_refused"


class BrokenStream(StoreError):
    """A game lacks a version between two others, or lines cannot be unpacked, so no game can be folded from them."""

    code = "broken_stream"


class NewerPacking(StoreError):
    """The older lines of a game are packed as this build does not know it: a newer one did so."""

    code = "newer_format"


class EventStore(Protocol):
    """One stream of lines per game, the truth. Every method may raise StoreUnavailable and StoreRefused.

    No line is ever lost, changed or left out: older ones may be packed, which nobody who reads notices.
    """

    async def append(self, game_id: GameId, line: bytes, *, expected_version: int) -> None:
        """Store ``line`` as version ``expected_version + 1``, durably, if that is the game's next version.

        The pointer in the feed, which bears the current request id, and at version 1 the entry in the index, are stored with it or not at all. Never
        repeated by itself. A cancelled append was stored or not, like an unknown outcome.

        Raises VersionConflict, OutcomeUnknown.
        """

    async def read(self, game_id: GameId, *, after_version: int = 0) -> list[bytes]:
        """Give the lines after ``after_version`` in order: that of version v is at index ``v - after_version - 1``.

        Empty if there are none, also if the game does not exist. Raises BrokenStream, NewerPacking.
        """

    async def pack(self, game_id: GameId, *, at_least: int = 1) -> int:
        """Let the older lines of a game take less memory: all but the last that are not packed yet; give how many.

        Nothing happens where they are fewer than ``at_least``. Several processes may do so at once, at any time and again
        after any failure. Raises BrokenStream, NewerPacking, OutcomeUnknown, with nothing lost.
        """

    async def top_version(self, game_id: GameId) -> int:
        """Give the game's last version, 0 if it has none."""

    async def load_snapshot(self, game_id: GameId) -> bytes | None:
        """Give what ``save_snapshot`` last stored, or None."""

    async def save_snapshot(self, game_id: GameId, snapshot: bytes) -> None:
        """Store ``snapshot`` in place of the one before. May raise OutcomeUnknown, which harms nothing."""

    async def drop_snapshot(self, game_id: GameId) -> None:
        """Delete the snapshot, if there is one. May raise OutcomeUnknown."""

    async def load_data_set(self, game_id: GameId, data_hash: str) -> bytes | None:
        """Give the data set of that hash from where the game lies, or None."""

    async def save_data_set(self, game_id: GameId, data_hash: str, data: bytes) -> None:
        """Store a data set where the game lies, unless it is there. May raise OutcomeUnknown; doing it again is safe."""

    async def store_whole(self, game_id: GameId, lines: Sequence[bytes], *, origin: bytes) -> None:
        """Store a game that was played elsewhere, all of its lines in one step, if no line of it is here.

        It is told to readers once. ``origin`` says whence it came. Raises VersionConflict, OutcomeUnknown.
        """

    async def load_origin(self, game_id: GameId) -> bytes | None:
        """Give whence a game came that was played elsewhere, or None."""

    def game_ids(self, partition: int) -> AsyncIterator[GameId]:
        """Go through every game of ``partition`` in the order of its id, read in pages.

        A game created meanwhile turns up if its id comes after those already given.
        """


@dataclass(frozen=True, slots=True)
class Pointer:
    """A line was appended: wake up and read. Says neither that it is the last one nor that earlier ones were told.

    ``request_id`` is for the logs: on whose behalf it was appended, or "". ``appended_ms`` is UTC, by the store's clock.
    """

    partition: int
    feed_id: FeedId
    game_id: GameId
    version: int
    request_id: str = ""
    appended_ms: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """A pointer handed to one consumer of a group, to be acknowledged. ``delivered_count`` is 1 at first."""

    pointer: Pointer
    delivered_count: int


class FeedTail(Protocol):
    """A reader of its own that follows feeds and acknowledges nothing. One task may use it at a time."""

    @property
    def positions(self) -> Mapping[int, FeedId]:
        """Up to where each partition has been given out by ``read``; a later tail can start there."""

    async def read(self, *, wait_ms: int = 2000) -> list[Pointer]:
        """Give what is new, in order within a partition, as soon as there is any; empty after ``wait_ms`` (at most 2000).

        Cancelling it loses nothing. Raises StoreUnavailable, after which the next call goes on where this one was.
        """

    async def aclose(self) -> None:
        """Stop reading."""


class FeedGroup(Protocol):
    """One consumer of a group: every pointer goes to one consumer, and comes again until one acknowledges it.

    The group is created where it lacks, from the start of the feed, also if the store lost it. One task may use it at
    a time. What was read and not acknowledged when it is closed comes again, to another consumer, by ``claim``.
    """

    async def read(self, *, wait_ms: int = 2000) -> list[Delivery]:
        """Give pointers nobody in the group has had yet, as soon as there are any; empty after ``wait_ms`` (at most 2000).

        Cancelling it loses nothing. Raises StoreUnavailable.
        """

    async def claim(self) -> list[Delivery]:
        """Take over what any consumer, this one too, has had for ``idle_ms`` without acknowledging it.

        Gives at most ``page_count`` of each partition; each claim raises ``delivered_count``. Raises StoreUnavailable.
        """

    async def acknowledge(self, deliveries: Collection[Delivery]) -> None:
        """Mark as done, for the whole group. Doing so twice, or too late, harms nothing. Raises StoreUnavailable."""

    async def aclose(self) -> None:
        """Stop reading."""


class Feed(Protocol):
    """The pointers to every append, one feed per partition."""

    async def ends(self, partitions: Collection[int]) -> dict[int, FeedId]:
        """Give where each feed ends now: a tail from there tells all that is appended later. Raises StoreUnavailable."""

    def tail(self, after: Mapping[int, FeedId]) -> FeedTail:
        """Follow the partitions that are the keys of ``after``, each from behind the place given for it."""

    def group(
        self, name: str, consumer: str, partitions: Collection[int], *, idle_ms: int = 15_000, page_count: int = 100
    ) -> FeedGroup:
        """Join the group ``name`` as ``consumer``, a name no other process uses."""

    async def owed_since_ms(self, name: str, partitions: Collection[int]) -> int | None:
        """Give when the oldest pointer was appended (ms UTC) that the group ``name`` has not acknowledged; None: it owes none.

        Raises StoreUnavailable.
        """

    async def trim(self, partitions: Collection[int], *, groups: Collection[str], before_ms: int) -> int:
        """Delete pointers that every group has acknowledged and that are older than ``before_ms`` (UTC); give how many.

        ``groups`` names those which must exist: a partition lacking one of them keeps everything, so that a group
        that has yet to start misses nothing. Raises StoreUnavailable.
        """
