"""People over HTTP: guests, names and tokens."""

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from services.http.bodies import NO_STORE, Body, JsonBody, Nothing, answer
from services.http.endpoints import Endpoint
from services.http.identity import Identity, bearer_of, require_own_site
from services.names import LONGEST_NAME, clean_name
from services.players import Player, PlayerId, Players

DisplayName = Annotated[
    str, Meta(max_length=1000, description=f"1 to {LONGEST_NAME} characters that can be seen, no markup.")
]


class Named(Body, frozen=True, kw_only=True):
    """What you want to be called."""

    name: DisplayName


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """You. ``created_ms`` is UTC. Tell your ``id`` only to those who may keep a seat for you."""

    id: PlayerId
    name: str
    created_ms: int


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A new guest. ``token`` is shown this once: send it as ``Authorization: Bearer``."""

    player: PlayerView
    token: str


class NewToken(msgspec.Struct, frozen=True, kw_only=True):
    """A new API token, shown this once."""

    token: str


class PlayerRoutes:
    """The routes under ``/players``, but for results."""

    def __init__(self, players: Players, identity: Identity) -> None:
        self._players = players
        self._identity = identity
        self._named = JsonBody(Named)
        self._nothing = JsonBody(Nothing)

    def endpoints(self) -> list[Endpoint]:
        """Give the routes."""
        tags, lost = ("players",), ("outcome_unknown", "cross_site_request")
        return [
            Endpoint(
                "POST",
                "/players",
                self.create,
                "Become a guest: gives a token, and a session cookie for browsers",
                {201: NewPlayer},
                body=Named,
                problems=("invalid_name", *lost),
                tags=tags,
            ),
            Endpoint("GET", "/players/me", self.me, "See who you are", {200: PlayerView}, tags=tags),
            Endpoint(
                "PATCH",
                "/players/me",
                self.rename,
                "Change your name",
                {200: PlayerView},
                body=Named,
                problems=("invalid_name", "player_not_found", *lost),
                tags=tags,
            ),
            Endpoint(
                "POST",
                "/players/me/tokens",
                self.make_token,
                "Make another API token",
                {201: NewToken},
                body=Nothing,
                problems=lost,
                tags=tags,
            ),
            Endpoint(
                "DELETE",
                "/players/me/tokens/current",
                self.sign_out,
                "End the token or the session that you ask with",
                {204: None},
                problems=lost,
                tags=tags,
            ),
        ]

    async def create(self, request: Request) -> Response:
        """POST /players."""
        require_own_site(request)  # the answer sets a cookie
        name = clean_name((await self._named.read(request)).name)
        player = await self._players.create(name)
        token = await self._players.make_token(player.id)
        response = answer(NewPlayer(player=_view(player), token=token), 201, {"Location": "/players/me"})
        await self._identity.sign_in(request, response, player.id)
        return response

    async def me(self, request: Request) -> Response:
        """GET /players/me."""
        return answer(_view(await self._identity.require(request)))

    async def rename(self, request: Request) -> Response:
        """PATCH /players/me."""
        player = await self._identity.require(request)
        name = clean_name((await self._named.read(request)).name)
        return answer(_view(await self._players.rename(player.id, name)))

    async def make_token(self, request: Request) -> Response:
        """POST /players/me/tokens."""
        player = await self._identity.require(request)
        await self._nothing.read(request)
        return answer(NewToken(token=await self._players.make_token(player.id)), 201)

    async def sign_out(self, request: Request) -> Response:
        """DELETE /players/me/tokens/current."""
        await self._identity.require(request)
        token = bearer_of(request)
        response = Response(status_code=204, headers=NO_STORE)
        if token is None:
            await self._identity.sign_out(request, response)
        else:
            await self._players.revoke_token(token)
        return response


def _view(player: Player) -> PlayerView:
    return PlayerView(id=player.id, name=player.name, created_ms=player.created_ms)
