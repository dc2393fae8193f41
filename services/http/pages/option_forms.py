"""Option forms from a game's ``Options``: titles, help, limits and defaults all come from the struct."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

PREFIX = "option."
"""Before the names of option fields in a form, so that no game's option meets a field of the form's own."""

Kind: TypeAlias = Literal["check", "number", "choose", "text"]


class FormField(NamedTuple):
    """One field of the form. ``value`` is what it shows, ``attributes`` the limits that a browser checks.

    ``help`` says the limits of a number too, so that nobody has to try them out.
    """

    name: str
    title: str
    help: str
    kind: Kind
    value: str
    attributes: Mapping[str, str]
    choices: tuple[str, ...]


class WrongOptions(Exception):
    """The form holds what cannot be chosen. ``field`` is the form field at fault, or ""."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def form_fields(options_type: Any, given: Mapping[str, str] | None = None) -> list[FormField]:
    """Give the form's fields, filled with what was given before, else with the defaults."""
    hints = get_type_hints(options_type, include_extras=True)
    return [
        shown._replace(choices=_as_written(hints[field.name], shown.choices))
        for field in _fields_of(options_type)
        for shown in [_form_field(field, given)]
    ]


def parse_options(options_type: Any, given: Mapping[str, str]) -> Any:
    """Read the options from the form's fields. Raises ``WrongOptions``."""
    values: dict[str, Any] = {}
    for field in _fields_of(options_type):
        base, _ = _unwrapped(field.type)
        text = given.get(PREFIX + field.encode_name)
        if isinstance(base, inspect.BoolType):
            values[field.encode_name] = text is not None
        elif text == "" and _is_optional(field) and not isinstance(base, inspect.StrType):
            values[field.encode_name] = None
        elif text is not None:
            values[field.encode_name] = _value_of(base, text)
    try:
        return msgspec.convert(values, options_type, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        name = PREFIX + where.rstrip("`") if where else ""
        raise WrongOptions(name, _what_is_wanted(options_type, name) or f"{what}.") from None


def _what_is_wanted(options_type: Any, name: str) -> str:
    """Say what a field takes, as far as the form knows it."""
    for field in form_fields(options_type):
        if field.name == name and field.choices:
            return f"{field.title} takes one of these: {', '.join(field.choices)}."
        if field.name == name and field.kind == "number":
            return f"{field.title} takes {_number_wanted(field.attributes)}."
    return ""


def _number_wanted(attributes: Mapping[str, str]) -> str:
    """Say which numbers a field takes."""
    match attributes.get("min"), attributes.get("max"):
        case None, None:
            return "a number"
        case lowest, None:
            return f"a number of at least {lowest}"
        case None, highest:
            return f"a number of at most {highest}"
        case lowest, highest:
            return f"a number from {lowest} to {highest}"


def _fields_of(options_type: Any) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(options_type)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _value_of(base: inspect.Type, text: str) -> Any:
    """Give the value that a text stands for: an item of a fixed choice, else the text, which is converted later."""
    for item in _items(base):
        if str(item) == text:
            return item
    return text


def _form_field(field: inspect.Field, given: Mapping[str, str] | None) -> FormField:
    base, extra = _unwrapped(field.type)
    name = PREFIX + field.encode_name
    items = tuple(str(item) for item in _items(base))
    kind: Kind = "text"
    attributes: dict[str, str] = {}
    if isinstance(base, inspect.BoolType):
        kind = "check"
    elif items:
        kind = "choose"
    elif isinstance(base, inspect.IntType | inspect.FloatType):
        kind = "number"
        attributes = _number_limits(base) | ({} if _is_optional(field) else {"required": "required"})
    elif isinstance(base, inspect.StrType) and base.max_length is not None:
        attributes = {"maxlength": str(base.max_length)}
    wanted = _number_wanted(attributes)
    limits = f"{wanted[:1].upper()}{wanted[1:]}." if kind == "number" and {"min", "max"} & attributes.keys() else ""
    return FormField(
        name=name,
        title=extra.get("title") or field.name.replace("_", " ").capitalize(),
        help=" ".join(part for part in (extra.get("description", ""), limits) if part),
        kind=kind,
        value=_shown(field, name, given, is_check=kind == "check"),
        attributes=attributes,
        choices=items,
    )


def _shown(field: inspect.Field, name: str, given: Mapping[str, str] | None, *, is_check: bool) -> str:
    """Give what the field shows; a ticked box shows "yes"."""
    if given is not None:
        return ("yes" if name in given else "") if is_check else given.get(name, "")
    default = field.default
    if default is msgspec.NODEFAULT:
        default = field.default_factory() if callable(field.default_factory) else ""
    if is_check:
        return "yes" if default is True else ""
    value = msgspec.to_builtins(default)
    return "" if value is None else str(value)


def _number_limits(base: inspect.IntType | inspect.FloatType) -> dict[str, str]:
    step = 1 if isinstance(base, inspect.IntType) else None
    lowest = base.ge if base.gt is None else base.gt + (step or 0)
    highest = base.le if base.lt is None else base.lt - (step or 0)
    limits = {"min": lowest, "max": highest, "step": base.multiple_of or step or "any"}
    return {name: str(limit) for name, limit in limits.items() if limit is not None}


def _is_optional(field: inspect.Field) -> bool:
    """Whether the game knows what it means that nothing is entered."""
    kind = field.type
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return isinstance(kind, inspect.UnionType) and kind.includes_none


def _unwrapped(kind: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    """Give the type behind annotations and an optional None, and what the annotations say of it."""
    extra: dict[str, Any] = {}
    while True:
        if isinstance(kind, inspect.Metadata):
            extra = {**(kind.extra_json_schema or {}), **extra}
            kind = kind.type
        elif isinstance(kind, inspect.UnionType) and kind.includes_none and len(kind.types) == 2:
            kind = next(part for part in kind.types if not isinstance(part, inspect.NoneType))
        else:
            return kind, extra


def _items(base: inspect.Type) -> tuple[Any, ...]:
    match base:
        case inspect.LiteralType():
            return tuple(base.values)
        case inspect.EnumType():
            return tuple(member.value for member in base.cls)
        case _:
            return ()


def _as_written(hint: Any, items: tuple[str, ...]) -> tuple[str, ...]:
    """Put the items of a ``Literal`` into the order in which the game wrote them; msgspec sorts them."""
    if get_origin(hint) is Literal:
        written = [str(item) for item in get_args(hint)]
        return tuple(sorted(items, key=written.index))
    for part in get_args(hint):
        items = _as_written(part, items)
    return items
