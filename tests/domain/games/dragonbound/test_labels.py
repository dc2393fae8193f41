"""What asks and what answers: prompts and labels of the turn, and of every word of the effect vocabulary."""

from typing import Any

import pytest
from msgspec import Struct

from domain.games.dragonbound import moves
from domain.games.dragonbound.card_set import effect_of
from domain.games.dragonbound.cards import ORBS
from domain.games.dragonbound.effects import control, decks, denning, hands, sacrifice, stacks, wilds
from domain.games.dragonbound.effects.command import GainCommand
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.filters import Filter
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import State
from tests.domain.games.dragonbound.speaking import cards, position, speaking, stack, triggered

RULES = speaking()


def asked(rules: GameRules, state: State) -> tuple[str, list[str]]:
    """Give the prompt, and the labels of all answers, as who is asked sees them."""
    decision = rules.decisions(state)[0]
    seen = rules.seen_by(state, decision.seat)
    legal = rules.legal_moves(seen, decision.seat)
    return decision.prompt, [rules.describe_move(seen, decision.seat, move) for move in legal]


# The turn


def test_labels_of_a_turn() -> None:
    state = position(
        hands=[cards("Hatchling", "Cracked Egg", "Ember Drake"), []],
        stacks=[[stack(1, "Stone Titan", "Mist Wyvern"), stack(2, "Stone Newt", has_grown=True)], []],
        wilds=cards("Stone Mite", "Stone Wyrm"),
        command=[1, 0],
    )
    assert asked(RULES, state) == (
        "Place, play, recruit, release; or end your play phase.",
        [
            "Place Hatchling for 1 command",
            "Place Cracked Egg for 0 command",
            "Place Grey Ember Drake for 2 command: draw 2 cards",
            "Play Grey Ember Drake onto Grey Stone Titan",
            "Recruit Grey Stone Mite for 1 onto Grey Stone Titan",
            "Recruit Grey Stone Mite for 1 onto Grey Stone Newt",
            "Release the stack of Grey Stone Titan: 2 dragons",
            "End your play phase",
        ],
    )


def test_labels_say_what_orbs_and_bonuses_change() -> None:
    """The command that an egg really gives, and the cost that really is to be paid."""
    state = position(
        hands=[cards("Hatchling"), []],
        wilds=cards("Stone Mite"),
        orbs=[ORBS[3], ORBS[5]],
        command_bonus=[2, 0],
    )
    assert asked(RULES, state)[1] == [
        "Place Hatchling for 4 command",
        "Recruit Grey Stone Mite for 0 to a new stack",
        "End your play phase",
    ]


def test_stacks_that_begin_alike_are_told_apart() -> None:
    state = position(
        hands=[cards("Stone Mite"), []],
        stacks=[[stack(4, "Mist Wyvern", "Stone Newt"), stack(7, "Mist Wyvern")], []],
    )
    assert asked(RULES, state)[1][1:5] == [
        "Play Grey Stone Mite onto Grey Mist Wyvern (1st)",
        "Play Grey Stone Mite onto Grey Mist Wyvern (2nd)",
        "Release the stack of Grey Mist Wyvern (1st): 2 dragons",
        "Release the stack of Grey Mist Wyvern (2nd): 1 dragon",
    ]


def test_labels_of_an_egg_to_send() -> None:
    state = position(phase="egg", hands=[cards("Hatchling", "Cracked Egg", "Stone Mite"), []])
    assert asked(RULES, state) == (
        "You may send an egg from your hand to your den.",
        ["Send Hatchling to your den", "Send Cracked Egg to your den", "Send no egg"],
    )


# Effects that wait


def test_of_an_effect_that_waits_alone_is_asked_whether_it_is_used() -> None:
    """What it does stands in the agenda."""
    state = position(waiting=[triggered(0, "Ember Drake")], hands=[cards("Hatchling"), []])
    assert asked(RULES, state) == (
        "Use Grey Ember Drake?",
        ["Use it", "Decline it"],
    )


