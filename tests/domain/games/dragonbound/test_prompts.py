"""Prompts where there is little or nothing to choose: they say so, and to nobody who may not know it."""

import pytest

from domain.games.dragonbound.card_set import effect_of
from domain.games.dragonbound.effects import denning, hands
from domain.games.dragonbound.effects.command import PayCommand
from domain.games.dragonbound.effects.step import Node, Step
from domain.games.dragonbound.moves import END_PLAY_PHASE
from domain.ids import SPECTATOR
from tests.domain.games.dragonbound.speaking import cards, position, speaking, stack, triggered

RULES = speaking()


def test_the_prompt_of_a_turn_in_which_nothing_can_be_done() -> None:
    can_do_nothing = position(wilds=cards("Stone Mite"))
    assert RULES.legal_moves(can_do_nothing, 0) == [END_PLAY_PHASE]
    assert RULES.decisions(can_do_nothing)[0].prompt == "You can do nothing more this turn: end your play phase."
    can_recruit = position(wilds=cards("Stone Mite"), command=[1, 0])
    can_release = position(stacks=[[stack(1, "Stone Mite")], []])
    for state in (can_recruit, can_release, position(hands=[cards("Hatchling"), []])):
        assert RULES.decisions(state)[0].prompt == "Place, play, recruit, release; or end your play phase."


def test_the_prompt_after_a_release_says_to_its_player_alone_that_no_egg_is_there() -> None:
    """Others read the same of a hand with an egg and of one without."""

    def prompts(*names: str) -> list[str]:
        state = position(phase="egg", hands=[cards(*names), []])
        return [RULES.decisions(RULES.seen_by(state, viewer))[0].prompt for viewer in (0, 1, SPECTATOR)]

    may = "You may send an egg from your hand to your den."
    assert prompts("Hatchling", "Stone Mite") == [may, may, may]
    there_is_none = "There is no egg in your hand that you could send to your den."
    own = f"{there_is_none} You are asked all the same, so that nobody learns it."
    assert prompts("Stone Mite") == [own, may, may]


NOTHING_FITS: list[tuple[Step, str]] = [(denning.DenEgg(), "Stone Mite"), (hands.PlayFromHand(), "Hatchling")]


@pytest.mark.parametrize(("step", "unfit"), NOTHING_FITS, ids=["den_egg", "play_from_hand"])
def test_the_prompt_of_an_effect_says_to_its_player_alone_that_nothing_fits(step: Step, unfit: str) -> None:
    rules = speaking({"Mist Newt": (effect_of(("stack",), (Node(step=step),)),)})

    def prompts(*names: str) -> list[str]:
        state = position(running=triggered(0, "Mist Newt"), left=1, hands=[cards(*names), []])
        return [rules.decisions(rules.seen_by(state, viewer))[0].prompt for viewer in (0, 1, SPECTATOR)]

    own, *others = prompts("Hatchling", "Stone Mite")
    own_unfit, *others_unfit = prompts(unfit)
    assert others == others_unfit == [own, own]
    assert own_unfit != own
    assert own_unfit.endswith(" You are asked all the same, so that nobody learns it.")


WAITING: list[tuple[Node, str, str]] = [
    (Node(step=denning.DenEgg()), "Stone Mite", "You hold no egg."),
    (Node(step=PayCommand(), then=(Node(step=denning.DenEgg()),)), "Stone Mite", "You hold no egg."),
    (Node(step=hands.PlayFromHand()), "Hatchling", "You cannot play a dragon from your hand now."),
]


@pytest.mark.parametrize(("node", "unfit", "told"), WAITING, ids=["den_egg", "pay_to_den_egg", "play_from_hand"])
def test_who_may_use_an_effect_alone_is_told_that_nothing_fits(node: Node, unfit: str, told: str) -> None:
    """Eggs that lie in the deck are not in hand; others cannot tell, and read the same."""
    rules = speaking({"Mist Newt": (effect_of(("stack",), (node,)),)})

    def prompts(*names: str) -> list[str]:
        state = position(waiting=[triggered(0, "Mist Newt")], hands=[cards(*names), []], command=[1, 0])
        state.held = [sorted([*state.hands[0], *cards("Hatchling")]), []]
        return [rules.decisions(rules.seen_by(state, viewer))[0].prompt for viewer in (0, 1, SPECTATOR)]

    assert prompts("Hatchling", "Stone Mite") == ["Use Grey Mist Newt?"] * 3
    assert prompts(unfit) == [f"Use Grey Mist Newt? {told}", "Use Grey Mist Newt?", "Use Grey Mist Newt?"]
