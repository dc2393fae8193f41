"""The description of the API is complete, valid and true."""

import json
import re
from typing import Any

import pytest
from openapi_schema_validator import OAS32Validator
from openapi_spec_validator import validate
from starlette.routing import Route

from services.http.errors import PROBLEMS
from tests.support.web import Person, Web, lists_catch_up, move_once, open_table


@pytest.fixture
def document(web: Web) -> dict[str, Any]:
    made: dict[str, Any] = web.app.openapi()
    return made


def check(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    """Hold a value to a schema of the document."""
    OAS32Validator({**schema, "components": document["components"]}).validate(value)


async def test_the_document_is_valid_and_served(web: Web, document: dict[str, Any]) -> None:
    validate(document)
    assert (await web.client().get("/openapi.json")).json() == document


def test_it_names_every_route_of_the_api(web: Web, document: dict[str, Any]) -> None:
    described = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    plain = {
        (method, route.path)
        for route in web.app.routes
        if type(route) is Route
        for method in (route.methods or ())
        if method != "HEAD"
    }
    assert described == plain
    assert described == {(endpoint.method, endpoint.path) for endpoint in web.app.state.endpoints}


def test_every_operation_has_an_id_of_its_own_and_says_who_may(document: dict[str, Any]) -> None:
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"] and operation["security"] and operation["tags"] for operation in operations)


def test_every_game_has_its_own_moves_options_and_state(web: Web, document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name in web.parts.games:
        game = "".join(word.capitalize() for word in name.split("_"))
        for part in ("Move", "Options", "State", "TableView", "NewGame", "Decision"):
            assert f"{game}.{part}" in schemas
    references = set(re.findall(r"#/components/schemas/([\w.]+)", str(document)))
    assert references <= set(schemas)


async def test_what_is_answered_has_the_shape_that_is_told(web: Web, document: dict[str, Any]) -> None:
    anna, bert = await web.guest("Anna"), await web.guest("Bert")
    for game in ("dragon_overload", "hidden_hoards"):
        game_id = await open_table([anna, bert], game, listed=True)
        await lists_catch_up(web)
        for person in (anna, bert):
            await check_reads(document, web, person, game_id)
        mover = anna if (await anna.get(f"/games/{game_id}")).json()["decision"] else bert
        check_answer(document, "POST", "/games/{game_id}/moves", await move_once(game_id, mover))
        resigned = await bert.post(f"/games/{game_id}/resign")
        check_answer(document, "POST", "/games/{game_id}/resign", resigned)
        check_answer(document, "POST", "/games/{game_id}/rematch", await bert.post(f"/games/{game_id}/rematch"))
        await lists_catch_up(web)
        await check_reads(document, web, anna, game_id)
    check_answer(document, "POST", "/games", await anna.post("/games", {"game": "chess", "seats": []}))
    check_answer(document, "POST", "/games", await anna.post("/games", []))
    check_answer(document, "GET", "/inbox", await web.client().get("/inbox"))


async def check_reads(document: dict[str, Any], web: Web, person: Person, game_id: str) -> None:
    """Hold every answer that can be read without changing anything to its schema."""
    for path, item in document["paths"].items():
        if "get" not in item or path == "/stream":
            continue
        url = path.replace("{game_id}", game_id).replace("{name}", "dragon_overload").replace("{player_id}", "me")
        url = url.replace("{position}", "3")
        check_answer(document, "GET", path, await person.get(url))


def check_answer(document: dict[str, Any], method: str, path: str, response: Any) -> None:
    """Hold an answer to what is told of its route, status and media type."""
    told = document["paths"][path][method.lower()]["responses"][str(response.status_code)]["content"]
    media_type = response.headers["content-type"].partition(";")[0]
    if "itemSchema" in told[media_type]:
        for line in response.text.splitlines():
            check(document, told[media_type]["itemSchema"], json.loads(line))
    else:
        is_json = media_type.endswith("json")
        check(document, told[media_type]["schema"], response.json() if is_json else response.text)


def test_moves_and_options_of_other_shapes_do_not_fit(document: dict[str, Any]) -> None:
    move = document["components"]["schemas"]["MoveBody"]
    check(document, move, {"decision": "0.1", "move": {"type": "place_card", "card": 3, "area": 0}})
    for wrong in ({"type": "fly"}, {"type": "place_card", "card": 45, "area": 0}, {"type": "place_card"}):
        assert not is_fitting(document, move, {"decision": "0.1", "move": wrong})
    new_game = document["components"]["schemas"]["NewGame"]
    seats = [{"kind": "host"}, {"kind": "open"}]
    check(document, new_game, {"game": "hidden_hoards", "seats": seats, "options": {"rounds": 4}})
    assert not is_fitting(document, new_game, {"game": "dragon_overload", "seats": seats, "options": {"rounds": 4}})
    assert not is_fitting(document, new_game, {"game": "dragon_overload", "seats": seats * 2})


def is_fitting(document: dict[str, Any], schema: dict[str, Any], value: Any) -> bool:
    return bool(OAS32Validator({**schema, "components": document["components"]}).is_valid(value))


def test_each_code_stands_at_its_status(document: dict[str, Any]) -> None:
    for item in document["paths"].values():
        for operation in item.values():
            for status, response in operation["responses"].items():
                for content in response.get("content", {}).values():
                    for part in content.get("schema", {}).get("allOf", ())[1:]:
                        assert {PROBLEMS[code].status for code in part["properties"]["code"]["enum"]} == {int(status)}