def test_an_effect_that_must_happen_offers_nothing_else() -> None:
    waiting = [triggered(0, "Mist Drake", "appear"), triggered(0, "Mist Drake", "discarded")]
    assert asked(RULES, position(waiting=waiting)) == (
        "Choose which of your effects happens next.",
        [
            "Use Grey Mist Drake (appeared)",
            "Use Grey Mist Drake (discarded)",
            "Decline Grey Mist Drake (discarded)",
        ],
    )


def test_effects_of_equal_dragons_are_told_apart_by_their_stacks() -> None:
    waiting = [triggered(0, "Ember Drake", stack_number=number) for number in (1, 2, 3)]
    state = position(waiting=waiting, stacks=[[stack(1, "Stone Titan", "Ember Drake"), stack(2, "Ember Drake")], []])
    assert asked(RULES, state)[1][1::2] == [
        "Decline Grey Ember Drake (stack of Grey Stone Titan)",
        "Decline Grey Ember Drake (stack of Grey Ember Drake)",
        "Decline Grey Ember Drake (a stack that is gone)",
    ]


def test_two_effects_of_one_dragon_are_told_apart_by_what_they_do() -> None:
    two = tuple(effect_of(("stack",), (Node(step=step),)) for step in (decks.Draw(), GainCommand()))
    rules = speaking({"Mist Newt": two})
    waiting = [triggered(0, "Mist Newt", effect=number) for number in (0, 1)]
    state = position(waiting=waiting, decks=[cards("Hatchling"), []])
    assert asked(rules, state)[1] == [
        "Use Grey Mist Newt: draw a card",
        "Decline Grey Mist Newt: draw a card",
        "Use Grey Mist Newt: gain 1 command",
        "Decline Grey Mist Newt: gain 1 command",
    ]


# The vocabulary


class Question(Struct, kw_only=True):
    """A step in a position where it asks, its prompt, and the labels."""

    node: Node
    fields: dict[str, Any]
    prompt: str
    labels: list[str]
    seats: int = 2


def question(
    step: Step, prompt: str, labels: list[str], *, then: tuple[Step, ...] = (), seats: int = 2, **fields: Any
) -> Question:
    node = Node(step=step, then=tuple(Node(step=inner) for inner in then))
    return Question(node=node, fields=fields, prompt=prompt, labels=labels, seats=seats)


MAGICAL = Filter(nature="magical")
WILDS: dict[str, Any] = {"wilds": cards("Stone Mite", "Ember Newt", "Ember Mite")}
HAND: dict[str, Any] = {"hands": [cards("Hatchling", "Ember Mite"), []]}
PILE: dict[str, Any] = {"piles": [cards("Hatchling", "Ember Mite", "Stone Drake"), []]}
OWN: dict[str, Any] = {"stacks": [[stack(1, "Stone Titan", "Mist Newt"), stack(2, "Ember Drake")], []]}
THEIRS: dict[str, Any] = {
    "stacks": [[], [stack(1, "Stone Titan", "Ember Newt"), stack(2, "Ember Newt", stunned=("Ember Newt",))]]
}
OF_FOUR: dict[str, Any] = {"stacks": [[], *([stack(seat, "Ember Newt")] for seat in (1, 2, 3))]}

