"""Why a move is refused: what is wrong, and what would be right."""

from typing import Any, get_args

import pytest

from domain.games.dragonbound import moves
from domain.games.dragonbound.card_set import effect_of
from domain.games.dragonbound.effects import control, decks, denning, hands, stacks, wilds
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.state import State
from tests.domain.games.dragonbound.speaking import card, cards, position, speaking, stack, triggered

RULES = speaking()
TURN: dict[str, Any] = {
    "hands": [cards("Hatchling", "Mist Drake", "Stone Newt"), []],
    "stacks": [
        [stack(1, "Stone Titan", "Ember Drake"), stack(2, "Stone Newt", has_grown=True)],
        [stack(3, "Stone Wyrm")],
    ],
    "wilds": cards("Stone Wyrm", "Ember Mite"),
    "command": [3, 0],
}
NO_STACK = "There is no such stack: choose one of yours, or a new one."
ASKED_TURN = "Something else is asked now. Place, play, recruit, release; or end your play phase."
IN_TURN: list[tuple[DragonboundMove, str]] = [
    (
        moves.PlaceForCommand(card=card("Stone Titan")),
        "Grey Stone Titan is not in your hand: choose a card that is.",
    ),
    (
        moves.PlaceForCommand(card=99),
        "There is no card 99: eggs and dragons are numbered from 0 to 56.",
    ),
    (moves.PlayDragon(card=card("Hatchling"), onto=1), "Hatchling is an egg: only dragons are played to stacks."),
    (
        moves.PlayDragon(card=card("Stone Newt"), onto=0),
        "You have 2 stacks, and no more are allowed: play onto one of them, or release one.",
    ),
    (moves.PlayDragon(card=card("Stone Newt"), onto=9), NO_STACK),
    (
        moves.PlayDragon(card=card("Stone Newt"), onto=3),
        "That stack is another player's: play to one of yours, or to a new one.",
    ),
    (
        moves.PlayDragon(card=card("Mist Drake"), onto=1),
        "A dragon of size 3 is in that stack already: no stack holds two of one size.",
    ),
    (
        moves.PlayDragon(card=card("Mist Drake"), onto=2),
        "Grey Mist Drake has size 3 and no Slide: onto Grey Stone Newt go only dragons smaller than 2.",
    ),
    (
        moves.RecruitDragon(wild=card("Stone Mite"), onto=1),
        "Grey Stone Mite is not in the wilds: choose a card that is.",
    ),
    (
        moves.RecruitDragon(wild=card("Stone Wyrm"), onto=1),
        "Grey Stone Wyrm costs 5, and you have 3 command.",
    ),
    (
        moves.RecruitDragon(wild=card("Ember Mite"), onto=0),
        "You have 2 stacks, and no more are allowed: play onto one of them, or release one.",
    ),
    (
        moves.Release(stack=2),
        "The stack of Grey Stone Newt has grown this turn: it can be released in a later one.",
    ),
    (moves.Release(stack=3), "That stack is another player's: release one of yours."),
    (moves.Release(stack=9), "There is no such stack: choose one that lies there."),
    (moves.UseEffect(effect=0), ASKED_TURN),
    (moves.ACCEPT, ASKED_TURN),
    (moves.DECLINE, ASKED_TURN),
]


@pytest.mark.parametrize(("move", "sentence"), IN_TURN, ids=[str(number) for number in range(len(IN_TURN))])
def test_refusals_in_the_play_phase(move: DragonboundMove, sentence: str) -> None:
    refused(position(**TURN), move, sentence)


def refused(state: State, move: DragonboundMove, sentence: str, rules: Any = RULES, seat: int = 0) -> None:
    """See that a move is illegal for a seat, and refused with this sentence."""
    seen = rules.seen_by(state, seat)
    assert move not in rules.legal_moves(seen, seat)
    assert rules.why_not(seen, seat, move) == sentence


def test_refusals_to_who_is_not_asked() -> None:
    """Whatever the move, so that the sentence tells nothing of what others hold."""
    state = position(**TURN)
    for move, _ in IN_TURN:
        refused(
            state,
            move,
            "It is not for you to decide now: wait until the player who must choose has chosen.",
            seat=1,
        )


def test_refusals_after_the_end() -> None:
    refused(position(phase="over"), moves.END_PLAY_PHASE, "The game is over: no more moves can be made.")


def test_refusals_of_effects_that_wait() -> None:
    waiting = [
        triggered(1, "Ember Drake"),
        triggered(0, "Mist Drake", "appear"),
        triggered(0, "Mist Drake", "appear"),
        triggered(0, "Mist Drake", "discarded"),
    ]
    state = position(waiting=waiting, **TURN)
    refused(state, moves.UseEffect(effect=4), "No such effect waits: choose one of those that do.")
    refused(state, moves.UseEffect(effect=0), "That effect is another player's: choose one of yours.")
    refused(state, moves.UseEffect(effect=2), "An equal effect waits before that one: choose the first of them.")
    refused(
        state,
        moves.DeclineEffect(effect=1),
        "Grey Mist Drake has appeared in the wilds, and that may not be declined: use its effect.",
    )
    refused(
        state,
        moves.END_PLAY_PHASE,
        "Something else is asked now. Choose which of your effects happens next.",
    )


