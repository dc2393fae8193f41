"""What is true of every state, after every event (law L9)."""

from collections import Counter
from itertools import chain, pairwise

from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import EGGS, ORBS, Card, whole_clutch
from domain.games.dragonbound.phases import MOST_ACTIONS, MOST_QUIET_ROUNDS, MOST_ROUNDS, MOST_TURNED_UP
from domain.games.dragonbound.state import Stack, State, Triggered, all_bits, bit_of
from domain.games.dragonbound.triggers import MOST_TRIGGERED
from domain.ids import Seat


def check_invariants(state: State, cards: CardSet) -> None:
    """Raise AssertionError unless every card is in exactly one place, and all that is counted or known is true."""
    if state.first is None:
        return  # no card is there yet
    for seat in range(len(state.hands)):
        _check_player(state, seat)
        _check_stacks(state, cards, seat)
    _check_dragons(state, cards)
    assert sorted([*state.orb_deck, *state.orbs]) == list(ORBS), "an orb is missing or in two places"
    assert len(state.wilds) <= cards.rules_in(state).wilds_count, "the wilds hold too many dragons"
    _check_decks(state)
    _check_knowledge(state)
    _check_looked(state)
    _check_turn(state)
    _check_agenda(state, cards)
    assert (state.phase == "over") == (state.ending is not None) == bool(state.placings), "half over"


# Cards


def _check_player(state: State, seat: Seat) -> None:
    """Hand and deck hold together what all know them to hold, and a player's eggs are where eggs can be (DB-1, DB-7a)."""
    looked = state.looked if state.looked_deck == seat else []
    held = [*state.hands[seat], *state.decks[seat], *looked]
    assert state.held[seat] == sorted(held), "what is known of hand and deck together is not so"
    assert state.hands[seat] == sorted(state.hands[seat]), "a hand is not sorted"
    assert state.command[seat] >= 0 <= state.command_bonus[seat], "somebody has less than no command"
    own = [*state.held[seat], *state.piles[seat], *state.dens[seat]]
    if seat in state.leavers:
        assert not own, "who left has cards"
        assert not state.stacks[seat], "who left has stacks"
    else:
        assert sorted(card for card in own if card in EGGS) == sorted(whole_clutch()), (
            "a player's eggs are not all there"
        )


def _check_dragons(state: State, cards: CardSet) -> None:
    """Every dragon is in exactly one place, and where dragons alone can be there is no egg."""
    wild = [*state.wilds, *state.dragon_deck, *state.dragon_pile]
    if state.looked_deck is None:
        wild += state.looked
    assert not any(card in EGGS for card in wild), "an egg lies among the dragons"
    assert state.out == sorted(state.out), "what left the game is not sorted"
    assert [card for card in state.out if card in EGGS] == sorted(whole_clutch() * len(state.leavers)), (
        "the eggs that left the game are not those of who left"
    )
    everywhere = chain(wild, state.out, *state.held, *state.piles, *state.dens, _stacked(state))
    assert sorted(card for card in everywhere if card not in EGGS) == cards.whole_deck(), (
        "a dragon is missing or in two places"
    )


def _stacked(state: State) -> list[Card]:
    return [dragon for stacks in state.stacks for stack in stacks for dragon in stack.dragons]


def _check_stacks(state: State, cards: CardSet, seat: Seat) -> None:
    """Stacks keep to the limits of DB-9, and their numbers were given once each."""
    stacks = state.stacks[seat]
    assert len(stacks) <= cards.rules_in(state).stack_limit, "a player has too many stacks"
    numbers = [stack.number for each in state.stacks for stack in each]
    assert len(set(numbers)) == len(numbers), "two stacks have one number"
    for stack in stacks:
        _check_stack(state, cards, stack)


def _check_stack(state: State, cards: CardSet, stack: Stack) -> None:
    assert 1 <= stack.number <= state.stack_count, "a stack has a number that was not given"
    assert stack.dragons, "a stack is empty"
    assert all(cards.size[dragon] for dragon in stack.dragons), "a stack holds an egg"
    assert all(cards.size[one] > cards.size[next_one] for one, next_one in pairwise(stack.dragons)), (
        "the dragons of a stack are not each smaller than the one before"
    )
    assert len(set(stack.stunned)) == len(stack.stunned), "a dragon is stunned twice"
    assert set(stack.stunned) <= set(stack.dragons), "a dragon is stunned that is not in the stack"


