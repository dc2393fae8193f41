"""The feeds of pointers on Redis or Valkey: following them, and reading them as a group (``services.ports.Feed``)."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from services.ports import FEED_START, Delivery, FeedId, Pointer, StoreRefused
from services.stream.blocking_reads import BlockingReads
from services.stream.calls import as_store_error, read_many, read_once, retry_read
from services.stream.connect import LONGEST_BLOCK_MS, StoreClient, StoreClients
from services.stream.keys import Keys

CONSUMER_FORGOTTEN_MS: Final = 24 * 60 * 60 * 1000
"""Every process is a consumer of its own name; one that owes nothing and was silent for so long is gone for good."""

TAIL_PAGE_COUNT: Final = 1000
"""At most so many pointers of each partition come in one reply."""

GROUP_LOST: Final = ("NOGROUP", "UNBLOCKED", "requires the key to exist", "no longer exists")
"""How servers say that a stream or its group was deleted, also under a blocked read."""

Entry: TypeAlias = tuple[bytes, dict[bytes, bytes]]


class RedisFeed:
    """``services.ports.Feed`` on the two clients of a process."""

    def __init__(
        self, clients: StoreClients, keys: Keys, *, consumer_forgotten_ms: int = CONSUMER_FORGOTTEN_MS
    ) -> None:
        self._clients = clients
        self._keys = keys
        self._consumer_forgotten_ms = consumer_forgotten_ms

    async def ends(self, partitions: Collection[int]) -> dict[int, FeedId]:
        """As the port says."""
        lasts = [("xrevrange", self._keys.feed(partition), {"count": 1}) for partition in partitions]
        replies = await retry_read(lambda: read_many(self._clients.commands, lasts))
        return {
            partition: _checked(last)[0][0].decode() if _checked(last) else FEED_START
            for partition, last in zip(partitions, replies, strict=True)
        }

    def tail(self, after: Mapping[int, FeedId]) -> "RedisFeedTail":
        """As the port says."""
        return RedisFeedTail(self._clients.blocking, self._keys, after)

    def group(
        self, name: str, consumer: str, partitions: Collection[int], *, idle_ms: int = 15_000, page_count: int = 100
    ) -> "RedisFeedGroup":
        """As the port says."""
        return RedisFeedGroup(
            self._clients, self._keys, name, consumer, partitions, idle_ms=idle_ms, page_count=page_count
        )

    async def owed_since_ms(self, name: str, partitions: Collection[int]) -> int | None:
        """As the port says."""
        client, feed = self._clients.commands, self._keys.feed
        infos = await read_many(client, [("xinfo_groups", feed(partition)) for partition in partitions])
        stands_at = {
            partition: {info["name"].decode(): info["last-delivered-id"] for info in reply}.get(name)
            for partition, reply in zip(partitions, infos, strict=True)
            if not isinstance(reply, ResponseError)  # no such feed yet
        }
        undelivered = await read_many(
            client,
            [
                ("xrange", feed(partition), {"min": "-" if place is None else f"({place.decode()}", "count": 1})
                for partition, place in stands_at.items()
            ],
        )
        pending = await read_many(
            client, [("xpending", feed(partition), name) for partition, place in stands_at.items() if place is not None]
        )
        owed = [_checked(reply)[0][0] for reply in undelivered if _checked(reply)]
        owed += [_checked(reply)["min"] for reply in pending if _checked(reply)["min"]]
        return min((_parts(feed_id)[0] for feed_id in owed), default=None)

    async def trim(self, partitions: Collection[int], *, groups: Collection[str], before_ms: int) -> int:
        """As the port says. Also forgets consumers that were silent for a day and owe nothing."""
        client, feed = self._clients.commands, self._keys.feed
        infos = await read_many(client, [("xinfo_groups", feed(partition)) for partition in partitions])
        known = {
            partition: {info["name"].decode(): _parts(info["last-delivered-id"]) for info in reply}
            for partition, reply in zip(partitions, infos, strict=True)
            if not isinstance(reply, ResponseError)  # no such feed yet
        }
        places = [(partition, group) for partition in known for group in known[partition]]
        owed = await read_many(client, [("xpending", feed(partition), group) for partition, group in places])
        keep_from: dict[int, tuple[int, int]] = {}
        for (partition, group), pending in zip(places, owed, strict=True):
            ms, sequence = known[partition][group]
            # Asked later than the place it stands at, so what is owed now includes all that was owed up to there.
            needs = [(ms, sequence + 1), *([_parts(pending["min"])] if _checked(pending)["min"] else [])]
            keep_from[partition] = min(*needs, keep_from.get(partition, (before_ms, 0)))
        replies = await read_many(
            client,
            [
                ("xtrim", feed(partition), {"minid": f"{ms}-{sequence}", "approximate": False})
                for partition, (ms, sequence) in keep_from.items()
                if set(groups) <= set(known[partition])
            ],
        )
        await self._forget_consumers(places)
        return sum(_checked(reply) for reply in replies)

    async def _forget_consumers(self, places: list[tuple[int, str]]) -> None:
        client, feed = self._clients.commands, self._keys.feed
        replies = await read_many(client, [("xinfo_consumers", feed(partition), group) for partition, group in places])
        await read_many(
            client,
            [
                ("xgroup_delconsumer", feed(partition), group, consumer["name"])
                for (partition, group), consumers in zip(places, replies, strict=True)
                for consumer in (consumers if isinstance(consumers, list) else [])
                if consumer["pending"] == 0 and consumer["idle"] > self._consumer_forgotten_ms
            ],
        )


class RedisFeedTail:
    """``services.ports.FeedTail``."""

    def __init__(self, client: StoreClient, keys: Keys, after: Mapping[int, FeedId]) -> None:
        self._client = client
        self._keys = keys
        self._positions = dict(after)
        self._reads = BlockingReads(_by_slot(client, after), self._read)

    @property
    def positions(self) -> Mapping[int, FeedId]:
        """As the port says."""
        return self._positions

    async def read(self, *, wait_ms: int = LONGEST_BLOCK_MS) -> list[Pointer]:
        """As the port says."""
        pointers = await self._reads.collect(wait_ms)
        self._positions |= {pointer.partition: pointer.feed_id for pointer in pointers}
        return pointers

    async def aclose(self) -> None:
        """As the port says."""
        await self._reads.aclose()

    async def _read(self, partitions: tuple[int, ...]) -> list[Pointer]:
        feeds = {self._keys.feed(partition): partition for partition in partitions}
        places: Any = {feed: self._positions[partition] for feed, partition in feeds.items()}
        reply = await read_once(self._client.xread(places, count=TAIL_PAGE_COUNT, block=LONGEST_BLOCK_MS))
        return [_pointer(feeds[feed.decode()], entry) for feed, entries in reply or () for entry in entries]


class RedisFeedGroup:
    """``services.ports.FeedGroup``."""

    def __init__(
        self,
        clients: StoreClients,
        keys: Keys,
        name: str,
        consumer: str,
        partitions: Collection[int],
        *,
        idle_ms: int,
        page_count: int,
    ) -> None:
        self._clients = clients
        self._keys = keys
        self._name = name
        self._consumer = consumer
        self._partitions = tuple(partitions)
        self._idle_ms = idle_ms
        self._page_count = page_count
        self._reads = BlockingReads(_by_slot(clients.blocking, self._partitions), self._read)

    async def read(self, *, wait_ms: int = LONGEST_BLOCK_MS) -> list[Delivery]:
        """As the port says."""
        return await self._reads.collect(wait_ms)

    async def claim(self) -> list[Delivery]:
        """As the port says."""
        client, feed = self._clients.commands, self._keys.feed
        window = {"min": "-", "max": "+", "count": self._page_count, "idle": self._idle_ms}
        overdue = await read_many(client, [("xpending_range", feed(p), self._name, window) for p in self._partitions])
        if any(_is_group_lost(reply) for reply in overdue):
            await self._create(self._partitions)
        counts: dict[int, dict[bytes, int]] = {
            partition: {owed["message_id"]: owed["times_delivered"] for owed in reply}
            for partition, reply in zip(self._partitions, overdue, strict=True)
            if not _is_group_lost(reply) and _checked(reply)
        }
        claimed = await read_many(
            client,
            [
                ("xclaim", feed(partition), self._name, self._consumer, self._idle_ms, list(ids))
                for partition, ids in counts.items()
            ],
        )
        return [
            Delivery(_pointer(partition, entry), counts[partition][entry[0]] + 1)
            for partition, entries in zip(counts, claimed, strict=True)
            if not _is_group_lost(entries)
            for entry in _checked(entries)
        ]

    async def acknowledge(self, deliveries: Collection[Delivery]) -> None:
        """As the port says."""
        done: defaultdict[int, list[FeedId]] = defaultdict(list)
        for delivery in deliveries:
            done[delivery.pointer.partition].append(delivery.pointer.feed_id)
        acks = [("xack", self._keys.feed(partition), self._name, *ids) for partition, ids in done.items()]
        for reply in await retry_read(lambda: read_many(self._clients.commands, acks)):
            _checked(reply)

    async def aclose(self) -> None:
        """As the port says."""
        await self._reads.aclose()

    async def _read(self, partitions: tuple[int, ...]) -> list[Delivery]:
        feeds = {self._keys.feed(partition): partition for partition in partitions}
        reading = self._clients.blocking.xreadgroup(
            self._name, self._consumer, dict.fromkeys(feeds, ">"), count=self._page_count, block=LONGEST_BLOCK_MS
        )
        try:
            reply = await read_once(reading)
        except StoreRefused as error:
            if not _is_group_lost(error.__cause__):
                raise
            await self._create(partitions)
            return []  # and read on
        return [
            Delivery(_pointer(feeds[feed.decode()], entry), 1) for feed, entries in reply or () for entry in entries
        ]

    async def _create(self, partitions: Collection[int]) -> None:
        """Create the group where it lacks, from the start, so that a pointer is told twice rather than never."""
        creations = [
            ("xgroup_create", self._keys.feed(partition), self._name, {"id": FEED_START, "mkstream": True})
            for partition in partitions
        ]
        for reply in await read_many(self._clients.commands, creations):
            if not (isinstance(reply, ResponseError) and "BUSYGROUP" in str(reply)):
                _checked(reply)


def _by_slot(client: StoreClient, partitions: Collection[int]) -> list[tuple[int, ...]]:
    """Group the partitions by what one blocking read can watch: in a cluster it has to stay in one slot."""
    if isinstance(client, RedisCluster):
        return [(partition,) for partition in partitions]
    return [tuple(partitions)] if partitions else []


def _pointer(partition: int, entry: Entry) -> Pointer:
    feed_id, fields = entry
    return Pointer(
        partition,
        feed_id.decode(),
        fields[b"game"].decode(),
        int(fields[b"version"]),
        fields.get(b"request", b"").decode(),  # a pointer of an earlier build has none
        _parts(feed_id)[0],
    )


def _parts(feed_id: bytes) -> tuple[int, int]:
    ms, _, sequence = feed_id.partition(b"-")
    return int(ms), int(sequence)


def _is_group_lost(reply: object) -> bool:
    return isinstance(reply, ResponseError) and any(sign in str(reply) for sign in GROUP_LOST)


def _checked(reply: Any) -> Any:
    """Give the reply, or raise what it means if it is an error."""
    if isinstance(reply, ResponseError):
        raise as_store_error(reply) from reply
    return reply
