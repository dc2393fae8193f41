"""Effects in words, for each of their readers: who plays, who may answer, and everybody else."""

from typing import get_args

import pytest

from domain.games.dragons_path.brief import in_brief
from domain.games.dragons_path.effects import TO_PLAYER, Action, Step, Voice, in_words, to_all, to_other

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("voice", "words"),
    [
        (TO_PLAYER, "both players draw a card, then you search your deck for a card, then play one more card"),
        (
            to_other(0, NAMES),
            "both players draw a card, then Ann searches their deck for a card, then play one more",
        ),
        (
            to_all(1, NAMES),
            "both players draw a card, then Ben searches their deck for a card, then play one more card",
        ),
    ],
)
def test_who_acts_is_said_where_another_acted_before(voice: Voice, words: str) -> None:
    steps = [Step(do="both_draw"), Step(do="search"), Step(do="play")]
    assert in_words(steps, voice).startswith(words)


@pytest.mark.parametrize(
    ("voice", "words"),
    [
        (TO_PLAYER, "search your deck for two cards, then the other player discards a card"),
        (to_other(0, NAMES), "search their deck for two cards, then you discard a card"),
        (to_all(0, NAMES), "search their deck for two cards, then Ben discards a card"),
    ],
)
def test_an_effect_in_words_for_each_reader(voice: Voice, words: str) -> None:
    assert in_words([Step(do="search", count=2), Step(do="they_discard")], voice) == words


@pytest.mark.parametrize(
    ("voice", "words"),
    [
        (
            TO_PLAYER,
            "look at the other hand and choose two cards of it to be discarded, then lay a card of your pile into your path",
        ),
        (
            to_other(0, NAMES),
            "Ann looks at your hand and chooses two cards of it to be discarded, then Ann lays a card of their pile into",
        ),
        (
            to_all(0, NAMES),
            "Ann looks at Ben's hand and chooses two cards of it to be discarded, then Ann lays a card of their pile into",
        ),
    ],
)
def test_who_looks_at_a_hand_and_chooses_of_it_is_named(voice: Voice, words: str) -> None:
    assert in_words([Step(do="peek", count=2), Step(do="raise")], voice).startswith(words)


@pytest.mark.parametrize(
    ("voice", "words"),
    [
        (TO_PLAYER, "choose who draws three cards, then discard two cards"),
        (to_other(0, NAMES), "a player of Ann's choice draws three cards, then Ann discards two cards"),
        (to_all(0, NAMES), "a player of Ann's choice draws three cards, then Ann discards two cards"),
    ],
)
def test_who_chooses_who_draws_and_who_acts_after_that_is_named(voice: Voice, words: str) -> None:
    assert in_words([Step(do="gift", count=3), Step(do="discard", count=2)], voice) == words


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("return", "they_discard", "play"), "they send one of yours back, you discard one, they play one more"),
        (("burn", "play"), "they burn one of yours, play one more"),
        (("both_draw", "they_discard", "discard"), "both draw one, you discard one, they discard one"),
    ],
)
def test_who_acts_is_said_in_brief_too(steps: tuple[Action, ...], words: str) -> None:
    assert in_brief(tuple(Step(do=do) for do in steps)) == words


@pytest.mark.parametrize("do", get_args(Action))
def test_everything_can_be_said_in_brief(do: Action) -> None:
    assert len(in_brief((Step(do=do),))) < 60
