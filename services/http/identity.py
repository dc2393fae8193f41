"""Who asks: an API token in ``Authorization: Bearer``, or the signed session cookie of a browser."""

from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from services.http.errors import HttpError
from services.install import InstallKey
from services.players import Player, PlayerId, Players

COOKIE: Final = "dragonpost_session"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""As long as browsers keep a cookie at most."""

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITE: Final = frozenset({"same-origin", "none"})


class Identity:
    """Tells who asks, and signs people in."""

    def __init__(self, players: Players, install: InstallKey) -> None:
        self._players = players
        self._signer = Signer(install.signing_key("session"), salt="session")

    async def find(self, request: Request) -> Player | None:
        """Give who asks, or None if the request names nobody.

        Raises ``HttpError``: invalid_credentials where it names somebody who is not known (any more), and
        cross_site_request where another site's page sends a browser's cookie along with a command.
        """
        token = bearer_of(request)
        if token is not None:
            player = await self._players.player_of_token(token)
            if player is None:
                raise HttpError(
                    "invalid_credentials",
                    "The token is not valid (any more): make another while you are signed in, or a guest with POST /players.",
                )
            return player
        cookie = request.cookies.get(COOKIE)
        if cookie is None:
            return None
        if request.method not in SAFE_METHODS:
            _require_own_site(request)
        player_id = self.read_cookie(cookie)
        player = None if player_id is None else await self._players.find(player_id)
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

    def sign_in(self, request: Request, response: Response, player_id: PlayerId) -> None:
        """Give the browser its session cookie."""
        response.set_cookie(
            COOKIE,
            self._signer.sign(player_id).decode(),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    def sign_out(self, response: Response) -> None:
        """Make the browser forget its session cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")

    def read_cookie(self, cookie: str) -> PlayerId | None:
        """Give the player that a cookie names, or None if this install did not sign it."""
        try:
            return self._signer.unsign(cookie).decode()
        except BadSignature:
            return None


def bearer_of(request: Request) -> str | None:
    """Give the token of the ``Authorization`` header; None without one. Raises ``HttpError`` for other schemes."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise HttpError("invalid_credentials", "Send Authorization: Bearer and the token.")
    return token.strip()


def _require_own_site(request: Request) -> None:
    """Raise unless the command comes from our own pages; browsers say so, and older ones keep Lax cookies back anyway."""
    if request.headers.get("sec-fetch-site", "none") not in OWN_SITE:
        raise HttpError("cross_site_request", "Commands that use the session cookie come from this site's own pages.")
