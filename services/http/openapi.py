"""The OpenAPI 3.2 document, made from the same entries as the routes, and from the types that read and write."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domain.registry import Games
from domain.rules import AnyRules
from services.http.bodies import answer
from services.http.endpoints import Endpoint, Text
from services.http.errors import MEDIA_TYPE as PROBLEM_TYPE
from services.http.errors import PROBLEMS, Problem
from services.http.games import AnyTableView, Left, MoveBody, NewGame
from services.http.identity import COOKIE
from services.http.past import AnyPastTableView
from services.http.rights import Row, row_of
from services.http.table_view import TableView

REF: Final = "#/components/schemas/{name}"
PATH_PARAMETER: Final = re.compile(r"\{(\w+)\}")

PATH_SCHEMAS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "game_id": ("The id of a table.", {"type": "string", "pattern": "^[a-z2-7]{26}$"}),
    "player_id": ("The id of a player, or me.", {"type": "string"}),
    "seat": (
        "A place at the table, counted from 0; sentences count from 1.",
        {"type": "integer", "minimum": 0, "maximum": 99},
    ),
    "name": ("The name of an installed game.", {"type": "string"}),
    "position": ("A position of the table, counted from 1 by those eyes that look.", {"type": "integer", "minimum": 1}),
}

EVERYWHERE: Final = ("internal_error", "store_unavailable", "address_too_long", "headers_too_large")
WITH_BODY: Final = ("malformed_json", "body_too_large", "unsupported_media_type", "invalid_body")


class OpenApi(msgspec.Struct, frozen=True, kw_only=True):
    """An OpenAPI document."""

    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


class OpenApiRoutes:
    """The route of the document."""

    def __init__(self, games: Games, endpoints: Iterable[Endpoint]) -> None:
        self._games = games
        self._described = [*endpoints, *self.endpoints()]

    def endpoints(self) -> list[Endpoint]:
        """Give the route."""
        return [
            Endpoint(
                "GET",
                "/openapi.json",
                self.openapi,
                "Read this document",
                {200: OpenApi},
                tags=("server",),
            )
        ]

    async def openapi(self, request: Request) -> Response:
        """GET /openapi.json."""
        del request
        return answer(self.document(), headers={"Cache-Control": "no-cache"})

    def document(self) -> dict[str, Any]:
        """Give the document, made when it is first asked for."""
        return self._document

    @cached_property
    def _document(self) -> dict[str, Any]:
        document = _Writer(self._games, self._described).document()
        made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))  # as a reader gets it
        return made


class _Writer:
    """Writes one document. Types common to all games are described once, those of a game under its own name."""

    def __init__(self, games: Games, endpoints: list[Endpoint]) -> None:
        self._games = games
        self._endpoints = endpoints
        self._types: list[Any] = [Problem]
        for endpoint in endpoints:
            for kind in (
                endpoint.body,
                *(kind for found in endpoint.answers.values() for kind in _content_types(found)),
            ):
                if kind is not None and kind not in self._types and kind not in OF_EACH_GAME:
                    self._types.append(kind)
        refs, self._schemas = msgspec.json.schema_components(self._types, ref_template=REF)
        self._refs = list(refs)

    def document(self) -> dict[str, Any]:
        self._describe_games()
        paths: dict[str, Any] = {}
        for endpoint in self._endpoints:
            paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = self._operation(endpoint)
        return {
            "openapi": "3.2.0",
            "info": {
                "title": "Dragonpost",
                "version": _version(),
                "description": (
                    "Play-by-post dragon card games. Whoever sees a table sees it through the eyes of a seat or of the "
                    "spectator; a position counts the commits that told these eyes something. Errors are problem "
                    "documents (RFC 9457) with a stable code. Every answer names its request as X-Request-Id, by which "
                    "whoever runs the server finds it in the logs."
                ),
            },
            "paths": paths,
            "components": {
                "schemas": dict(sorted(self._schemas.items())),
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer"},
                    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                },
            },
        }

    # The games

    def _describe_games(self) -> None:
        """Add the types that hold a game's own parts, for each game, and for any game as a choice of those."""
        seen = {name: schema for name, schema in _components_of(AnyTableView).items() if "_Any_" not in name}
        self._shared = set(seen)
        self._schemas |= seen | _components_of(NewGame) | _components_of(MoveBody)
        names = [self._describe_game(rules) for rules in self._games.values()]
        games = list(self._games)
        self._schemas["AnyTableView"] = _choice(
            {game: f"{name}.TableView" for game, name in zip(games, names, strict=True)}
        )
        self._schemas["NewGame"] = _choice({game: f"{name}.NewGame" for game, name in zip(games, names, strict=True)})
        self._schemas["MoveBody"]["properties"]["move"] = {"anyOf": [_ref(f"{name}.Move") for name in names]}
        for kind in (Left, AnyPastTableView):
            self._describe_around_a_table(kind)

    def _describe_around_a_table(self, kind: Any) -> None:
        """Add a type that has any game's view among its fields."""
        parts = _components_of(kind)
        name = OF_EACH_GAME[kind]
        (full_name,) = (part for part in parts if part == name or part.startswith(f"{name.removeprefix('Any')}_"))
        schema = parts[full_name] | {"title": name}
        is_optional = "anyOf" in schema["properties"]["table"]
        view = _ref("AnyTableView")
        schema["properties"]["table"] = {"anyOf": [view, {"type": "null"}]} if is_optional else view
        self._schemas |= {part: described for part, described in parts.items() if "_Any_" not in part} | {name: schema}

    def _describe_game(self, rules: AnyRules) -> str:
        """Add the types of one game, each under a name that begins with that of the game; give this name."""
        game = _title(rules.name)
        generic: Any = TableView
        kinds = [rules.Options, rules.Move, rules.State, generic[rules.Options, rules.Move, rules.State]]
        refs, parts = msgspec.json.schema_components(kinds, ref_template=REF)
        names = {name: f"{game}.{name}" for name in parts if name not in self._shared}
        for ref, name in zip(refs, ("Options", "Move", "State", "TableView"), strict=True):
            if "$ref" in ref:
                names[_name_in(ref["$ref"])] = f"{game}.{name}"
        names |= {name: f"{game}.Decision" for name in parts if name.startswith("SeenDecision_")}
        for name, schema in parts.items():
            if name in names:
                self._schemas[names[name]] = _renamed(schema, names) | {"title": names[name]}
        self._schemas.setdefault(f"{game}.Move", _renamed(refs[1], names))  # a union, which has no name of its own
        self._schemas[f"{game}.TableView"]["properties"]["game"] = {"const": rules.name}
        self._schemas[f"{game}.NewGame"] = self._new_game(rules, game)
        return game

    def _new_game(self, rules: AnyRules, game: str) -> dict[str, Any]:
        schema: dict[str, Any] = _components_of(NewGame)["NewGame"]
        seats = schema["properties"]["seats"] | {"minItems": min(rules.seats), "maxItems": max(rules.seats)}
        own = {"game": {"const": rules.name}, "options": _ref(f"{game}.Options"), "seats": seats}
        return schema | {"title": f"{game}.NewGame", "properties": schema["properties"] | own}

    # The routes

    def _operation(self, endpoint: Endpoint) -> dict[str, Any]:
        operation: dict[str, Any] = {
            "operationId": f"{endpoint.method.lower()}_" + re.sub(r"\W+", "_", endpoint.path).strip("_"),
            "summary": endpoint.summary,
            "tags": list(endpoint.tags),
            "parameters": list(_parameters(endpoint)),
            "responses": self._responses(endpoint),
            "security": [{"token": []}, {"session": []}, *([{}] if _row_of(endpoint).is_open else [])],
        }
        if endpoint.body is not None:
            operation["requestBody"] = {
                "required": any(field.required for field in msgspec.structs.fields(endpoint.body)),
                "content": {"application/json": {"schema": self._schema(endpoint.body)}},
            }
        return operation

    def _responses(self, endpoint: Endpoint) -> dict[str, Any]:
        responses: dict[str, Any] = {}
        for status, kind in endpoint.answers.items():
            match kind:
                case None:
                    responses[str(status)] = {"description": "Nothing to tell."}
                case Text(media_type=media_type, description=description, items=()):
                    content = {media_type: {"schema": {"type": "string"}}}
                    responses[str(status)] = {"description": description, "content": content}
                case Text(media_type=media_type, description=description, items=items):
                    content = {
                        media_type: {
                            "itemSchema": _item_schema(media_type, {"anyOf": [self._schema(kind) for kind in items]})
                        }
                    }
                    responses[str(status)] = {"description": description, "content": content}
                case _:
                    schema = self._schema(kind)
                    responses[str(status)] = {
                        "description": "Done.",
                        "content": {"application/json": {"schema": schema}},
                    }
        for status, codes in _problems(endpoint).items():
            schema = {
                "allOf": [_ref("Problem"), {"properties": {"code": {"enum": codes}, "status": {"const": status}}}]
            }
            description = "; ".join(f"{code}: {PROBLEMS[code].title}" for code in codes) + "."
            responses[str(status)] = {"description": description, "content": {PROBLEM_TYPE: {"schema": schema}}}
        return responses

    def _schema(self, kind: Any) -> dict[str, Any]:
        if kind in OF_EACH_GAME:
            return _ref(OF_EACH_GAME[kind])
        return dict(self._refs[self._types.index(kind)])


