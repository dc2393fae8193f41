"""Who may use which route, and as what it is counted: the whole API and all pages, in one table.

The application does not start with a route that is missing here, and a test walks them all as each of those who may ask. The
checks themselves stand where the facts are: who asks in ``Identity``, who may look in ``Tables``, who may act in the domain.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

Refusal: TypeAlias = str
"""A code of ``services.http.errors.PROBLEMS``; "" where the route does what it is for."""

Rate: TypeAlias = Literal["free", "request", "move", "sign_up", "table", "link"]
"""What a request counts as (``services.http.rates``); ``free`` is not counted."""

YES: Final[Refusal] = ""


class Right(NamedTuple):
    """How a route answers, by who asks.

    ``host`` set the table up and sits there, ``seat`` sits there too. A ``spectator`` may look at the table, a ``stranger`` may
    not. ``nobody`` has given no name: where that is no reason to refuse, it is as a spectator or as a stranger.
    """

    host: Refusal = YES
    seat: Refusal = YES
    spectator: Refusal = YES
    stranger: Refusal = YES
    nobody: Refusal = YES


class Row(NamedTuple):
    """One line of the table."""

    right: Right
    rate: Rate = "request"

    @property
    def is_open(self) -> bool:
        """Whether one may come without a name."""
        return self.right.nobody == YES


EVERYBODY: Final = Right()
NAMED: Final = Right(nobody="not_signed_in")
ONESELF: Final = Right(
    seat="player_not_found", spectator="player_not_found", stranger="player_not_found", nobody="not_signed_in"
)
"""The host is the one who is asked about."""

LOOKING: Final = Right(stranger="game_not_found")
"""To look at a table, as everybody may who sits there or is invited, and else all where it is listed or watchable."""

NAMED_LOOKING: Final = Right(stranger="game_not_found", nobody="not_signed_in")
SEATED: Final = Right(spectator="not_seated", stranger="game_not_found", nobody="not_signed_in")
HOST: Final = Right(seat="not_host", spectator="not_host", stranger="game_not_found", nobody="not_signed_in")

API: Final[Mapping[str, Row]] = {
    # People
    "POST /players": Row(EVERYBODY, "sign_up"),
    "GET /players/me": Row(NAMED),
    "PATCH /players/me": Row(NAMED),
    "POST /players/me/tokens": Row(NAMED, "link"),
    "DELETE /players/me/tokens/current": Row(NAMED),
    "GET /players/{player_id}/results": Row(ONESELF),
    # The server
    "GET /game-kinds": Row(EVERYBODY),
    "GET /game-kinds/{name}/help": Row(EVERYBODY),
    "GET /openapi.json": Row(EVERYBODY),
    "GET /health": Row(EVERYBODY, "free"),
    "GET /ready": Row(EVERYBODY, "free"),
    # Lists and news
    "GET /games": Row(EVERYBODY),
    "GET /inbox": Row(NAMED),
    "GET /history": Row(NAMED),
    "GET /stream": Row(LOOKING),  # of tables that are watched; that of one's own takes a name
    # Reading a table
    "GET /games/{game_id}": Row(LOOKING),
    "GET /games/{game_id}/at/{position}": Row(LOOKING),
    "GET /games/{game_id}/log": Row(LOOKING),
    "GET /games/{game_id}/receipt": Row(LOOKING),
    # Sitting down and getting up
    "POST /games": Row(NAMED, "table"),
    "POST /games/{game_id}/invite": Row(SEATED, "link"),
    "POST /games/{game_id}/join": Row(NAMED_LOOKING),
    "POST /games/{game_id}/leave": Row(SEATED),
    "POST /games/{game_id}/nonce": Row(SEATED),
    "POST /games/{game_id}/rematch": Row(SEATED, "table"),
    "POST /games/{game_id}/at/{position}/practice": Row(NAMED_LOOKING, "table"),
    # Hosting
    "POST /games/{game_id}/bots": Row(HOST),
    "DELETE /games/{game_id}/bots/{seat}": Row(HOST),
    "DELETE /games/{game_id}/players/{seat}": Row(HOST),
    "PUT /games/{game_id}/watching": Row(HOST),
    "POST /games/{game_id}/start": Row(HOST),
    # Playing
    "POST /games/{game_id}/moves": Row(SEATED, "move"),
    "PUT /games/{game_id}/standing-order": Row(SEATED),
    "POST /games/{game_id}/resign": Row(SEATED),
    "POST /games/{game_id}/undo": Row(SEATED),
    "POST /games/{game_id}/undo/grant": Row(SEATED),
    "POST /games/{game_id}/undo/decline": Row(SEATED),
    "POST /games/{game_id}/undo/withdraw": Row(SEATED),
    "POST /games/{game_id}/redo": Row(SEATED),
}

PAGES: Final[Mapping[str, Row]] = {
    # Files
    "GET /favicon.ico": Row(EVERYBODY, "free"),
    "GET /assets/{digest}/{name:path}": Row(EVERYBODY, "free"),
    # Arriving
    "GET /": Row(EVERYBODY),
    "GET /welcome": Row(EVERYBODY),
    "POST /welcome": Row(EVERYBODY, "sign_up"),
    "GET /rules": Row(EVERYBODY),
    "GET /rules/{game}": Row(EVERYBODY),
    "GET /invite/{game_id}/{code}": Row(EVERYBODY, "link"),  # whoever has the code
    "POST /invite/{game_id}/{code}": Row(EVERYBODY, "sign_up"),
    "GET /enter/{code}": Row(EVERYBODY, "link"),  # whoever has the code
    "POST /enter/{code}": Row(EVERYBODY, "link"),
    # Oneself
    "GET /next": Row(NAMED),
    "GET /played": Row(NAMED),
    "GET /me": Row(NAMED),
    "POST /me/name": Row(NAMED),
    "POST /me/token": Row(NAMED, "link"),
    "GET /me/token": Row(NAMED),
    "POST /me/token/revoke": Row(NAMED),
    "POST /me/device": Row(NAMED, "link"),
    "GET /me/device": Row(NAMED),
    "GET /me/forget": Row(NAMED),
    "POST /me/forget": Row(NAMED),
    # Looking at a table
    "GET /tables/{game_id}": Row(LOOKING),
    "GET /tables/{game_id}/log": Row(LOOKING),
    "GET /tables/{game_id}/verify": Row(LOOKING),
    "GET /tables/{game_id}/replay": Row(LOOKING),
    "GET /tables/{game_id}/replay/step": Row(LOOKING),
    "GET /tables/{game_id}/choose/{decision}": Row(LOOKING),
    # Sitting down and getting up
    "GET /new": Row(NAMED),
    "GET /new/{game}": Row(NAMED),
    "POST /new/{game}": Row(NAMED, "table"),
    "POST /tables/{game_id}/join": Row(NAMED_LOOKING),
    "POST /tables/{game_id}/nonce": Row(SEATED),
    "POST /tables/{game_id}/leave": Row(SEATED),
    "POST /tables/{game_id}/rematch": Row(SEATED, "table"),
    "POST /tables/{game_id}/replay/practice": Row(NAMED_LOOKING, "table"),
    # Hosting
    "POST /tables/{game_id}/bots": Row(HOST),
    "POST /tables/{game_id}/bots/remove": Row(HOST),
    "POST /tables/{game_id}/start": Row(HOST),
    "GET /tables/{game_id}/settings": Row(HOST),
    "POST /tables/{game_id}/watching": Row(HOST),
    "GET /tables/{game_id}/close": Row(HOST),
    "GET /tables/{game_id}/remove": Row(HOST),
    "POST /tables/{game_id}/remove": Row(HOST),
    # Playing
    "POST /tables/{game_id}/moves": Row(SEATED, "move"),
    "GET /tables/{game_id}/order": Row(NAMED_LOOKING),
    "POST /tables/{game_id}/order": Row(SEATED),
    "GET /tables/{game_id}/resign": Row(NAMED_LOOKING),
    "POST /tables/{game_id}/resign": Row(SEATED),
    "POST /tables/{game_id}/undo": Row(SEATED),
    "POST /tables/{game_id}/undo/grant": Row(SEATED),
    "POST /tables/{game_id}/undo/decline": Row(SEATED),
    "POST /tables/{game_id}/undo/withdraw": Row(SEATED),
    "POST /tables/{game_id}/redo": Row(SEATED),
    # Addresses of forms, opened as a page: they lead back to the table, whether there is one or not
    "GET /tables/{game_id}/join": Row(EVERYBODY),
    "GET /tables/{game_id}/leave": Row(EVERYBODY),
    "GET /tables/{game_id}/rematch": Row(EVERYBODY),
    "GET /tables/{game_id}/bots": Row(EVERYBODY),
    "GET /tables/{game_id}/bots/remove": Row(EVERYBODY),
    "GET /tables/{game_id}/start": Row(EVERYBODY),
    "GET /tables/{game_id}/watching": Row(EVERYBODY),
    "GET /tables/{game_id}/moves": Row(EVERYBODY),
    "GET /tables/{game_id}/undo": Row(EVERYBODY),
    "GET /tables/{game_id}/undo/grant": Row(EVERYBODY),
    "GET /tables/{game_id}/undo/decline": Row(EVERYBODY),
    "GET /tables/{game_id}/undo/withdraw": Row(EVERYBODY),
    "GET /tables/{game_id}/redo": Row(EVERYBODY),
}

ROUTES: Final[Mapping[str, Row]] = {**API, **PAGES}


class RouteWithoutRight(Exception):
    """A route that the table lacks: nobody has said who may use it."""


def row_of(method: str, path: str) -> Row:
    """Give the row of a route. ``path`` is its pattern; HEAD is as GET. Raises ``RouteWithoutRight``."""
    name = f"{'GET' if method == 'HEAD' else method} {path}"
    row = ROUTES.get(name)
    if row is None:
        raise RouteWithoutRight(f"{name} stands in no row of services/http/rights.py: say there who may use it.")
    return row


def require_rows(routes: Iterable[tuple[str, str]]) -> None:
    """Check that the table has each of these routes, given as method and pattern. Raises ``RouteWithoutRight``."""
    for method, path in routes:
        row_of(method, path)
