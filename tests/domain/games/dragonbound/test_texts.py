"""Log lines, the agenda in words and the help."""

from importlib.resources import files
from typing import Any, get_args

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.card_set import effect_of
from domain.games.dragonbound.cards import ORBS, Card
from domain.games.dragonbound.describe import told_of
from domain.games.dragonbound.effects.hands import OpponentsDiscard
from domain.games.dragonbound.effects.step import Node
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.happening import Happening, happening
from domain.games.dragonbound.state import Ending
from domain.rules import UNKNOWN
from tests.domain.games.dragonbound.speaking import card, cards, position, speaking, triggered

RULES = speaking()
NAMES = ("Ann", "Ben", "Cara", "Dan")
DRAKE, TITAN, EGG = card("Ember Drake"), card("Stone Titan"), card("Hatchling")
USED = triggered(0, "Ember Drake", "command")


def ended(placings: tuple[int, ...], scores: tuple[int, ...], ending: Ending = "orbs") -> events.GameEnded:
    return events.GameEnded(
        ending=ending,
        placings=placings,
        scores=scores,
        hands=((), ()),
        decks=((), ()),
        dragon_deck=(),
        orb_deck=(),
        looked=(),
    )


def drawn(*shown: Card) -> events.CardsDrawn:
    return events.CardsDrawn(seat=0, cards=shown)


def looked(*shown: Card, owner: int | None = 0) -> events.DeckLooked:
    return events.DeckLooked(seat=0, owner=owner, cards=shown)


