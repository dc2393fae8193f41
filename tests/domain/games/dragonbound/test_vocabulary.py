"""The vocabulary and the events as a whole: nothing is without its function or its test."""

from pathlib import Path
from typing import get_args

import pytest

from domain.games.dragonbound import events
from domain.games.dragonbound.effects.step import Step
from domain.games.dragonbound.effects.target import TargetStep
from domain.games.dragonbound.effects.vocabulary import VOCABULARY
from domain.games.dragonbound.evolve import APPLY
from domain.games.dragonbound.moves import DragonboundMove

TESTS = "".join(path.read_text() for path in Path(__file__).parent.glob("test_effects_of_*.py"))


def test_every_event_has_its_function_and_an_own_tag() -> None:
    kinds = get_args(events.DragonboundEvent)
    assert set(APPLY) == set(kinds)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


def test_every_move_has_an_own_tag() -> None:
    kinds = get_args(DragonboundMove)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("word", VOCABULARY)
def test_every_word_has_its_test(word: type[Step]) -> None:
    assert f"def test_{word.__struct_config__.tag}" in TESTS


def test_every_word_is_listed() -> None:
    def below(base: type[Step]) -> set[type[Step]]:
        return {base}.union(*map(below, base.__subclasses__()))

    ours = {word for word in below(Step) if word.__module__.startswith("domain.")}
    assert ours - set(VOCABULARY) == {Step, TargetStep}
