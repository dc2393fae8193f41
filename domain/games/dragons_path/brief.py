"""What the other player does, in the few words that a prompt on a small screen has room for."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from domain.games.dragons_path.effects import NUMBER_WORDS, Action, Steps

_THEY: Final[Mapping[Action, Callable[[str], str]]] = MappingProxyType(
    {
        "burn": "burn {} of yours".format,
        "discard": "discard {}".format,
        "draw": "draw {}".format,
        "exchange": "exchange {} in a path".format,
        "gift": "choose who draws {}".format,
        "peek": "look at your hand and choose {} that you discard".format,
        "play": "play {} more".format,
        "protect": "protect their path".format,
        "raise": "lay {} of their pile".format,
        "renew": "choose who draws and discards {}".format,
        "return": "send {} of yours back".format,
        "search": "search for {}".format,
        "swap": "swap {} of theirs and yours".format,
        "take_back": "take {} back".format,
    }
)
_OTHERS: Final[Mapping[Action, Callable[[str], str]]] = MappingProxyType(
    {"both_draw": "both draw {}".format, "they_discard": "you discard {}".format}
)


def in_brief(steps: Steps) -> str:
    """Give what the steps do, to who may respond: "they draw two, you discard one"."""
    parts: list[str] = []
    for number, step in enumerate(steps):
        count = NUMBER_WORDS[step.count]
        if step.do in _OTHERS:
            parts.append(_OTHERS[step.do](count))
        else:
            is_named = number > 0 and steps[number - 1].do in _THEY
            parts.append(_THEY[step.do](count) if is_named else f"they {_THEY[step.do](count)}")
    return ", ".join(parts)