LINES: list[tuple[DragonboundEvent, str]] = [
    (
        events.GameBegan(first=1, decks=((), ()), dragon_deck=(), orb_deck=()),
        "The decks are shuffled. The lot falls to Ben to begin.",
    ),
    (events.TurnBegan(seat=1, round_number=3), "Round 3: Ben's turn."),
    (events.TurnReset(seat=0), ""),
    (events.FillBegan(), ""),
    (events.InterferenceBegan(count=0), ""),
    (events.InterferenceBegan(count=1), "The orbs interfere: a dragon of the dragon deck must go."),
    (events.InterferenceBegan(count=2), "The orbs interfere: 2 dragons of the dragon deck must go."),
    (events.OrbInterfered(), ""),
    (events.LimitReached(limit="actions"), "That was the 60th action: the play phase ends."),
    (events.LimitReached(limit="effects"), "That was the 300th effect: nothing more triggers this turn."),
    (events.LimitReached(limit="turned_up"), "That was the 200th dragon: no more are turned up this turn."),
    (
        events.LimitReached(limit="only_greatest"),
        "Only dragons of size 6 are left, and two lie there: no more are turned up.",
    ),
    (events.EndSet(ending="orbs"), "Enough orbs are awake: the game ends before the first player's next turn."),
    (
        events.EndSet(ending="quiet"),
        "Nothing has happened for three rounds: the game ends before the first player's next turn.",
    ),
    (events.EndSet(ending="rounds"), "60 rounds have passed: the game ends before the first player's next turn."),
    (events.PlayerLeft(seat=1, cards=(0, 0, DRAKE)), "Ben leaves the game with 3 cards."),
    (drawn(UNKNOWN), "Ann draws a card."),
    (drawn(UNKNOWN, UNKNOWN), "Ann draws 2 cards."),
    (drawn(EGG, DRAKE, EGG), "Ann draws Hatchling ×2 and Grey Ember Drake."),
    (drawn(EGG, DRAKE, UNKNOWN), "Ann draws Hatchling, Grey Ember Drake and a card."),
    (events.DeckRefilled(owner=None, deck=()), "The dragon deck is empty: the discard pile is shuffled into it."),
    (events.DeckRefilled(owner=1, deck=()), "Ben's deck is empty: the discard pile is shuffled into it."),
    (events.WildTurnedUp(card=DRAKE), "Grey Ember Drake appears in the wilds."),
    (
        events.GreatestShuffledBack(card=TITAN, deck=()),
        "Grey Stone Titan would be a third of size 6: it and the discard pile are shuffled into the dragon deck.",
    ),
    (looked(UNKNOWN), "Ann looks at the top card of their deck."),
    (looked(EGG, DRAKE), "Ann looks at the top 2 cards of their deck: Hatchling and Grey Ember Drake."),
    (looked(UNKNOWN, owner=None), "Ann looks at the top card of the dragon deck."),
    (events.LookedPlaced(seat=0, owner=0, card=UNKNOWN, place="top"), "Ann places a card on the top of their deck."),
    (
        events.LookedPlaced(seat=0, owner=1, card=EGG, place="bottom"),
        "Ann places Hatchling on the bottom of Ben's deck.",
    ),
    (
        events.LookedPlaced(seat=0, owner=None, card=DRAKE, place="top"),
        "Ann places Grey Ember Drake on the top of the dragon deck.",
    ),
    (
        events.StackReleased(seat=0, stack=1, cards=(TITAN, DRAKE), may_send_egg=True),
        "Ann releases Grey Stone Titan and Grey Ember Drake.",
    ),
    (events.PlacedForCommand(seat=0, card=EGG, command=1), "Ann places Hatchling for 1 command."),
    (
        events.DragonPlayed(seat=0, card=DRAKE, source="hand", stack=1, place=0, joined=None, is_action=True),
        "Ann plays Grey Ember Drake to a new stack.",
    ),
    (
        events.DragonPlayed(seat=0, card=DRAKE, source="pile", stack=1, place=1, joined=TITAN, is_action=False),
        "Ann plays Grey Ember Drake from the discard pile onto Grey Stone Titan.",
    ),
    (
        events.DragonRecruited(
            seat=0, card=DRAKE, cost=3, stack=1, place=1, joined=TITAN, is_stunned=True, is_action=True
        ),
        "Ann recruits Grey Ember Drake for 3 onto Grey Stone Titan.",
    ),
    (
        events.DragonRecruited(
            seat=0, card=DRAKE, cost=0, stack=1, place=0, joined=None, is_stunned=False, is_action=True
        ),
        "Ann recruits Grey Ember Drake for 0 to a new stack, awake.",
    ),
    (events.CardDiscarded(card=DRAKE, place="wilds"), "Grey Ember Drake is discarded from the wilds."),
    (events.CardDiscarded(card=DRAKE, place="dragon_deck"), "Grey Ember Drake is discarded from the dragon deck."),
    (events.CardDiscarded(card=DRAKE, place="stack", seat=1), "Grey Ember Drake is discarded from Ben's stack."),
    (events.CardDiscarded(card=DRAKE, place="deck", seat=1), "Grey Ember Drake is discarded from Ben's deck."),
    (events.CardDiscarded(card=EGG, place="hand", seat=1), "Ben discards Hatchling."),
    (
        events.DragonMoved(seat=0, card=DRAKE, stack=1, onto=2, place=1, joined=TITAN),
        "Ann moves Grey Ember Drake onto Grey Stone Titan.",
    ),
    (
        events.DragonMoved(seat=0, card=DRAKE, stack=1, onto=2, place=0, joined=None),
        "Ann moves Grey Ember Drake to a new stack.",
    ),
    (events.DragonStunned(seat=1, stack=1, card=DRAKE), "Ben's Grey Ember Drake is stunned."),
    (events.StunEnded(seat=1, stack=1, card=DRAKE), "Ben's Grey Ember Drake is stunned no longer."),
    (events.CardTakenBack(seat=0, card=DRAKE), "Ann takes Grey Ember Drake back to hand."),
    (events.SentToDen(seat=0, card=EGG, source="hand"), "Ann sends Hatchling to the den."),
    (events.SentToDen(seat=0, card=DRAKE, source="pile"), "Ann sends Grey Ember Drake of the discard pile to the den."),
    (events.SentToDen(seat=0, card=DRAKE, source="stack"), "Ann sends Grey Ember Drake of the stack to the den."),
    (events.EggKept(seat=0), "Ann sends no egg to the den."),
    (
        events.WildPlacedOnBottom(card=DRAKE),
        "Grey Ember Drake goes from the wilds to the bottom of the dragon deck.",
    ),
    (
        events.WildSwapped(wild=DRAKE, card=TITAN, source="deck"),
        "Grey Stone Titan takes the place of Grey Ember Drake in the wilds.",
    ),
    (events.CommandGained(seat=0, count=2), "Ann gains 2 command."),
    (events.CommandPaid(seat=0, count=2), "Ann pays 2 command."),
    (
        events.CommandBonusGained(seat=0, count=1),
        "Each card that Ann places for command this turn gives 1 more.",
    ),
    (events.DieRolled(seat=0, card=TITAN, result=4), "A 4 is rolled for Grey Stone Titan."),
    (events.DieRolled(seat=0, card=TITAN, result=3), "A 3 is rolled for Grey Stone Titan: no orb."),
    (events.OrbRevealed(orb=ORBS[0]), "Orb of MoreStacks is awake: Each player may have one more stack."),
    (events.EffectsTriggered(effects=(USED,)), ""),
    (events.EffectBegan(place=0, effect=USED), "Ann uses Grey Ember Drake: draw 2 cards."),
    (events.EffectDropped(place=0, effect=USED, reason="declined"), "Ann declines Grey Ember Drake."),
    (events.EffectDropped(place=0, effect=USED, reason="nothing_to_do"), "Grey Ember Drake can do nothing for Ann."),
    (events.EffectDropped(place=0, effect=USED, reason="left"), "Grey Ember Drake does nothing more for Ann."),
    (events.ChoiceOpened(step=0, left=1), ""),
    (events.EffectEnded(), ""),
]
ENDINGS: list[tuple[events.GameEnded, str]] = [
    (ended((2, 1), (30, 41)), "Enough orbs are awake: the game is over. Ben wins. Ben 41, Ann 30."),
    (
        ended((1, 1), (30, 30), "quiet"),
        "Nothing has happened for three rounds: the game is over. Ann and Ben share the win. Ann 30, Ben 30.",
    ),
    (ended((1, 2), (3, 0), "resigned"), "All others have left: Ann wins."),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[str(number) for number in range(len(LINES))])
