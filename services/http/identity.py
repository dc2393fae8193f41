"""Who asks: an API token in ``Authorization: Bearer``, or the session cookie of a browser.

A session is a token too, made when somebody signs in and ended when they sign out. So a cookie that was copied is good for no
longer than the session, and one that was known before somebody signed in is good for nothing after.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from services.http.errors import HttpError
from services.http.headers import header_of
from services.http.request_state import state_of
from services.players import Player, PlayerId, Players, TokenHash, hash_of_token
from services.ports import StoreError

COOKIE: Final = "dragonpost_session"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""As long as browsers keep a cookie at most. A session goes on for so long after the last day on which it was used."""

DAY_SECONDS: Final = 24 * 60 * 60
REMEMBERED_SESSIONS: Final = 20_000

LONGEST_TOKEN: Final = 200
"""Characters; ours have 43."""

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITE: Final = frozenset({"same-origin", "none"})


class Identity:
    """Tells who asks, and signs people in and out."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._looked_at: OrderedDict[TokenHash, float] = OrderedDict()

    async def find(self, request: Request) -> Player | None:
        """Give who asks, or None if the request names nobody. Looked up once for a request.

        Raises ``HttpError``: invalid_credentials where it names somebody who is not known (any more), and
        cross_site_request where another site's page sends a browser's cookie along with a command.
        """
        state = state_of(request)
        if "player" not in state:
            state["player"] = await self._find(request)
        player: Player | None = state["player"]
        return player

    async def _find(self, request: Request) -> Player | None:
        token = bearer_of(request)
        if token is not None:
            player = await self._player_of(token)
            if player is None:
                raise HttpError(
                    "invalid_credentials",
                    "The token is not valid (any more): make another while you are signed in, or a guest with POST /players.",
                )
            return player
        cookie = request.cookies.get(COOKIE)
        if cookie is None:
            return None
        require_own_site(request)
        player = await self._player_of(cookie)
        if player is None:
            forget = f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
            raise HttpError(
                "invalid_credentials",
                "The session is not valid (any more): POST /players, or the first page, begins another.",
                headers={"Set-Cookie": forget},
            )
        return player

    async def require(self, request: Request) -> Player:
        """Give who asks. Raises ``HttpError``, also where that is nobody."""
        player = await self.find(request)
        if player is None:
            raise HttpError("not_signed_in", "Sign in first: POST /players makes a guest, with a token.")
        return player

    async def _player_of(self, token: str) -> Player | None:
        return await self._players.player_of_token(token) if len(token) <= LONGEST_TOKEN else None

    async def begin_session(self, request: Request, player_id: PlayerId) -> str:
        """Make a session, and end the one that the browser had. Raises what the store raises."""
        session = await self._players.make_token(player_id, for_seconds=COOKIE_SECONDS)
        await self._end_session(request)
        return session

    def give_cookie(self, request: Request, response: Response, session: str) -> None:
        """Give the browser the cookie of a session."""
        response.set_cookie(
            COOKIE,
            session,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    async def sign_in(self, request: Request, response: Response, player_id: PlayerId) -> None:
        """Let the browser go on as this player, in a session of its own."""
        self.give_cookie(request, response, await self.begin_session(request, player_id))

    async def keep_session(self, request: Request, response: Response) -> None:
        """Let the session of a browser that opens a page go on, and its cookie: once a day, and looked at once a day here."""
        session = request.cookies.get(COOKIE)
        if session is None or not self._is_to_be_looked_at(hash_of_token(session)):
            return
        try:
            is_extended = await self._players.extend_token(
                session, for_seconds=COOKIE_SECONDS, if_older_seconds=DAY_SECONDS
            )
        except StoreError:  # a page needs nothing of it
            self._looked_at.pop(hash_of_token(session), None)
            return
        if is_extended:
            self.give_cookie(request, response, session)

    def _is_to_be_looked_at(self, session: TokenHash) -> bool:
        now = asyncio.get_running_loop().time()
        if now < self._looked_at.get(session, 0.0):
            return False
        self._looked_at[session] = now + DAY_SECONDS
        self._looked_at.move_to_end(session)
        while len(self._looked_at) > REMEMBERED_SESSIONS:
            self._looked_at.popitem(last=False)
        return True

    async def sign_out(self, request: Request, response: Response) -> None:
        """End the session, and make the browser forget its cookie."""
        await self._end_session(request)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")

    async def _end_session(self, request: Request) -> None:
        session = request.cookies.get(COOKIE)
        if session:
            await self._players.revoke_token(session[:LONGEST_TOKEN])


def bearer_of(request: Request) -> str | None:
    """Give the token of the ``Authorization`` header; None without one. Raises ``HttpError`` for other schemes."""
    header = header_of(request, b"authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise HttpError("invalid_credentials", "Send Authorization: Bearer and the token.")
    return token.strip()


def credential_of(request: Request) -> TokenHash | None:
    """Give by what the token or session that a request was let in with is known, if it was by one."""
    token = bearer_of(request) or request.cookies.get(COOKIE)
    return None if token is None else hash_of_token(token)


def require_own_site(request: Request) -> None:
    """Raise where a command comes from another site's page.

    Browsers say whence, older ones by the origin alone; and they keep Lax cookies back anyway.
    """
    if request.method not in SAFE_METHODS and not _is_of_own_site(request):
        raise HttpError("cross_site_request", "Commands that use the session cookie come from this site's own pages.")


def _is_of_own_site(request: Request) -> bool:
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is None and origin is not None:
        return origin.partition("://")[2] == request.headers.get("host")
    return site is None or site in OWN_SITE
