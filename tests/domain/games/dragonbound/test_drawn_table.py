"""The table of Dragonbound as text."""

from typing import Any

from domain.games.dragonbound.card_set import effect_of
from domain.games.dragonbound.cards import ORBS
from domain.games.dragonbound.effects.decks import Look
from domain.games.dragonbound.effects.step import Node
from domain.rules import UNKNOWN
from tests.domain.games.dragonbound.speaking import card, cards, position, speaking, stack, triggered

RULES = speaking()
NAMES = ("Ann", "Ben", "Cara", "Dan")


TWO = """\
BEN  score 9, command 0, hand 2, deck 1, discards 0, den 1
  Stack 1: Grey Stone Titan (6 physical, stunned), Grey Mist Drake (3 spiritual)
  Hand: 2 hidden
  Hand and deck together: Hatchling ×2, Oversized Egg
  Den: Hatchling
────────────────────────────────────────────────────────────────────────────────
THE WILDS  dragon deck 2, its discard pile 1, orbs awake 1
  Grey Stone Mite (1 physical, costs 0, gives 2)
  Grey Ember Drake (3 magical, costs 3, gives 2)  Command, Stack: draw 2 cards.
  In force, Orb of LowerCost: Dragons of size 1 cost 1 command less to recruit.
────────────────────────────────────────────────────────────────────────────────
ANN (first)  score 8, command 3, hand 4, deck 1, discards 1, den 0
  Stack 1 (grown this turn): Grey Mist Newt (2 spiritual)
  Hand: Hatchling ×2
  Grey Mist Drake ×2 (3 spiritual, gives 2)  Appear, Discarded: gain 3 command.
  In the deck: Oversized Egg
  Discards: Cracked Egg
────────────────────────────────────────────────────────────────────────────────
Round 3, Ann's turn: the play phase.
Enough orbs are awake: the game ends before Ann's next turn.
"""


def test_the_table_of_two_as_a_player_sees_it() -> None:
    state = position(
        orb_deck=[ORBS[4]],
        orbs=[ORBS[3]],
        wilds=cards("Ember Drake", "Stone Mite"),
        dragon_deck=cards("Stone Mite", "Red Stone Mite"),
        dragon_pile=cards("Stone Newt"),
        hands=[cards("Hatchling", "Hatchling", "Mist Drake", "Mist Drake"), cards("Hatchling", "Oversized Egg")],
        decks=[cards("Oversized Egg"), cards("Hatchling")],
        held=[
            cards("Hatchling", "Hatchling", "Oversized Egg", "Mist Drake", "Mist Drake"),
            cards("Hatchling", "Hatchling", "Oversized Egg"),
        ],
        piles=[cards("Cracked Egg"), []],
        dens=[[], cards("Hatchling")],
        stacks=[
            [stack(1, "Mist Newt", has_grown=True)],
            [stack(2, "Stone Titan", "Mist Drake", stunned=("Stone Titan",))],
        ],
        command=[3, 0],
        end_set="orbs",
    )
    assert RULES.draw_text(RULES.seen_by(state, 0), NAMES[:2], 0) == TWO


def test_the_drawn_table_says_how_far_off_the_end_is() -> None:
    def middle(**fields: Any) -> str:
        (line,) = [line for line in RULES.draw_text(position(**fields), NAMES[:2], 0).splitlines() if "WILDS" in line]
        return line.partition("pile 0, ")[2]

    assert middle() == "orbs awake 0, 3 more to the end"
    assert middle(orbs=[ORBS[0], ORBS[1]]) == "orbs awake 2, 1 more to the end"
    assert middle(orbs=[ORBS[0], ORBS[1], ORBS[2]], end_set="orbs") == "orbs awake 3"
    assert middle(end_set="quiet") == "orbs awake 0"
    assert middle(phase="over", placings=[1, 2]) == "orbs awake 0"


FOUR = """\
CARA  has left
────────────────────────────────────────────────────────────────────────────────
A NAME OF FAR TOO M…  score 0, command 0, hand 0, deck 0, discards 0, den 0
────────────────────────────────────────────────────────────────────────────────
ANN (first)  score 0, command 0, hand 0, deck 0, discards 0, den 0
────────────────────────────────────────────────────────────────────────────────
THE WILDS  dragon deck 2, its discard pile 0, orbs awake 0, 5 more to the end
  On top of the dragon deck: Grey Stone Mite
────────────────────────────────────────────────────────────────────────────────
BEN  score 0, command 0, hand 0, deck 2, discards 0, den 0
  In the deck: Hatchling, Oversized Egg
  On top of the deck: Hatchling
────────────────────────────────────────────────────────────────────────────────
Round 3, Ann's turn. Grey Mist Newt for Ben: look at the top 2 cards of their
    deck, placing each on its top or bottom.
  Looked at: 2 hidden
  then: The play phase goes on.
"""


def test_the_table_of_four_as_a_player_sees_it() -> None:
    """From where the second player sits, the next in turn is at the top; only what that player knows has a name.

    What others read of the question, who is asked reads beside the table.
    """
    rules = speaking({"Mist Newt": (effect_of(("stack",), (Node(step=Look()),)),)})
    state = position(
        4,
        leavers=[2],
        dragon_deck=[UNKNOWN, card("Stone Mite")],
        decks=[[], [UNKNOWN, card("Hatchling")], [], []],
        held=[[], cards("Hatchling", "Oversized Egg"), [], []],
        looked=[UNKNOWN, UNKNOWN],
        running=triggered(1, "Mist Newt"),
    )
    names = ("Ann", "Ben", "Cara", "A name of far too many letters")
    assert rules.draw_text(state, names, 1) == FOUR
    asked = 'Ben is asked: "Which card goes next, on the top or the bottom of your deck?'
    assert asked in rules.draw_text(state, names, 0)


def test_the_drawn_table_says_what_is_known_of_both_ends_of_a_deck() -> None:
    """From outside to inside, as far as it is known; nothing at the end, when all of every deck would be told."""
    hidden = [UNKNOWN]
    known: dict[str, Any] = {
        "dragon_deck": [
            *cards("Stone Mite", "Ember Newt"),
            *hidden,
            *cards("Mist Drake"),
            *hidden,
            *cards("Ember Mite"),
        ],
        "decks": [[*cards("Hatchling", "Cracked Egg")], []],
    }

    def told(**fields: Any) -> list[str]:
        lines = RULES.draw_text(position(**known, **fields), NAMES[:2], 0).splitlines()
        return [line.strip() for line in lines if "On top" in line or "At the bottom" in line]

    assert told() == [
        "On top of the dragon deck: Grey Ember Mite",
        "At the bottom of the dragon deck: Grey Stone Mite, Grey Ember Newt",
        "On top of the deck: Cracked Egg, Hatchling",
    ]
    assert told(phase="over", placings=[1, 2]) == []
