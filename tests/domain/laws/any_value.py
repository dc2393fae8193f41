"""Values of any msgspec type at random, within its bounds: options to play with, and moves nobody would make."""

import random
from collections.abc import Hashable
from functools import cache
from typing import Any

from msgspec import inspect

SMALLEST, GREATEST = -2, 30
"""Between these lie whole numbers without bounds: cards, seats and places are small."""


def any_value(kind: Any, generator: random.Random) -> Any:
    """Give a value of ``kind``: a Struct or union of Structs, whose fields are of plain kinds."""
    return _value(_described(kind), generator)


def any_neighbour(value: Any, generator: random.Random) -> Any:
    """Give a Struct that differs from ``value`` in at most one field."""
    kind: Any = type(value)
    fields = _described(kind).fields
    if not fields:
        return value
    chosen = generator.choice(fields)
    values = {field.name: getattr(value, field.name) for field in fields}
    return type(value)(**{**values, chosen.name: _value(chosen.type, generator)})


@cache
def _described(kind: Hashable) -> Any:
    return inspect.type_info(kind)


def _value(kind: Any, generator: random.Random) -> Any:  # noqa: C901, PLR0911 - a branch for each kind
    match kind:
        case inspect.Metadata(type=inner):
            return _value(inner, generator)
        case inspect.UnionType(types=kinds):
            return _value(generator.choice(kinds), generator)
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: _value(field.type, generator) for field in fields})
        case inspect.BoolType():
            return generator.random() < 0.5
        case inspect.IntType():
            return _whole_number(kind, generator)
        case inspect.FloatType():
            return generator.uniform(0.0, 1.0)
        case inspect.StrType():
            return "".join(generator.choice("abc") for _ in range(generator.randrange(4)))
        case inspect.NoneType():
            return None
        case inspect.LiteralType(values=values):
            return generator.choice(values)
        case inspect.EnumType(cls=cls):
            return generator.choice(list(cls))
        case inspect.TupleType(item_types=kinds):
            return tuple(_value(inner, generator) for inner in kinds)
        case inspect.VarTupleType(item_type=inner):
            return tuple(_value(inner, generator) for _ in range(_length(kind, generator)))
        case inspect.ListType(item_type=inner):
            return [_value(inner, generator) for _ in range(_length(kind, generator))]
        case _:
            raise TypeError(f"no values known for {kind!r}: add the kind here")


def _whole_number(kind: inspect.IntType, generator: random.Random) -> int:
    least = next(
        (bound for bound in (kind.ge, None if kind.gt is None else kind.gt + 1) if bound is not None), SMALLEST
    )
    most = next((bound for bound in (kind.le, None if kind.lt is None else kind.lt - 1) if bound is not None), GREATEST)
    return generator.randint(int(least), max(int(most), int(least)))


def _length(kind: Any, generator: random.Random) -> int:
    least = kind.min_length or 0
    return generator.randint(least, least + 3 if kind.max_length is None else kind.max_length)