def test_log_lines(event: DragonboundEvent, line: str) -> None:
    """One sentence an event; none where the table or the next line says it."""
    assert RULES.describe(event, NAMES) == line


@pytest.mark.parametrize(("event", "line"), ENDINGS, ids=["won", "shared", "left"])
def test_log_lines_of_the_end(event: events.GameEnded, line: str) -> None:
    assert RULES.describe(event, NAMES[:2]) == line


def test_a_log_line_that_says_the_same_as_the_one_before_says_so() -> None:
    """Effects of one dragon, one after the other; of another dragon, or after anything else, nothing is said again."""
    dropped = events.EffectDropped(place=0, effect=USED, reason="nothing_to_do")
    other = events.EffectDropped(place=0, effect=triggered(0, "Mist Drake"), reason="nothing_to_do")
    line = "Grey Ember Drake can do nothing for Ann."
    assert RULES.describe_after([], dropped, NAMES) == line
    assert RULES.describe_after([dropped], dropped, NAMES) == "Again, Grey Ember Drake can do nothing for Ann."
    assert RULES.describe_after([dropped, other], dropped, NAMES) == line
    assert RULES.describe_after([dropped, drawn(EGG)], dropped, NAMES) == line
    assert RULES.describe_after([drawn(EGG)], drawn(EGG), NAMES) == "Ann draws Hatchling."


def test_every_event_has_its_log_line_here() -> None:
    """A new event fails until its line is written, or said to be none."""
    assert {type(event) for event, _ in [*LINES, *ENDINGS]} == set(get_args(DragonboundEvent))


def test_an_effect_as_others_are_told_of_it() -> None:
    assert told_of("you may return your dragon to your hand") == "they may return their dragon to their hand"
    assert told_of("let a young dragon of yours go") == "let a young dragon of yours go"


def test_card_names() -> None:
    assert [RULES.card_name(number) for number in (0, 3, ORBS[0], UNKNOWN, 500)] == [
        "Hatchling",
        "Grey Stone Mite",
        "Orb of MoreStacks",
        "a hidden card",
        "a hidden card",
    ]


