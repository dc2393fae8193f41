"""Positions with so few hidden cards that all states which fit a view can be listed (law L8)."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from domain.games.dragons_path.moves import DECLINE, CastSpell, KeepSpell
from domain.games.dragons_path.state import State, clone
from domain.ids import Seat
from domain.rules import UNKNOWN
from tests.domain.games.dragons_path.table import (
    Case,
    advanced,
    all_know,
    by,
    deck,
    from_other_hand,
    given,
    holds,
    opening,
    play,
    react,
    rules_with,
)

ALL_SPELLS = range(10, 20)


def small_positions() -> Iterator[tuple[State, Seat]]:
    """Give true states, each with a seat that looks at it."""
    plain = (holds(0, "fire earth"), deck(0, "wind fire"), holds(1, "water wind"), deck(1, "earth wind"))
    yield given(*plain).state, 0
    yield given(*plain).state, 1
    yield given(*plain, all_know(1, "wind")).state, 0
    yield given(holds(0, "fire"), deck(0, ""), holds(1, "fire water"), deck(1, "")).state, 0
    searching = given(holds(0, "fire earth"), deck(0, "wind fire water"), deck(1, "earth wind")).when(play("fire", "b"))
    yield searching.state, 0
    yield searching.state, 1
    returned = given(holds(0, "earth earth wind"), deck(0, "fire wind"), holds(1, "thunder fire"), deck(1, "water"))
    yield returned.when(play("earth"), react("thunder")).state, 1
    peeked = given(
        by(rules_with('[{ do = "peek" }]', '["wind", "wind"]')),
        advanced(),
        holds(0, "wind wind fire"),
        deck(0, "earth fire"),
        holds(1, "water earth"),
        deck(1, "fire water"),
    ).when(CastSpell(spell=10), DECLINE)
    yield clone(peeked.state), 0
    peeked.when(from_other_hand("water"))
    yield from ((peeked.state, seat) for seat in (0, 1))
    yield from _choosing()


def _choosing() -> Iterator[tuple[State, Seat]]:
    """Before any spell was chosen, after the own choice, and after the other's."""
    rules = rules_with('[{ do = "draw" }]')

    def fresh() -> Case:
        return opening("advanced", rules=rules)

    yield fresh().state, 0
    for chooser in (0, 1):
        case = fresh()
        yield case.when_seat(chooser, KeepSpell(spell=case.state.dealt[chooser][1])).state, 0


def consistent_states(seen: State, seat: Seat) -> list[State]:
    """List every true state that fits what the seat sees, by trying all orders of the cards it does not see."""
    if seen.phase == "spells":
        return list(_with_spells(seen, seat))
    states = []
    for own, others in product(_hidden_parts(seen, seat), _hidden_parts(seen, 1 - seat)):
        state = clone(seen)
        for owner, (hand, order) in ((seat, own), (1 - seat, others)):
            state.hands[owner], state.decks[owner] = list(hand), list(order)
        states.append(state)
    return states


def _hidden_parts(seen: State, owner: Seat) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Give each way in which hand and deck of a player can be: the deck in order while it is searched (DP-12a)."""
    left = [owner * 5 + element for element in range(5) for _ in range(seen.copies)]
    named = [card for card in seen.hands[owner] if card != UNKNOWN]
    for card in (*named, *seen.piles[owner], *(card for path in seen.paths for card in path if card // 5 == owner)):
        left.remove(card)
    hidden_count = seen.hands[owner].count(UNKNOWN)
    found = set()
    for order in set(permutations(left)):
        deck_cards = order[hidden_count:]
        if seen.searching == owner:
            deck_cards = tuple(sorted(deck_cards))
        found.add((tuple(sorted((*named, *order[:hidden_count]))), deck_cards))
    return found


def _with_spells(seen: State, seat: Seat) -> Iterator[State]:
    """The other was dealt any two that the seat was not, and has chosen one or not; but both have not chosen (DP-23)."""
    other = 1 - seat
    for dealt in combinations([spell for spell in ALL_SPELLS if spell not in seen.dealt[seat]], 2):
        for kept in (None, *dealt) if seen.kept[seat] is None else (None,):
            state = clone(seen)
            state.dealt[other], state.kept[other] = list(dealt), kept
            yield state
