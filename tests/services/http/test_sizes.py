"""Nothing that comes from outside may be of any length: addresses, headers, and every text and list in a body."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from services.http.bodies import Body
from services.http.limits import MOST_ADDRESS_BYTES, MOST_HEADER_BYTES
from services.http.positions import LONGEST_ID
from tests.support.web import Web


@pytest.mark.parametrize(
    ("headers", "query", "status", "code"),
    [
        ({}, "x" * MOST_ADDRESS_BYTES, 414, "address_too_long"),
        ({"X-Long": "x" * MOST_HEADER_BYTES}, "", 431, "headers_too_large"),
        ({f"X-{number}": "x" * 100 for number in range(MOST_HEADER_BYTES // 100)}, "", 431, "headers_too_large"),
        ({"Last-Event-ID": "x" * LONGEST_ID}, "x" * (MOST_ADDRESS_BYTES - 100), 200, ""),
    ],
)
async def test_addresses_and_headers_have_an_end(
    web: Web, headers: dict[str, str], query: str, status: int, code: str
) -> None:
    answer = await web.client(**headers).get(f"/games?cursor_{query}")
    assert (answer.status_code, answer.json().get("code", "")) == (status, code)
    page = await web.client(Accept="text/html", **headers).get(f"/rules?{query}")
    assert page.status_code == status
    assert (f'data-code="{code}"' in page.text) == bool(code)


def test_every_text_and_list_in_a_body_has_an_end() -> None:
    kinds = set(all_kinds(Body)) - {Body}
    assert len(kinds) > 10
    assert [endless for kind in kinds for endless in endless_parts(inspect.type_info(kind), kind.__name__)] == []


def test_one_without_an_end_is_found() -> None:
    class Endless(msgspec.Struct):
        word: str
        number: int = 0
        row: tuple[str, ...] = ()

    assert list(endless_parts(inspect.type_info(Endless), "")) == [".word", ".row", ".row[]"]


def all_kinds(kind: type[Any]) -> Iterator[type[Any]]:
    yield kind
    for child in kind.__subclasses__():
        yield from all_kinds(child)


def endless_parts(info: inspect.Type, path: str) -> Iterator[str]:
    """Name what may be of any length. ``Raw`` is decoded as what a game says, within the bound of its body."""
    match info:
        case inspect.Metadata(type=inner):
            yield from endless_parts(inner, path)
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from endless_parts(field.type, f"{path}.{field.name}")
        case inspect.UnionType(types=types):
            for kind in types:
                yield from endless_parts(kind, path)
        case inspect.StrType(max_length=None, pattern=None):
            yield path
        case (
            inspect.VarTupleType(item_type=item, max_length=longest)
            | inspect.ListType(item_type=item, max_length=longest)
        ):
            if longest is None:
                yield path
            yield from endless_parts(item, f"{path}[]")
        case inspect.DictType() | inspect.AnyType():
            yield path