def test_refusals_of_an_egg() -> None:
    state = position(**TURN, phase="egg")
    newt = moves.ChooseHandCard(card=card("Stone Newt"))
    refused(state, newt, "Grey Stone Newt is no egg: send an egg of your hand, or none.")
    other = moves.ChooseHandCard(card=card("Cracked Egg"))
    refused(state, other, "Cracked Egg is not in your hand: choose a card that is.")
    refused(
        state,
        moves.END_PLAY_PHASE,
        "Something else is asked now. You may send an egg from your hand to your den.",
    )


MAGICAL = Filter(nature="magical")
OTHER_ANSWERS: list[tuple[Step, dict[str, Any], DragonboundMove, str]] = [
    (
        wilds.DiscardWild(dragons=MAGICAL),
        {},
        moves.ChooseWild(wild=card("Stone Wyrm")),
        "That is not what is asked for: discard a magical dragon from the wilds.",
    ),
    (
        wilds.DiscardWild(),
        {},
        moves.ChooseWild(wild=card("Stone Mite")),
        "Grey Stone Mite is not in the wilds: choose a card that is.",
    ),
    (
        wilds.DiscardWild(),
        {},
        moves.DECLINE,
        "That may not be declined now. Which dragon of the wilds is discarded?",
    ),
    (
        wilds.DiscardWild(),
        {},
        moves.ChooseOption(option=0),
        "Something else is asked now. Which dragon of the wilds is discarded?",
    ),
    (
        wilds.Recruit(lower=1),
        {},
        moves.RecruitDragon(wild=card("Stone Wyrm"), onto=1),
        "Grey Stone Wyrm costs 4, and you have 3 command.",
    ),
    (
        wilds.SwapWildWithPile(),
        {"dragon_pile": cards("Stone Newt")},
        moves.SwapWild(wild=card("Stone Wyrm"), dragon_pile_card=card("Stone Wyrm")),
        "Grey Stone Wyrm is not in the dragon deck's discard pile: choose a card that is.",
    ),
    (
        stacks.Stun(),
        {},
        moves.ChooseStacked(stack=1, dragon=card("Stone Titan")),
        "That is not what is asked for: stun a dragon in an opponent's stack.",
    ),
    (
        stacks.Stun(),
        {},
        moves.ChooseStacked(stack=3, dragon=card("Stone Titan")),
        "Grey Stone Titan is not in that stack: choose a card that is.",
    ),
    (
        stacks.Move(),
        {},
        moves.MoveDragon(stack=1, dragon=card("Stone Titan"), onto=9),
        NO_STACK,
    ),
    (
        hands.PlayFromHand(),
        {},
        moves.PlayDragon(card=card("Mist Drake"), onto=1),
        "A dragon of size 3 is in that stack already: no stack holds two of one size.",
    ),
    (
        hands.PlayFromPile(),
        {"piles": [cards("Ember Mite", "Stone Drake"), []]},
        moves.PlayFromPile(pile_card=card("Stone Drake"), onto=1),
        "A dragon of size 3 is in that stack already: no stack holds two of one size.",
    ),
    (
        hands.TakeBack(),
        {"piles": [cards("Mist Newt", "Ember Mite"), []]},
        moves.ChoosePileCard(pile_card=card("Mist Newt")),
        "Grey Mist Newt was just placed for command: its own effect cannot choose it.",
    ),
    (
        hands.TakeBack(),
        {"piles": [cards("Ember Mite"), []]},
        moves.ChoosePileCard(pile_card=card("Stone Mite")),
        "Grey Stone Mite is not in your discard pile: choose a card that is.",
    ),
    (
        denning.DenEgg(),
        {},
        moves.DECLINE,
        "That may not be declined now. Which egg goes to your den?",
    ),
    (
        decks.Look(),
        {"looked": cards("Hatchling"), "looked_known": 0b11},
        moves.PlaceLooked(looked=card("Stone Mite"), place="top"),
        "Grey Stone Mite is not among those you look at: choose a card that is.",
    ),
    (
        control.May(),
        {},
        moves.END_PLAY_PHASE,
        "Something else is asked now. Draw a card?",
    ),
]


@pytest.mark.parametrize(
    ("step", "fields", "move", "sentence"), OTHER_ANSWERS, ids=[str(number) for number in range(len(OTHER_ANSWERS))]
)
def test_refusals_of_answers(step: Step, fields: dict[str, Any], move: DragonboundMove, sentence: str) -> None:
    then = (Node(step=decks.Draw()),) if step.is_condition else ()
    rules = speaking({"Mist Newt": (effect_of(("command",), (Node(step=step, then=then),)),)})
    state = position(running=triggered(0, "Mist Newt", "command"), left=1, **{**TURN, **fields})
    refused(state, move, sentence, rules)


def test_every_move_is_refused_here() -> None:
    """A new move fails until it is written here why it is not legal."""
    in_single_tests: set[type] = {moves.ChooseHandCard, moves.DeclineEffect, moves.EndPlayPhase}
    in_tables: set[type] = {type(move) for move, _ in IN_TURN} | {type(move) for _, _, move, _ in OTHER_ANSWERS}
    assert in_single_tests | in_tables == set(get_args(DragonboundMove))
