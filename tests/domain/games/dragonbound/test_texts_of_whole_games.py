"""Texts in whole games: they fit, they tell moves apart, and they name no card that the reader does not know."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import Struct

from domain.chance import RandomChance
from domain.games.dragonbound.card_set import Effect, effect_of
from domain.games.dragonbound.cards import DRAGONS, ORBS, Card
from domain.games.dragonbound.effects.control import ChooseOne
from domain.games.dragonbound.effects.decks import Draw
from domain.games.dragonbound.effects.step import Node
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.state import State
from domain.ids import Viewer, viewers
from domain.rules import UNKNOWN
from tests.domain.games.dragonbound.speaking import NAMES as DRAGON_NAMES
from tests.domain.games.dragonbound.speaking import speaking
from tests.domain.laws.any_value import any_neighbour, any_value

NAMES = ("A rather long name, it is", "Ben", "Cara", "Dan")
LINE_WIDTH = 80
PHONE_LINE = 120
"""Three lines of a small screen."""


def _node(number: int) -> Node:
    word = VOCABULARY[number % len(VOCABULARY)]
    if word is ChooseOne:
        return Node(step=word(), options=((Node(step=Draw()),), (_node(number + 1),)))
    return Node(step=word(), then=(Node(step=Draw()),) if word.is_condition else ())


def _effects(number: int) -> tuple[Effect, ...]:
    return (effect_of(("command", "stack"), (_node(number),)), effect_of(("discarded", "appear"), (_node(number + 9),)))


RULES = speaking({name: _effects(number) for number, name in enumerate(DRAGON_NAMES)})
"""Every word of the vocabulary on several dragons, by every trigger."""


class Told(Struct):
    """An event as somebody is told of it, the state before it, and who that is."""

    before: State
    event: DragonboundEvent
    viewer: Viewer


class Game(Struct):
    """Moments in which somebody must decide, and all that was told."""

    moments: list[State]
    told: list[Told]


@cache
def games(seat_count: int) -> tuple[Game, ...]:
    return tuple(_played(seat_count, seed) for seed in range(3))


def _played(seat_count: int, seed: int) -> Game:
    generator = random.Random(seed)
    chance, options = RandomChance(generator), RULES.Options()
    state, game = RULES.new_state(options, seat_count), Game([], [])

    def emit(event: DragonboundEvent) -> None:
        viewer = generator.choice(list(viewers(seat_count)))
        seen = RULES.event_seen_by(state, event, viewer)
        assert seen is not None
        game.told.append(Told(RULES.seen_by(state, viewer), seen, viewer))
        RULES.evolve(state, event)

    RULES.setup(state, options, None, chance, emit)
    while RULES.outcome(state) is None and len(game.moments) < 300:
        game.moments.append(RULES.clone(state))
        seat = RULES.decisions(state)[0].seat
        RULES.play(state, seat, generator.choice(RULES.legal_moves(state, seat)), chance, emit)
    game.moments.append(RULES.clone(state))
    return game


def moments(seat_count: int) -> Iterator[State]:
    for game in games(seat_count):
        yield from game.moments[::9]


@pytest.mark.parametrize("seat_count", RULES.seats)
def test_a_table_fits_a_terminal_in_every_view(seat_count: int) -> None:
    for state in moments(seat_count):
        for viewer in viewers(seat_count):
            board = RULES.draw_text(RULES.seen_by(state, viewer), NAMES[:seat_count], viewer)
            assert max(map(len, board.splitlines())) <= LINE_WIDTH


@pytest.mark.parametrize("seat_count", RULES.seats)
def test_labels_tell_all_moves_apart(seat_count: int) -> None:
    for state in moments(seat_count):
        for decision in RULES.decisions(state):
            labels = Counter(
                RULES.describe_move(state, decision.seat, move) for move in RULES.legal_moves(state, decision.seat)
            )
            assert [label for label, count in labels.items() if count > 1] == []


def test_every_refusal_has_its_reason() -> None:
    """No move that is refused is said to be possible, however far-fetched."""
    generator = random.Random(1)
    for state in moments(3):
        for seat in range(3):
            seen = RULES.seen_by(state, seat)
            legal = RULES.legal_moves(seen, seat)
            wishes = [any_value(DragonboundMove, generator) for _ in range(10)]
            wishes += [any_neighbour(generator.choice(legal), generator) for _ in range(10) if legal]
            for move in wishes:
                if move not in legal:
                    assert RULES.why_not(seen, seat, move) not in {"", "That can be done now."}


@pytest.mark.parametrize("seat_count", RULES.seats)
def test_a_log_line_is_short(seat_count: int) -> None:
    for game in games(seat_count):
        for told in game.told:
            line = RULES.describe(told.event, ("Ann", "Ben", "Cara", "Dan")[:seat_count])
            assert len(line) <= PHONE_LINE, line


# Hidden cards


def hidden_from(seen: Any, true: State) -> set[Card]:
    """Give the cards that lie in the dragon deck and the orb deck and nowhere that the viewer sees."""
    seen_cards = {
        *seen.wilds,
        *seen.dragon_deck,
        *seen.dragon_pile,
        *seen.orbs,
        *seen.looked,
        *seen.out,
        *([] if seen.running is None else [seen.running.card]),
        *(effect.card for effect in seen.waiting),
        *(
            card
            for zones in (seen.hands, seen.decks, seen.held, seen.piles, seen.dens)
            for zone in zones
            for card in zone
        ),
        *(card for stacks in seen.stacks for stack in stacks for card in stack.dragons),
    } - {UNKNOWN}
    return {*true.dragon_deck, *true.orb_deck} - seen_cards


def named(cards: set[Card], text: str) -> list[str]:
    return [name for name in map(RULES.card_name, cards) if name in text]


@pytest.mark.parametrize("seat_count", RULES.seats)
def test_no_text_names_a_card_that_its_reader_does_not_know(seat_count: int) -> None:
    for state in moments(seat_count):
        if state.phase == "over":
            continue
        for viewer in viewers(seat_count):
            seen = RULES.seen_by(state, viewer)
            texts = [RULES.draw_text(seen, NAMES[:seat_count], viewer)]
            texts += [decision.prompt for decision in RULES.decisions(seen)]
            if viewer >= 0:
                texts += [RULES.describe_move(seen, viewer, move) for move in RULES.legal_moves(seen, viewer)]
            assert named(hidden_from(seen, state), "\n".join(texts)) == []


def test_this_finds_a_table_that_names_what_is_hidden() -> None:
    """Somebody shown the true table would read hidden names: the test above can fail."""
    for state in moments(2):
        seen = RULES.seen_by(state, 0)
        if state.phase != "over" and (hidden := hidden_from(seen, state)):
            assert named(hidden, RULES.draw_text(state, NAMES[:2], 0))
            return
    raise AssertionError("no card was hidden in any moment")


@pytest.mark.parametrize("seat_count", RULES.seats)
def test_no_log_line_names_a_card_that_its_reader_was_not_told(seat_count: int) -> None:
    """Lines of blanked events name cards of what the event says alone."""
    everything = {*DRAGONS, *ORBS}
    for game in games(seat_count):
        for told in game.told:
            numbers = _numbers(told.event)
            if UNKNOWN in numbers:
                line = RULES.describe(told.event, NAMES[:seat_count])
                assert named(everything - numbers, line) == []


def _numbers(event: DragonboundEvent) -> set[int]:
    """Give all numbers of an event that may be cards."""
    values = [getattr(event, field) for field in event.__struct_fields__]
    return {
        number
        for value in values
        for number in (value if isinstance(value, tuple) else [value])
        if isinstance(number, int)
    }
