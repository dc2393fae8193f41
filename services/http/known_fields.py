"""What a body could have said where it said something unknown: the fields, types or words that there are.

They are those of the API description, the same for everybody and at every moment.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
"""A step of a path such as ``$.seats[0].kind``; ``[...]`` is some value of a mapping."""


def known_there(kind: Any, data: bytes | msgspec.Raw, message: str, path: str) -> str:
    """Give what to add to msgspec's message: which fields, types or words are known at ``path``, or "".

    ``kind``: what ``data`` was decoded as. Asked for after a failure only, so it may take its time.
    """
    steps = [name or index for name, index in _STEP.findall(path)]
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):  # further on than what was told of
        return ""
    if message.startswith("Object contains unknown field"):
        return _listed("it takes", _fields_at(kind, found, steps))
    if message.startswith("Object missing required field"):
        return _listed("there are", _tags(_structs(_at(kind, found, steps)), message.split("`")[1]))
    if message.startswith("Invalid enum value"):
        return _listed("there are", _words_at(_at(kind, found, steps)))
    if message.startswith("Invalid value") and steps:
        return _listed("there are", _tags(_structs(_at(kind, found, steps[:-1])), steps[-1]))
    return ""


def _listed(lead: str, words: list[str]) -> str:
    return f"; {lead}: {', '.join(words)}" if words else ""


def _fields_at(kind: Any, found: Any, steps: list[str]) -> list[str]:
    for struct in _structs(_at(kind, found, steps), _value_at(found, steps)):
        tag = [struct.tag_field] if struct.tag_field is not None else []
        return [*tag, *(field.encode_name for field in struct.fields)] or ["nothing"]
    return []


def _tags(structs: Iterator[inspect.StructType], field: str) -> list[str]:
    return [str(struct.tag) for struct in structs if struct.tag_field == field]


def _words_at(kinds: list[inspect.Type]) -> list[str]:
    return [str(word) for kind in kinds if isinstance(kind, inspect.LiteralType) for word in kind.values]


def _structs(kinds: list[inspect.Type], value: Any = None) -> Iterator[inspect.StructType]:
    """Give those that are structs; with a value, only those whose type it has."""
    for kind in kinds:
        if isinstance(kind, inspect.StructType) and (
            not isinstance(value, dict) or kind.tag_field is None or value.get(kind.tag_field) == kind.tag
        ):
            yield kind


def _at(kind: Any, found: Any, steps: list[str]) -> list[inspect.Type]:
    """Give the types that may stand at the end of a path."""
    kinds = _members(inspect.type_info(kind))
    for place, step in enumerate(steps):
        value = _value_at(found, steps[:place])
        kinds = [one for whole in kinds for part in _parts(whole, value, step) for one in _members(part)]
    return kinds


def _members(kind: inspect.Type) -> list[inspect.Type]:
    """Give what a type may be, without what is said about it."""
    match kind:
        case inspect.Metadata(type=inner):
            return _members(inner)
        case inspect.UnionType(types=types):
            return [one for member in types for one in _members(member)]
        case _:
            return [kind]


def _parts(kind: inspect.Type, value: Any, step: str) -> Iterator[inspect.Type]:
    """Give the types of what stands in ``kind`` a step further."""
    match kind:
        case inspect.StructType():
            for struct in _structs([kind], value):
                yield from (field.type for field in struct.fields if field.encode_name == step)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield item
        case inspect.DictType(value_type=item):
            yield item


def _value_at(found: Any, steps: list[str]) -> Any:
    """Give what stands at the end of a path, or None where the path does not say which of several it is."""
    for step in steps:
        if isinstance(found, dict):
            found = found.get(step)
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
    return found
