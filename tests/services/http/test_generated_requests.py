"""Requests drawn from the OpenAPI document, such as fit it and such as do not: all are answered as it tells, none by a fault.

Schemathesis draws them: for each route first the edges of what its schema allows, then a few at random, the same ones each
time. They go to tables that exist, as well as to none.
"""

import asyncio
import contextlib
import itertools
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from services.http.rights import API
from tests.support.web import Person, Web, open_table, open_web_of_its_own

AT_RANDOM: Final = 12
"""Requests of either kind for each route."""

MOST_EDGES: Final = 60

CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]

ROUTES: Final = [tuple(route.split()) for route in API if route != "GET /stream"]  # which never ends

GAME_ID: Final = re.compile("[a-z2-7]{26}")


@dataclass
class Ground:
    """An application, people, and tables in every phase; ``appended`` counts the commits of all games."""

    web: Web
    people: tuple[Person, Person]
    schema: Any
    client: httpx.AsyncClient
    appended: list[str] = field(default_factory=list)

    async def tables(self) -> Iterator[str]:
        """Make a table of each phase; give their ids, over and over."""
        people = list(self.people)
        seats = [{"kind": "host"}, {"kind": "open"}]
        waiting = await open_table(people[:1], "dragon_overload", start=False, seats=seats)
        playing = await open_table(people, "hidden_hoards")
        finished = await open_table(people, "dragon_overload")
        await people[1].post(f"/games/{finished}/resign")
        return itertools.cycle([waiting, playing, finished])


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def ground(runner: asyncio.Runner) -> Iterator[Ground]:
    opening = _ground()
    yield runner.run(opening.__anext__())
    runner.run(opening.aclose())


async def _ground() -> AsyncGenerator[Ground, None]:
    async with open_web_of_its_own() as web:
        people = (await web.guest("Anna"), await web.guest("Bert"))
        schema = schemathesis.openapi.from_dict(web.app.openapi(), config=schemathesis.Config(seed=1))
        ground = Ground(web, people, schema, web.client())
        append: Any = web.parts.store.append

        async def count_and_append(game_id: str, *arguments: Any, **keywords: Any) -> None:
            ground.appended.append(game_id)
            await append(game_id, *arguments, **keywords)

        web.parts.store.append = count_and_append  # type: ignore[method-assign]
        yield ground


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_whatever_is_asked_is_answered_as_the_document_tells(
    runner: asyncio.Runner, ground: Ground, route: tuple[str, str]
) -> None:
    method, path = route
    operation = ground.schema[path][method]
    tables = runner.run(ground.tables())

    def ask(case: Case) -> None:
        if GAME_ID.fullmatch(str((case.path_parameters or {}).get("game_id", ""))):
            case.path_parameters = {**case.path_parameters, "game_id": next(tables)}
        before = len(ground.appended)
        response = runner.run(send(ground, case))
        case.validate_response(response, checks=CHECKS)
        assert response.status_code < 400 or len(ground.appended) == before

    for case in itertools.islice(edges_of(operation), MOST_EDGES):
        ask(case)
    for mode in GenerationMode:
        at_random(operation.as_strategy(generation_mode=mode), ask)


def edges_of(operation: Any) -> Iterator[Case]:
    """Give the cases at the edges of a route's schema, on both sides."""
    found: Iterator[Case] = operation.schema.iter_coverage_cases(
        operation,
        generation_modes=list(GenerationMode),
        generation_config=operation.schema.config.generation_for(operation=operation),
    )
    return found


def at_random(strategy: Any, ask: Any) -> None:
    """Draw some cases, always the same."""

    @settings(
        max_examples=AT_RANDOM,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def draw(case: Case) -> None:
        ask(case)

    with contextlib.suppress(Unsatisfiable):  # nothing in such a request could be wrong
        draw()


async def send(ground: Ground, case: Case) -> httpx.Response:
    """Send a case as the first person, who gives a token that may be used up."""
    person = ground.people[0]
    token = person.token
    if case.path.endswith("/tokens/current"):
        token = (await person.post("/players/me/tokens")).json()["token"]
    sent: dict[str, Any] = case.as_transport_kwargs(base_url="http://dragons.test")
    headers: Mapping[str, Any] = {"Authorization": f"Bearer {token}", **sent.pop("headers")}
    cookies = sent.pop("cookies", None) or {}
    if "data" in sent:
        sent["content"] = sent.pop("data")
    raw = [
        (name.encode("latin-1", "replace"), str(value).encode("latin-1", "replace")) for name, value in headers.items()
    ]
    if cookies:
        raw.append((b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode("utf-8")))
    ground.client.cookies.clear()
    return await ground.client.request(headers=raw, **sent)
