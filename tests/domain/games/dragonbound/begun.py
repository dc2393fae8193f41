"""One effect of seat 0 alone: what it does once it is begun, or that it can do nothing."""

from domain.games.dragonbound.effects.command import GainCommand
from tests.domain.games.dragonbound.card_sets import Part, on
from tests.domain.games.dragonbound.sayings import began, done, drop, dropped, effect, use
from tests.domain.games.dragonbound.table import Case, Expected, Fact, given, has_effect, waiting

ONE = effect(0, "spiritual5", "discarded")
OTHER = effect(0, "spiritual5", "discarded", number=1)


def begun(part: Part, *facts: Fact) -> Case:
    """The effect was triggered, and its player uses it."""
    return given(*facts, has_effect("spiritual5", on("discarded", part)), waiting(ONE)).when(use())


def does(*inner: Expected) -> Expected:
    """It begins, does this unasked, and ends."""
    return done(ONE, *inner)


def asks_after(*inner: Expected) -> Expected:
    """It begins, does this, and is not at its end."""
    return (began(ONE), *inner)


def can_do_nothing(part: Part, *facts: Fact) -> None:
    """Once its player has declined another, which can always happen, it is dropped."""
    both = has_effect("spiritual5", on("discarded", part), on("discarded", GainCommand()))
    given(*facts, both, waiting(ONE, OTHER)).when(drop(1)).then(
        dropped(OTHER, "declined", 1), dropped(ONE, "nothing_to_do")
    ).asks(0, "turn")
