"""The installed games over HTTP, and whether the server serves."""

import asyncio
from importlib.resources import files
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.bots.bot import BOTS
from domain.registry import Games
from domain.rules import AnyRules
from services.http.bodies import answer
from services.http.endpoints import Endpoint, Text
from services.http.errors import HttpError
from services.http.live import Live
from services.ports import EventStore

MARKDOWN: Final = "text/markdown"
NO_GAME: Final = "0" * 26
"""Has the form of a game id, and none has it."""

READY_SECONDS: Final = 3.0
"""So long a store may take to answer: whoever asks whether all is well does not wait for one that hangs."""


class OptionView(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a game. ``schema`` is JSON Schema for its value."""

    name: str
    title: str
    help: str
    default: Any
    schema: dict[str, Any]


class BotLevel(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that can be seated."""

    level: str
    title: str


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    rules_version: int
    seat_counts: tuple[int, ...]
    options: tuple[OptionView, ...]
    bots: tuple[BotLevel, ...]


class GameKinds(msgspec.Struct, frozen=True, kw_only=True):
    """The installed games, in the order of their names."""

    games: tuple[GameKind, ...]


class Healthy(msgspec.Struct, frozen=True, kw_only=True):
    """The process is alive, or ready to serve."""

    status: str = "ok"


class KindRoutes:
    """The routes under ``/game-kinds``, and those for whoever watches over the process."""

    def __init__(self, games: Games, store: EventStore, live: Live) -> None:
        self._games = games
        self._store = store
        self._live = live
        self._kinds = GameKinds(games=tuple(kind_of(rules) for rules in games.values()))
        self._helps = {rules.name: help_of(rules) for rules in games.values()}

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        return [
            Endpoint(
                "GET",
                "/game-kinds",
                self.kinds,
                "List the games that can be played here",
                {200: GameKinds},
                tags=("game kinds",),
            ),
            Endpoint(
                "GET",
                "/game-kinds/{name}/help",
                self.help,
                "Read the rules of a game",
                {200: Text(MARKDOWN, "The rules, in Markdown.")},
                problems=("game_kind_not_found",),
                tags=("game kinds",),
            ),
            Endpoint("GET", "/health", self.health, "Is the process alive?", {200: Healthy}, tags=("server",)),
            Endpoint(
                "GET",
                "/ready",
                self.ready,
                "Does the store answer, and do news come?",
                {200: Healthy},
                problems=("store_unavailable", "not_ready"),
                tags=("server",),
            ),
        ]

    async def kinds(self, request: Request) -> Response:
        """GET /game-kinds."""
        del request
        return answer(self._kinds, headers={"Cache-Control": "no-cache"})

    async def help(self, request: Request) -> Response:
        """GET /game-kinds/{name}/help."""
        text = self._helps.get(request.path_params["name"])
        if text is None:
            raise HttpError("game_kind_not_found", f"Installed are: {', '.join(self._games)}.")
        return Response(text, headers={"Cache-Control": "no-cache"}, media_type=MARKDOWN)

    async def health(self, request: Request) -> Response:
        """GET /health."""
        del request
        return answer(Healthy())

    async def ready(self, request: Request) -> Response:
        """GET /ready."""
        del request
        if self._live.is_ending:
            raise HttpError("not_ready", "The process is about to stop.")
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self._store.top_version(NO_GAME)
        except TimeoutError:
            raise HttpError("not_ready", "The store does not answer in time.") from None
        await self._live.wait_until_following()
        if not self._live.is_followed:
            raise HttpError("not_ready", "The feeds are not followed.")
        return answer(Healthy())


def kind_of(rules: AnyRules) -> GameKind:
    """Describe a game."""
    schema, parts = msgspec.json.schema_components([rules.Options], ref_template="#/components/schemas/{name}")
    described = parts.get(rules.Options.__name__, schema[0])["properties"]
    defaults = msgspec.to_builtins(rules.Options())
    return GameKind(
        name=rules.name,
        title=rules.title,
        rules_version=rules.version,
        seat_counts=tuple(rules.seats),
        options=tuple(
            OptionView(
                name=field.encode_name,
                title=described[field.encode_name].get("title", field.encode_name),
                help=described[field.encode_name].get("description", ""),
                default=defaults[field.encode_name],
                schema={
                    key: value
                    for key, value in described[field.encode_name].items()
                    if key not in ("title", "description", "default")
                },
            )
            for field in msgspec.structs.fields(rules.Options)
        ),
        bots=tuple(BotLevel(level=bot.level, title=bot.title) for bot in BOTS.values()),
    )


def help_of(rules: AnyRules) -> str:
    """Give the help text in the game's own folder, or a word on how it is played if it has none."""
    package = type(rules).__module__.rpartition(".")[0]
    path = files(package).joinpath("help.md")
    if path.is_file():
        return path.read_text(encoding="utf-8")
    return f"# {rules.title}\n\nFor {', '.join(map(str, rules.seats))} players.\n"
