"""How often one may ask: by player where somebody is signed in, else by address.

What is asked all the time is counted in this process and costs no round trip; what is rare, and makes something that stays,
is counted in the store, for all processes together.
"""

import hashlib
import hmac
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request

from services.counts import ProcessCounts, StoreCounts
from services.http.addresses import address_of
from services.http.errors import HttpError
from services.http.identity import Identity
from services.http.open_tables import OpenTables
from services.http.rights import Rate
from services.install import InstallKey
from services.ports import StoreError
from services.settings import Settings
from services.stream.calls import write_once
from services.stream.connect import StoreClient


class Limit(NamedTuple):
    """A limit that is in force. ``what`` names in a sentence what is counted."""

    item: RateLimitItem
    what: str
    is_stored: bool


def limits_of(settings: Settings) -> dict[Rate, Limit]:
    """Give the limits that the settings put in force."""
    rows: dict[Rate, tuple[int, type[RateLimitItem], str, bool]] = {
        "request": (settings.requests_per_minute, RateLimitItemPerMinute, "requests a minute", False),
        "move": (settings.moves_per_minute, RateLimitItemPerMinute, "moves a minute", False),
        "sign_up": (settings.sign_ups_per_hour, RateLimitItemPerHour, "new names an hour from one address", True),
        "table": (settings.tables_per_hour, RateLimitItemPerHour, "new tables an hour", True),
        "link": (settings.links_per_hour, RateLimitItemPerHour, "links, codes and tokens an hour", True),
    }
    return {
        rate: Limit(kind(amount, namespace=rate), f"{amount} {what}", is_stored)
        for rate, (amount, kind, what, is_stored) in rows.items()
        if amount
    }


class Rates:
    """Counts what is asked of this process, and refuses what is too much."""

    def __init__(
        self,
        settings: Settings,
        *,
        identity: Identity,
        install: InstallKey,
        client: StoreClient,
        open_tables: OpenTables,
    ) -> None:
        self._limits: Mapping[Rate, Limit] = limits_of(settings)
        self._identity = identity
        self._open_tables = open_tables
        self._key = install.signing_key("rates")
        self._here = SlidingWindowCounterRateLimiter(ProcessCounts())
        self._stored = SlidingWindowCounterRateLimiter(StoreCounts(client))

    async def admit(self, request: Request, rate: Rate) -> None:
        """Count a request. Raises ``HttpError``: rate_limited, or too_many_tables where it would make another one."""
        if rate == "free":
            return
        try:
            player = await self._identity.find(request)
        except HttpError:  # a token or session that is refused, where it is asked for, counts here as none
            player = None
        limit = self._limits.get(rate)
        if limit is not None:
            who = address_of(request) if player is None or rate == "sign_up" else player.id
            await (self._count_stored(limit, who) if limit.is_stored else self._count_here(limit, who))
        if rate == "table" and player is not None:
            await self._open_tables.require_room(player.id)

    async def _count_here(self, limit: Limit, who: str) -> None:
        if not await self._here.hit(limit.item, who):
            raise _refused(limit, (await self._here.get_window_stats(limit.item, who)).reset_time)

    async def _count_stored(self, limit: Limit, who: str) -> None:
        """Count in the store, under a name that leads to nobody. What it does not count, it will not store either."""
        name = hmac.digest(self._key, who.encode(), hashlib.sha256).hex()[:32]
        with suppress(StoreError):
            if not await write_once(self._stored.hit(limit.item, name)):
                stats = await write_once(self._stored.get_window_stats(limit.item, name))
                raise _refused(limit, stats.reset_time)


def _refused(limit: Limit, reset_time: float) -> HttpError:
    seconds = max(1, math.ceil(reset_time - time.time()))
    return HttpError(
        "rate_limited",
        f"This server takes up to {limit.what}. Wait {seconds} s, then send it again.",
        headers={"Retry-After": str(seconds)},
    )