QUESTIONS = [
    question(
        decks.Look(),
        "Which card goes next, on the top or the bottom of your deck? "
        "A later one lies above those on top, below those at the bottom.",
        [
            "Place Hatchling on the top",
            "Place Hatchling on the bottom",
            "Place Grey Ember Mite on the top",
            "Place Grey Ember Mite on the bottom",
        ],
        looked=cards("Hatchling", "Ember Mite"),
        looked_known=0b11,
    ),
    question(
        decks.Look(deck="dragon", count=1),
        "Does the card go on the top or the bottom of the dragon deck?",
        ["Place Grey Ember Mite on the top", "Place Grey Ember Mite on the bottom"],
        looked=cards("Ember Mite"),
        looked_known=0b11,
    ),
    question(
        sacrifice.Sacrifice(),
        "Which card do you sacrifice?",
        [
            "Sacrifice Hatchling of your hand",
            "Sacrifice Grey Ember Mite of your hand",
            "Sacrifice Grey Stone Titan of your stacks",
            "Sacrifice Grey Ember Drake of your stacks",
        ],
        **HAND,
        **OWN,
    ),
    question(
        wilds.DiscardWild(dragons=MAGICAL, count=2),
        "Which dragon of the wilds is discarded? You choose 2.",
        ["Discard Grey Ember Mite", "Discard Grey Ember Newt"],
        left=2,
        **WILDS,
    ),
    question(
        wilds.PlaceWildOnBottom(dragons=MAGICAL),
        "Which dragon of the wilds goes to the bottom of the dragon deck?",
        [
            "Place Grey Ember Mite on the bottom of the dragon deck",
            "Place Grey Ember Newt on the bottom of the dragon deck",
        ],
        **WILDS,
    ),
    question(
        wilds.SwapWildWithDeck(dragons=MAGICAL),
        "Which dragon of the wilds is swapped?",
        [
            "Swap Grey Ember Mite with the top card of the dragon deck",
            "Swap Grey Ember Newt with the top card of the dragon deck",
        ],
        dragon_deck=cards("Stone Mite"),
        **WILDS,
    ),
    question(
        wilds.SwapWildWithPile(dragons=MAGICAL),
        "Which dragon of the wilds is swapped, and for which one?",
        [
            "Swap Grey Stone Mite for Grey Ember Drake",
            "Swap Grey Ember Mite for Grey Ember Drake",
            "Swap Grey Ember Newt for Grey Ember Drake",
        ],
        dragon_pile=cards("Ember Drake", "Stone Drake"),
        **WILDS,
    ),
    question(
        wilds.Recruit(dragons=MAGICAL, lower=1),
        "Which dragon of the wilds do you recruit?",
        [
            "Recruit Grey Ember Mite for 0 onto Grey Stone Titan",
            "Recruit Grey Ember Mite for 0 onto Grey Ember Drake",
            "Recruit Grey Ember Newt for 1 onto Grey Ember Drake",
        ],
        command=[1, 0],
        **WILDS,
        **OWN,
    ),
    question(
        stacks.DiscardStacked(),
        "Which dragon of an opponent is discarded?",
        [
            "Discard Grey Stone Titan of the other player",
            "Discard Grey Ember Newt (1st) of the other player",
            "Discard Grey Ember Newt (2nd) of the other player",
        ],
        **THEIRS,
    ),
    question(
        stacks.Stun(dragons=MAGICAL, count=3),
        "Which dragon of an opponent is stunned? You choose 3.",
        [
            "Stun Grey Ember Newt of the next player",
            "Stun Grey Ember Newt of the player opposite",
            "Stun Grey Ember Newt of the previous player",
        ],
        seats=4,
        left=3,
        **OF_FOUR,
    ),
    question(
        stacks.Unstun(),
        "Which of your dragons is stunned no longer?",
        ["End the stun of Grey Stone Titan", "End the stun of Grey Ember Newt"],
        stacks=[[stack(1, "Stone Titan", "Ember Newt", stunned=("Stone Titan", "Ember Newt"))], []],
    ),
    question(
        stacks.Move(),
        "Which of your dragons moves, and onto which stack?",
        [
            "Move Grey Stone Titan onto Grey Ember Drake",
            "Move Grey Mist Newt onto Grey Ember Drake",
            "Move Grey Ember Drake onto Grey Stone Titan",
        ],
        **OWN,
    ),
    question(
        stacks.RepeatStackEffect(),
        "Which other dragon of the stack triggers its stack effect?",
        ["Trigger the stack effect of Grey Ember Drake"],
        stacks=[[stack(1, "Stone Titan", "Ember Drake", "Mist Newt")], []],
    ),
    question(
        hands.TakeBack(),
        "Which dragon of your discard pile returns to your hand?",
        ["Return Grey Ember Mite to your hand", "Return Grey Stone Drake to your hand"],
        **PILE,
    ),
    question(
        hands.PlayFromHand(),
        "Which dragon of your hand do you play?",
        ["Play Grey Ember Mite onto Grey Stone Titan", "Play Grey Ember Mite onto Grey Ember Drake"],
        **HAND,
        **OWN,
    ),
    question(
        hands.PlayFromHand(dragons=MAGICAL),
        "You cannot play a magical dragon from your hand now. You are asked all the same, so that nobody learns it.",
        ["No card of your hand fits"],
        hands=[cards("Stone Mite"), []],
    ),
    question(
        hands.PlayFromPile(dragons=MAGICAL),
        "Which dragon of your discard pile do you play?",
        ["Play Grey Ember Mite onto Grey Stone Titan", "Play Grey Ember Mite onto Grey Ember Drake"],
        **PILE,
        **OWN,
    ),
    question(
        hands.OpponentsDiscard(count=2),
        "Which cards of your hand do you discard? 2 of them, one after the other.",
        ["Discard Hatchling", "Discard Grey Ember Mite"],
        hands=[[], cards("Hatchling", "Hatchling", "Ember Mite")],
        asking=[1],
        left=2,
    ),
    question(
        hands.OpponentsDiscard(),
        "Which card of your hand do you discard?",
        ["Discard Hatchling", "Discard Grey Ember Mite"],
        hands=[[], cards("Hatchling", "Hatchling", "Ember Mite")],
        asking=[1],
    ),
    question(
        denning.DenEgg(),
        "Which egg goes to your den?",
        ["Send Hatchling to your den"],
        **HAND,
    ),
    question(
        denning.DenEgg(),
        "You hold no egg. You are asked all the same, so that nobody learns it.",
        ["There is no egg in your hand"],
        hands=[cards("Stone Mite"), []],
    ),
    question(
        denning.DenDragon(),
        "Which dragon of your discard pile goes to your den?",
        ["Send Grey Ember Mite to your den", "Send Grey Stone Drake to your den"],
        **PILE,
    ),
    question(
        denning.DenDragon(source="stack"),
        "Which dragon of your stacks goes to your den?",
        ["Send Grey Stone Titan to your den", "Send Grey Mist Newt to your den", "Send Grey Ember Drake to your den"],
        **OWN,
    ),
    question(
        control.May(),
        "Draw a card and gain 1 command?",
        ["Do it", "Leave it"],
        then=(decks.Draw(), GainCommand()),
    ),
    Question(
        node=Node(step=control.ChooseOne(), options=((Node(step=decks.Draw()),), (Node(step=GainCommand()),))),
        fields={"decks": [cards("Hatchling"), []]},
        prompt="Choose one.",
        labels=["Draw a card", "Gain 1 command"],
    ),
]


@pytest.mark.parametrize("asks", QUESTIONS, ids=[type(asks.node.step).__name__ for asks in QUESTIONS])
def test_prompt_and_labels_of_a_word(asks: Question) -> None:
    """The prompt asks; a label says what happens, and names no stack by its number."""
    rules = speaking({"Mist Newt": (effect_of(("stack",), (asks.node,)),), "Ember Drake": (effect_of(("stack",), ()),)})
    state = position(asks.seats, running=triggered(0, "Mist Newt", stack_number=1), **{"left": 1, **asks.fields})
    assert asked(rules, state) == (asks.prompt, asks.labels)


def test_every_word_that_asks_has_its_question_here() -> None:
    """A new word of the vocabulary fails until its prompt and labels are written."""
    asking = {word for word in VOCABULARY if word.moves is not Step.moves}
    assert {type(asks.node.step) for asks in QUESTIONS} == asking


def test_who_chooses_step_by_step_is_asked_for_a_dragon_by_name() -> None:
    """Fields are asked for in their order; a stack asked for first would have no name of its own."""
    for move in (moves.ChooseStacked, moves.MoveDragon):
        assert move.__struct_fields__[:2] == ("dragon", "stack")
