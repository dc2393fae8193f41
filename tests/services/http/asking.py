"""Asking a route as each of those who may ask, and reading from the answer whether it was a matter of rights."""

import re
from dataclasses import dataclass
from typing import Final, Literal

import httpx
from itsdangerous import URLSafeSerializer

from services.http.pages.forms import TOKEN_FIELD, VISITOR_COOKIE
from services.http.rights import API, Right
from tests.services.http.calls import Call, call_of
from tests.support.web import Person, Web, open_table

Asker = Literal["host", "seat", "spectator", "stranger", "nobody"]
ASKERS: Final[tuple[Asker, ...]] = ("nobody", "stranger", "spectator", "seat", "host")

FAILURE_CODE: Final = re.compile(r' data-code="(\w+)"')
VISITOR: Final = "somebody without a name"


@dataclass(frozen=True)
class People:
    """Who sits at the tables, and who does not. ``hidden`` tables show themselves to those alone who sit there."""

    web: Web
    host: Person
    seat: Person
    other: Person

    def client_of(self, asker: Asker) -> httpx.AsyncClient:
        match asker:
            case "nobody":
                client = self.web.client()
                client.cookies.set(VISITOR_COOKIE, VISITOR)
                return client
            case "host" | "seat":
                return self.person(asker).http
            case _:
                return self.other.http

    def person(self, asker: Asker) -> Person:
        return {"host": self.host, "seat": self.seat}.get(asker, self.other)

    def form_token(self, asker: Asker) -> str:
        owner = f"visitor {VISITOR}" if asker == "nobody" else f"player {self.person(asker).id}"
        signing_key = self.web.parts.install.signing_key("page forms")
        return str(URLSafeSerializer(signing_key, salt="form").dumps(owner))

    async def table(self, call: Call, *, is_hidden: bool) -> str:
        """Set up a table for a call; give its id."""
        if call.phase == "none":
            return "a" * 26
        third = [dict(call.third)] if call.phase == "open" else []
        return await open_table(
            [self.host, self.seat],
            "hidden_hoards",
            start=call.phase == "playing",
            seats=[{"kind": "host"}, {"kind": "open"}, *third],
            listed=not is_hidden,
            watchable=not is_hidden,
        )

    async def ask(self, route: str, asker: Asker, game_id: str, *, form_token: str | None = None) -> httpx.Response:
        """Send what the route wants. ``form_token``: in the place of the asker's own."""
        method, _, pattern = route.partition(" ")
        call, install = call_of(route), self.web.parts.install
        code = install.invite_code(game_id)
        if pattern.startswith("/enter/"):
            code = await self.web.parts.players.make_entry_code(self.host.id)
        values = {"game_id": game_id, "player_id": self.host.id, "name": "dragon_overload", "game": "dragon_overload"}
        values |= {"seat": "2", "position": "1", "code": code, "decision": "0.999", "digest": "x"}
        path = pattern.replace("{name:path}", "static/site.css").format_map(values) + call.query
        client = self.client_of(asker)
        if method in {"GET", "DELETE"}:
            return await client.request(method, path)
        if route in API:
            return await client.request(method, path, json=dict(call.body))
        other = install.pseudonym(self.seat.id, game_id)
        form = {name: value.replace("{other}", other) for name, value in call.body.items()}
        token = self.form_token(asker) if form_token is None else form_token
        return await client.post(path, data=form | {TOKEN_FIELD: token})


async def gather(web: Web) -> People:
    """Let everybody come."""
    return People(web, *[await web.guest(name) for name in ("Host", "Seat", "Other")])


def refusal_in(answer: httpx.Response) -> str:
    """Give the code of a refusal, "" where there is none. A page asks whoever has no name for one."""
    if answer.headers.get("content-type", "").startswith("application/problem+json"):
        return str(answer.json()["code"])
    if answer.status_code == 303 and answer.headers["location"].startswith("/welcome?next="):
        return "not_signed_in"
    found = FAILURE_CODE.search(answer.text)
    return "" if found is None else found[1]


def expected_of(right: Right, asker: Asker, *, is_hidden: bool) -> str:
    """Give the code by which the table of rights lets a route refuse an asker."""
    if asker == "nobody":
        return right.nobody or (right.stranger if is_hidden else right.spectator)
    return str(getattr(right, asker))
