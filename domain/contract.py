"""What a game folder must bring before it is played: checked once, when the games are found.

The behaviour of rules is held to the laws (design 3) by tests. Here stands only what can be seen without playing.
"""

import inspect
from collections.abc import Iterable
from types import ModuleType
from typing import Any, TypeGuard, get_args

import msgspec

from domain import rules as contract
from domain.game import events
from domain.rules import Rules


def lacks_of(folder: str, module: ModuleType | None) -> list[str]:
    """List, as predicates of the game, all that the ``rules`` module of a folder lacks; empty if it is sound."""
    if module is None:
        return ["has no module named rules"]
    game = getattr(module, "GameRules", None)
    if not (isinstance(game, type) and issubclass(game, Rules)):
        return ["has no class GameRules(Rules) in its rules module"]
    return [
        *_lacks_in_methods(game),
        *_lacks_in_identity(folder, game),
        *_lacks_in_responses(game),
        *_lacks_in_options(getattr(game, "Options", None)),
        *_lacks_in_messages(game, "Move", contract.Move, forbidden=frozenset()),
        *_lacks_in_messages(game, "Event", contract.Event, forbidden=lifecycle_tags()),
        *_lacks_in_state(getattr(game, "State", None)),
    ]


def lifecycle_tags() -> frozenset[str]:
    """Give the tags of the table's own events, beside which those of a game stand in the log."""
    structs = (thing for thing in vars(events).values() if _is_struct(thing))
    return frozenset(tag for struct in structs if isinstance(tag := struct.__struct_config__.tag, str))


def _lacks_in_methods(game: type[Rules[Any, Any, Any, Any]]) -> Iterable[str]:
    if missing := sorted(game.__abstractmethods__):
        yield f"does not define {', '.join(missing)}"
    needed = [
        parameter.name
        for parameter in inspect.signature(game).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}
    ]
    if needed:
        yield f"cannot be built without {', '.join(needed)}: GameRules() must need nothing; what the data files say comes by with_data"


def _lacks_in_identity(folder: str, game: type[Rules[Any, Any, Any, Any]]) -> Iterable[str]:
    name = getattr(game, "name", None)
    if name != folder:
        yield f"has the name {name!r}, which must be that of its folder"
    title = getattr(game, "title", None)
    if not (isinstance(title, str) and title.strip()):
        yield f"has the title {title!r}, which must be a text"
    seats = getattr(game, "seats", None)
    if not (isinstance(seats, range) and seats and min(seats) >= 1):
        yield f"has the seats {seats!r}, which must be a range of seat counts from 1 up"
    for count_name in ("version", "longest_game"):
        count = getattr(game, count_name, None)
        if not (isinstance(count, int) and not isinstance(count, bool) and count >= 1):
            yield f"has the {count_name} {count!r}, which must be a number from 1 up"
    data_files = getattr(game, "data_files", None)
    if not (isinstance(data_files, tuple) and all(isinstance(file, str) for file in data_files)):
        yield f"has the data_files {data_files!r}, which must be a tuple of file names"
    elif data_files and game.with_data is Rules.with_data:
        yield "names data_files and does not define with_data"


def _lacks_in_responses(game: type[Rules[Any, Any, Any, Any]]) -> Iterable[str]:
    has_responses = getattr(game, "has_responses", None)
    if not isinstance(has_responses, bool):
        yield f"has the has_responses {has_responses!r}, which must be True or False"
        return
    defined = [name for name in ("decline", "turns_begun") if getattr(game, name) is not getattr(Rules, name)]
    if has_responses and len(defined) < 2:
        yield "has responses and does not define both decline and turns_begun"
    if defined and not has_responses:
        yield f"defines {' and '.join(defined)} and does not say has_responses"


def _lacks_in_options(options: Any) -> Iterable[str]:
    if not (_is_struct(options) and issubclass(options, contract.Options)):
        yield "has no Options, a subclass of domain.rules.Options"
        return
    yield from _unreadable("Options", options)
    for field in msgspec.structs.fields(options):
        if field.required:
            yield f"has no default for the option {field.name}"
        meta = [part for part in get_args(field.type) if isinstance(part, msgspec.Meta)]
        if not any(part.title for part in meta) or not any(part.description for part in meta):
            yield f"has no title or no help (Meta title and description) for the option {field.name}"


def _lacks_in_messages(
    game: type[Rules[Any, Any, Any, Any]], what: str, base: type[msgspec.Struct], forbidden: frozenset[str]
) -> Iterable[str]:
    """Check a tagged union (``Move`` or ``Event``): its tags are stored, so they are written, and unique."""
    union: Any = getattr(game, what, None)
    members: list[Any] = [union] if _is_struct(union) else list(get_args(union))
    if not members or not all(_is_struct(member) and issubclass(member, base) for member in members):
        yield f"has no {what}, a subclass of domain.rules.{what} or a union of such"
        return
    seen: set[str] = set()
    for member in members:
        config = member.__struct_config__
        if config.tag == member.__name__:
            yield f"has no written tag on {what.lower()} {member.__name__}"
        if not (config.frozen and config.forbid_unknown_fields and config.tag_field == "type"):
            yield f"has loosened the base of {what.lower()} {member.__name__}: frozen, tag_field or forbid_unknown_fields"
        if config.tag in seen:
            yield f"has the {what.lower()} tag {config.tag!r} twice"
        if config.tag in forbidden:
            yield f"has the {what.lower()} tag {config.tag!r}, which is one of the table's own (domain.game.events)"
        seen.add(config.tag)
    if len(seen) == len(members):
        yield from _unreadable(what, union)


def _lacks_in_state(state: Any) -> Iterable[str]:
    if not _is_struct(state):
        yield "has no State, a msgspec Struct"
        return
    yield from _unreadable("State", state)


def _unreadable(what: str, kind: Any) -> Iterable[str]:
    try:
        msgspec.json.Decoder(kind)
    except (TypeError, NameError) as error:
        yield f"has a {what} that msgspec cannot read: {error}"


def _is_struct(thing: Any) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct)