# Knowledge


def _check_decks(state: State) -> None:
    """For each card of a deck it is said who knows it; of a player's deck that can only be the owner (DB-7a)."""
    assert len(state.dragon_deck) == len(state.dragon_deck_known), "who knows the dragon deck is said of other cards"
    everybody = all_bits(len(state.hands))
    assert all(0 <= known <= everybody for known in state.dragon_deck_known), "nobody knows the dragon deck so"
    for seat, (deck, known) in enumerate(zip(state.decks, state.deck_known, strict=True)):
        assert len(deck) == len(known), "who knows a deck is said of other cards"
        assert set(known) <= {0, bit_of(seat)}, "somebody knows another player's deck"


def _check_knowledge(state: State) -> None:
    """What is known to be in hand is there."""
    for hand, known in zip(state.hands, state.known_in_hand, strict=True):
        assert known == sorted(known), "known cards are not sorted"
        assert not Counter(known) - Counter(hand), "a card is known in hand and not there"


def _check_looked(state: State) -> None:
    """Somebody looks at cards, and knows them, as long as they have not placed them all."""
    if not state.looked:
        assert state.looked_known == 0, "somebody knows cards that nobody looks at"
        assert state.looked_deck is None, "nobody looks at a deck"
        return
    assert state.running is not None, "somebody looks at cards by no effect"
    assert state.looked_known & bit_of(state.running.seat), "who looks at cards does not know them"
    assert state.looked_deck in {None, state.running.seat}, "somebody looks at another player's deck"


# Turn and agenda


def _check_turn(state: State) -> None:
    """What is counted keeps to its limits (DB-30, DB-30a), and the round is under way once the first turn began."""
    assert 0 <= state.action_count <= MOST_ACTIONS, "too many actions"
    assert 0 <= state.triggered_count <= MOST_TRIGGERED, "too many effects"
    assert 0 <= state.turned_up_count <= MOST_TURNED_UP, "too many dragons turned up"
    assert state.interference_count >= 0, "interference goes below nothing"
    assert 0 <= state.round_number <= MOST_ROUNDS, "too many rounds"
    assert 0 <= state.quiet_rounds < MOST_QUIET_ROUNDS, "too many quiet rounds"
    assert (state.phase == "opening") == (state.active is None), "a phase is nobody's, or somebody's before the first"
    assert (state.phase == "opening") == (state.round_number == 0), "the rounds do not begin with the first turn"
    assert len(set(state.leavers)) == len(state.leavers) <= len(state.hands), "somebody left twice"
    assert state.end_set != "orbs" or len(state.orbs) >= 1 + len(state.hands), "too few orbs set the end"


def _check_agenda(state: State, cards: CardSet) -> None:
    """What waits and what runs is there in the card set, and only what runs can ask."""
    for effect in state.waiting:
        _check_triggered(state, cards, effect)
    if state.running is None:
        assert (state.step, state.left, state.asking) == (0, 0, []), "a question is open about nothing"
        return
    _check_triggered(state, cards, state.running)
    assert 0 <= state.step < len(cards.program_of(state.running.card, state.running.effect)), "a step lies outside"
    assert state.left >= 0, "less than nothing is left to choose"
    assert len(set(state.asking)) == len(state.asking), "somebody is asked twice"
    assert not set(state.asking) & set(state.leavers), "somebody is asked who left"


def _check_triggered(state: State, cards: CardSet, effect: Triggered) -> None:
    assert 0 <= effect.effect < len(cards.effects[effect.card]), "an effect waits that its card does not have"
    assert effect.trigger in cards.effects[effect.card][effect.effect].on, "an effect waits for another occasion"
    assert 0 <= effect.seat < len(state.hands), "an effect is nobody's"
    assert 0 <= effect.stack <= state.stack_count, "an effect came from a stack that never was"