OF_EACH_GAME: Final[Mapping[Any, str]] = {
    AnyTableView: "AnyTableView",
    AnyPastTableView: "AnyPastTableView",
    Left: "Left",
    NewGame: "NewGame",
    MoveBody: "MoveBody",
}
"""Types that hold a part of a game's own, and the names under which they are described."""


def _components_of(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema_components([kind], ref_template=REF)[1]


def _content_types(found: Any) -> tuple[Any, ...]:
    return found.items if isinstance(found, Text) else (found,)


def _item_schema(media_type: str, data: dict[str, Any]) -> dict[str, Any]:
    """Describe one item of a row: in a stream of events, the parts of an event."""
    if media_type != "text/event-stream":
        return data
    return {
        "type": "object",
        "required": ["event", "id", "data"],
        "properties": {
            "event": {"type": "string", "enum": ["table", "gone", "reset"]},
            "id": {"type": "string"},
            "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": data},
            "retry": {"type": "integer", "minimum": 0},
        },
    }


def _parameters(endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    for name in PATH_PARAMETER.findall(endpoint.path):
        description, schema = PATH_SCHEMAS[name]
        yield {"name": name, "in": "path", "required": True, "description": description, "schema": schema}
    for parameter in endpoint.parameters:
        yield {
            "name": parameter.name,
            "in": parameter.place,
            "required": False,
            "description": parameter.description,
            "schema": parameter.schema,
        }


def _problems(endpoint: Endpoint) -> dict[int, list[str]]:
    """Give the codes by status, all that the route can answer with."""
    codes = {*endpoint.problems, *EVERYWHERE, "invalid_credentials"}
    row = _row_of(endpoint)
    if not row.is_open:
        codes.add("not_signed_in")
    if row.rate != "free":
        codes.add("rate_limited")
    if row.rate == "table":
        codes.add("too_many_tables")
    if endpoint.body is not None:
        codes.update(WITH_BODY)
    by_status: dict[int, list[str]] = {}
    for code in sorted(codes):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    return dict(sorted(by_status.items()))


def _row_of(endpoint: Endpoint) -> Row:
    return row_of(endpoint.method, endpoint.path)


def _choice(views: Mapping[str, str]) -> dict[str, Any]:
    """One of the games' views, told apart by the field ``game``."""
    return {
        "anyOf": [_ref(view) for view in views.values()],
        "discriminator": {
            "propertyName": "game",
            "mapping": {game: REF.format(name=view) for game, view in views.items()},
        },
    }


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """Give a schema whose references go to new names."""
    if isinstance(schema, dict):
        return {
            key: _moved(value, names)
            if key == "$ref"
            else {tag: _moved(ref, names) for tag, ref in value.items()}
            if key == "mapping"
            else _renamed(value, names)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_renamed(part, names) for part in schema]
    return schema


def _moved(ref: str, names: Mapping[str, str]) -> str:
    name = _name_in(ref)
    return REF.format(name=names.get(name, name))


def _name_in(ref: str) -> str:
    return ref.rpartition("/")[2]


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": REF.format(name=name)}


def _title(name: str) -> str:
    """Give a game's name as part of the name of a type."""
    return "".join(word.capitalize() for word in name.split("_"))


def _version() -> str:
    try:
        return version("dragonpost")
    except PackageNotFoundError:
        return "0"
