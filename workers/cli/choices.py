"""What several commands ask for: a game, its options, bots, settings. Wrong answers get a sentence."""

import logging
import os
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from domain.bots import Bot, bot_of
from domain.registry import Games
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.settings import Settings, read_settings, unknown_variables

log = logging.getLogger(__name__)


class InvalidChoice(Exception):
    """An argument of a command cannot be used; the text says what would be right."""

    code: ClassVar[str] = "invalid_choice"


def settings_from(**overrides: Any) -> Settings:
    """Read the settings from the environment of this process; options that were given come first."""
    return read_settings(os.environ, **overrides)


def installed_games() -> Games:
    """Give the games, over the host's data sets where there are any. Raises ``BrokenGame`` or ``SettingsError``."""
    return games_with_data(data_sets=settings_from().data_sets_dir)


def warn_of_unknown_variables() -> None:
    """Log variables that look like settings and are none."""
    for name, meant in unknown_variables(os.environ).items():
        log.warning("unknown_variable", extra={"variable": name, "probably_meant": meant})


def check_seat_count(rules: AnyRules, count: int) -> None:
    """Raise ``InvalidChoice`` unless the game can be played by so many."""
    if count not in rules.seats:
        low, high = min(rules.seats), max(rules.seats)
        wanted = str(low) if low == high else f"{low} to {high}"
        raise InvalidChoice(f"{rules.title} is played by {wanted} players, not {count}.")


def bots_of(levels: str) -> list[Bot]:
    """Give the bots of a list such as ``greedy,random``. Raises ``UnknownBot``."""
    return [bot_of(level.strip()) for level in levels.split(",")]


def options_of(rules: AnyRules, assignments: Sequence[str]) -> Any:
    """Give the game's options from texts such as ``rounds=4``; the rest are the defaults. Raises ``InvalidChoice``."""
    names = [field.name for field in msgspec.structs.fields(rules.Options)]
    given: dict[str, str] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals or name not in names:
            offered = f"its options are: {', '.join(names)}" if names else "it has no options"
            raise InvalidChoice(f"--option {assignment}: write name=value for an option of {rules.title}; {offered}.")
        given[name] = value
    try:
        return msgspec.convert(given, rules.Options, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidChoice(f"The options do not fit {rules.title}: {error}.") from None
