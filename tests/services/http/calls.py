"""How each route is asked so that only rights can stand in its way: at a table of which kind, with what in its body."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from services.http.pages.forms import KEY_FIELD

Phase = Literal["none", "open", "playing"]

OPEN_SEAT: Final = {"kind": "open"}
BOT_SEAT: Final = {"kind": "bot", "level": "random"}


@dataclass(frozen=True)
class Call:
    """``body`` is JSON for the API and form fields for a page; in values, ``{other}`` is the pseudonym of the other seat.

    ``may_say``: codes by which the table refuses what the asker has a right to. ``third`` is who sits on the third seat of an
    open table. ``query`` goes with a GET.
    """

    phase: Phase = "none"
    body: Mapping[str, Any] = field(default_factory=dict)
    may_say: tuple[str, ...] = ()
    third: Mapping[str, Any] = field(default_factory=lambda: OPEN_SEAT)
    query: str = ""


OF_TABLE: Final = Call("playing")
OPEN: Final = Call("open")
SECOND_THOUGHTS: Final = {
    "undo": "nothing_to_undo",
    "undo/grant": "undo_closed",
    "undo/decline": "undo_closed",
    "undo/withdraw": "undo_closed",
    "redo": "nothing_to_redo",
}
NEW_TABLE: Final = {"game": "dragon_overload", "seats": [{"kind": "host"}, {"kind": "open"}]}
A_MOVE: Final = {"decision": "0.999", "move": {"type": "choose_card", "card": 1}}

API_CALLS: Final[Mapping[str, Call]] = {
    "POST /players": Call(body={"name": "Zoe"}),
    "PATCH /players/me": Call(body={"name": "Zoe"}),
    "POST /games": Call(body=NEW_TABLE),
    "POST /games/{game_id}/at/{position}/practice": Call(
        "playing", {"seat": 0, "level": "random"}, may_say=("what_if_closed",)
    ),
    "POST /games/{game_id}/invite": OPEN,
    "POST /games/{game_id}/join": Call("open", may_say=("already_seated",)),
    "POST /games/{game_id}/leave": OPEN,
    "POST /games/{game_id}/nonce": Call("open", {"nonce": ""}, may_say=("nothing_to_open",)),
    "POST /games/{game_id}/bots": Call("open", {"seat": 2, "level": "random"}),
    "DELETE /games/{game_id}/bots/{seat}": Call("open", third=BOT_SEAT),
    "DELETE /games/{game_id}/players/{seat}": Call("open", may_say=("nobody_to_remove",)),
    "PUT /games/{game_id}/watching": Call("playing", {"watchable": False}),
    "POST /games/{game_id}/start": Call("open", may_say=("seats_missing",)),
    "POST /games/{game_id}/moves": Call("playing", A_MOVE, may_say=("decision_closed",)),
    "PUT /games/{game_id}/standing-order": Call("playing", {"order": "decline"}, may_say=("no_responses",)),
    "POST /games/{game_id}/rematch": Call("playing", may_say=("game_not_finished",)),
    **{
        f"POST /games/{{game_id}}/{path}": Call("playing", {"position": 0}, (code,))
        for path, code in SECOND_THOUGHTS.items()
    },
}

KEY: Final = {KEY_FIELD: "a-key"}

PAGE_CALLS: Final[Mapping[str, Call]] = {
    "POST /welcome": Call(body={"name": "Zoe", "next": "/"}),
    "GET /invite/{game_id}/{code}": OPEN,
    "POST /invite/{game_id}/{code}": Call("open", {"name": "Zoe", **KEY}, may_say=("already_seated",)),
    "POST /me/name": Call(body={"name": "Zoe"}),
    "POST /me/token/revoke": Call(body={"token": "none of ours"}),
    "POST /me/forget": Call(body={"sure": "on"}),
    "POST /new/{game}": Call(
        body={"listing": "listed", "seating": "chosen", "undo": "consent", "seat.0": "me", "seat.1": "open", **KEY}
    ),
    "GET /tables/{game_id}/settings": OF_TABLE,
    "GET /tables/{game_id}/close": OPEN,
    "GET /tables/{game_id}/remove": Call("open", query="?seat=1"),
    "POST /tables/{game_id}/remove": Call("open", {"seat": "1", "who": "{other}", **KEY}),
    "POST /tables/{game_id}/join": Call("open", KEY, may_say=("already_seated",)),
    "POST /tables/{game_id}/nonce": Call("open", {"nonce": "", **KEY}),
    "POST /tables/{game_id}/leave": Call("open", KEY),
    "POST /tables/{game_id}/bots": Call("open", {"seat": "2", "level": "random", **KEY}),
    "POST /tables/{game_id}/bots/remove": Call("open", {"seat": "2", **KEY}, third=BOT_SEAT),
    "POST /tables/{game_id}/start": Call("open", KEY, may_say=("seats_missing",)),
    "POST /tables/{game_id}/watching": Call("playing", {"watching": "closed", **KEY}),
    "POST /tables/{game_id}/rematch": Call("playing", KEY, may_say=("game_not_finished",)),
    "POST /tables/{game_id}/replay/practice": Call(
        "playing", {"at": "1", "on": "0", "level": "random", **KEY}, may_say=("what_if_closed",)
    ),
    "POST /tables/{game_id}/moves": Call(
        "playing", {"decision": "0.999", "move": '{"type": "choose_card", "card": 1}', **KEY}
    ),
    "POST /tables/{game_id}/order": Call("playing", {"order": "decline", **KEY}, may_say=("no_responses",)),
    "POST /tables/{game_id}/resign": Call("playing", {"sure": "on", **KEY}),
    **{f"POST /tables/{{game_id}}/{path}": Call("playing", {"position": "0", **KEY}) for path in SECOND_THOUGHTS},
}

CALLS: Final[Mapping[str, Call]] = {**API_CALLS, **PAGE_CALLS}


def call_of(route: str) -> Call:
    """How a route is called; all that ask for nothing but a table that is played, or no table, need no word of their own."""
    return CALLS.get(route, OF_TABLE if "{game_id}" in route else Call())