# The agenda


def test_the_agenda_in_a_play_phase() -> None:
    told = happening(position(), RULES.cards, NAMES[:2])
    assert told == Happening(now="Round 3, Ann's turn: the play phase.", asked="", waiting=(), after=(), end="")


def test_the_agenda_while_effects_wait() -> None:
    """What runs, who is asked, what waits in the order it was triggered, and what the turn still has to come."""
    waiting = [triggered(1, "Mist Drake", "appear"), triggered(0, "Ember Drake", "stack", 1)]
    state = position(phase="fill", waiting=waiting, orbs=[ORBS[0]], end_set="orbs", first=1)
    state.hands = [cards("Hatchling"), []]
    told = happening(state, RULES.cards, NAMES[:2])
    assert told == Happening(
        now="Round 3, Ann's turn: the wilds are filled.",
        asked='Ann is asked: "Use Grey Ember Drake?"',
        waiting=("Grey Mist Drake for Ben: gain 3 command.", "Grey Ember Drake for Ann: draw 2 cards."),
        after=("The wilds are filled up.", "The orbs interfere."),
        end="Enough orbs are awake: the game ends before Ben's next turn.",
    )


def test_the_agenda_in_the_middle_of_a_question() -> None:
    rules = speaking({"Mist Newt": (effect_of(("stack",), (Node(step=OpponentsDiscard()),)),)})
    state = position(running=triggered(0, "Mist Newt"), hands=[[], cards("Hatchling")], asking=[1], left=1)
    assert happening(state, rules.cards, NAMES[:2]) == Happening(
        now="Round 3, Ann's turn. Grey Mist Newt for Ann: make each opponent discard a card from their hand.",
        asked='Ben is asked: "Which card of your hand do you discard?"',
        waiting=(),
        after=("The play phase goes on.",),
        end="",
    )


def test_the_agenda_of_the_other_parts_of_a_turn() -> None:
    def after(**fields: Any) -> tuple[str, ...]:
        return happening(position(**fields), RULES.cards, NAMES[:2]).after

    assert after(phase="egg") == ("The play phase goes on.",)
    assert after(phase="fill") == ("The wilds are filled up.",)
    assert after(phase="interference", interference_count=1) == ("The orbs discard a dragon of the dragon deck.",)
    assert after(phase="interference", interference_count=2) == ("The orbs discard 2 dragons of the dragon deck.",)
    assert after(phase="interference") == ()


def test_the_agenda_says_when_no_dragon_is_left_to_appear() -> None:
    """Not while the last of them is looked at, nor where no orb is left, or none matters any more."""

    def exhausted(**fields: Any) -> str:
        return happening(position(**{"orb_deck": [ORBS[4]], **fields}), RULES.cards, NAMES[:2]).exhausted

    told = "No dragon is left to appear: only those of size 6 that players have can wake more orbs."
    assert exhausted() == exhausted(looked=[EGG], looked_deck=0) == told
    for zone in ("dragon_deck", "dragon_pile", "wilds", "looked"):
        assert exhausted(**{zone: [DRAKE]}) == ""
    assert exhausted(orb_deck=[]) == exhausted(end_set="orbs") == exhausted(phase="over", placings=[1, 2]) == ""
    drawn = RULES.draw_text(position(orb_deck=[ORBS[4]]), NAMES[:2], 0)
    assert told in " ".join(drawn.split())


def test_the_agenda_before_and_after_the_game() -> None:
    assert happening(position(phase="opening"), RULES.cards, NAMES).now == "The game has not begun."
    state = position(phase="over", placings=[2, 1])
    assert happening(state, RULES.cards, NAMES).now == "The game is over: Ben won."


def test_the_help_names_what_players_meet() -> None:
    text = (files("domain.games.dragonbound") / "help.md").read_text(encoding="utf-8")
    for word in ("command", "wilds", "stack", "Slide", "stun", "orb", "den", "Appear", "Discarded", "interfere"):
        assert word in text
