"""Checks plain data, as it stands in a file, against a type, and complains in words that a host understands."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NoReturn

from msgspec import inspect

from domain.errors import BrokenGame

_NOBODY: Final[Collection[str]] = ()


def complain(place: str, complaint: str) -> NoReturn:
    """Refuse a card set. ``place``: the file, the entry and the path of fields to what is wrong."""
    raise BrokenGame(f"{place}: {complaint}.")


def check_struct(place: str, value: Any, of: type, besides: Collection[str] = _NOBODY) -> None:
    """Raise ``BrokenGame`` unless a table has the fields of a ``Struct``, each as its type says; ``besides``: others it may have."""
    kind = inspect.type_info(of)
    assert isinstance(kind, inspect.StructType)
    if not isinstance(value, Mapping):
        complain(place, "must be a table")
    tag_field = (kind.tag_field,) if kind.tag_field else ()
    fields = {field.encode_name: field for field in kind.fields}
    known = [*tag_field, *fields, *besides]
    for name in value:
        if name not in known:
            complain(f"{place}, {name}", f"is unknown; there {_is_or_are(known)}")
    for name, field in fields.items():
        if name in value:
            _check(f"{place}, {name}", value[name], field.type)
        elif field.required:
            complain(f"{place}, {name}", "is missing")


def _check(place: str, value: Any, kind: inspect.Type) -> None:
    match kind:
        case inspect.StructType():
            check_struct(place, value, kind.cls)
        case inspect.UnionType():
            (only,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
            _check(place, value, only)
        case inspect.VarTupleType():
            _check_list(place, value, kind)
        case _ if not _is_one(value, kind):
            complain(place, f"is {shown(value)}, and must be {_words(kind)}")


def _check_list(place: str, value: Any, kind: inspect.VarTupleType) -> None:
    if not isinstance(value, list) or not value:
        complain(place, f"must be a list of at least one, each {_words(kind.item_type)}")
    for number, item in enumerate(value, start=1):
        _check(place, item, kind.item_type)
        if item in value[: number - 1]:
            complain(place, f"has {shown(item)} twice")


def _is_one(value: Any, kind: inspect.Type) -> bool:
    match kind:
        case inspect.IntType(ge=least, le=most):
            assert least is not None
            assert most is not None
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.StrType(max_length=longest):
            assert longest is not None
            is_line = isinstance(value, str) and value.isprintable() and value == value.strip()
            return is_line and 0 < len(value) <= longest
        case inspect.LiteralType(values=values):
            return value in values
        case _:
            raise AssertionError(kind)


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType(ge=least, le=most):
            return f"a number from {least} to {most}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType(max_length=longest):
            return f"one line of 1 to {longest} characters, without spaces around it"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case _:
            raise AssertionError(kind)


def shown(value: Any) -> str:
    """Give a value as it may stand in a complaint: on one line, and cut short."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _is_or_are(names: Collection[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"
