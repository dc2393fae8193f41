"""A law that cannot fail says nothing: each is shown to catch a toy game that was broken on purpose for it."""

import itertools
import re

import pytest

from domain.rules import AnyRules
from tests.domain.laws import broken_toys
from tests.domain.laws.all_laws import LAWS
from tests.domain.laws.plays import STYLES, Start, play_from
from tests.toys.dragon_gust import rules as gust
from tests.toys.dragon_gust import worlds as gust_worlds

STARTS = [
    Start(seed=seed, seat_count=3, default_options=True, rematch=False, style=style, leave_percent=leave_percent)
    for seed, style, leave_percent in itertools.product(range(4), STYLES, (0, 10))
]

BROKEN = [
    ("L1_fold", broken_toys.EvolveReasons, "the fold of"),
    ("L1_fold", broken_toys.PlayChangesState, "the fold of"),
    ("L2_views", broken_toys.HiddenEventChangesView, "was told None"),
    ("L2_views", broken_toys.HiddenEventToldInPart, "was told CardChosen"),
    ("L2_views", broken_toys.OwnMovesDependOnTruth, "other own decisions or moves"),
    ("L2_views", broken_toys.SeesAllHoards, "was told"),
    ("L2_views", broken_toys.WaitingIsNotShown, "sees only"),
    ("L2_views", broken_toys.TopIsSeenByAll, "was told TopSeen"),
    ("L3_no_leak", broken_toys.SeesAll, "by its view"),
    ("L3_no_leak", broken_toys.SeesAllHoards, "by its view"),
    ("L3_no_leak", broken_toys.TopIsSeenByAll, "by its view"),
    ("L3_no_leak", broken_toys.HiddenEventChangesView, "by its view"),
    ("L3_no_leak", broken_toys.EventToldByTruth, "is told to viewer"),
    ("L3_no_leak", broken_toys.EventTellsTooMuch, "by what it is told"),
    ("L3_no_leak", broken_toys.OutcomeDependsOnHidden, "by the outcome"),
    ("L3_undo_hangs_on_what_is_known", broken_toys.KnowsNothing, "is free to take back"),
    ("L3_undo_hangs_on_what_is_known", broken_toys.HintsByTruth, "cannot know"),
    ("L4_legal", broken_toys.ListedMoveIsRefused, "is refused|cannot be carried out"),
    ("L4_legal", broken_toys.NoReason, "no reason"),
    ("L4_legal", broken_toys.MovesWithoutDecision, "decide, and seat"),
    ("L4_legal", broken_toys.GoneSeatDecides, "a seat that left"),
    ("L4_legal", broken_toys.NobodyDecides, "nobody has to decide"),
    ("L4_legal", broken_toys.GoesOnTooLong, "no outcome after longest_game"),
    ("L6_round_trip", broken_toys.StateOfOtherKind, "cannot be stored"),
    ("L6_round_trip", broken_toys.EventHoldsLists, "comes back as"),
    ("L8_determinize", broken_toys.SamplesContradict, "in the world it samples"),
    ("L8_determinize", broken_toys.SamplesUnsound, "an unsound world"),
    ("L8_determinize", broken_toys.SamplesOneWorld, "one world only"),
    ("L9_conservation", broken_toys.LosesCard, "a dragon is lost"),
    ("clones_share_nothing", broken_toys.CloneShares, "changed the original"),
    ("clones_share_nothing", broken_toys.ViewShares, "changed the original"),
    ("clones_share_nothing", broken_toys.SampleShares, "shares with the view"),
    ("known_cards_are_there", broken_toys.KnowsTooMuch, "no card|not there"),
    ("responses_can_be_declined", broken_toys.ResponsesUnsaid, "is asked for a response"),
    ("responses_can_be_declined", broken_toys.DeclinesUnasked, "owes no response"),
    ("responses_can_be_declined", broken_toys.BeginsNobodysTurn, "begins the turns of"),
    ("what_surely_teaches_does", broken_toys.TeachesInSecret, "teaches viewer"),
    ("words_for_all", broken_toys.BoardTooWide, "the board line"),
    ("words_for_all", broken_toys.TellsTheWholeState, "no plain facts"),
    ("words_for_all", broken_toys.AskingChanges, "changed the view"),
    ("words_for_all", broken_toys.MoveWithoutWords, "no words"),
]


@pytest.mark.parametrize(("law", "broken", "says"), BROKEN)
def test_law_catches(law: str, broken: type[AnyRules], says: str) -> None:
    """The law holds for the sound toy, and speaks up, in its own words, for the broken one."""
    assert faults(law, broken.__mro__[1]()) == []
    found = faults(law, broken())
    assert any(re.search(says, fault) for fault in found), found


def test_every_law_is_caught_failing() -> None:
    assert {law for law, _, _ in BROKEN} == set(LAWS)


def test_L3_worlds_must_differ_where_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's ``worlds`` that never changes anything would make every leak pass."""
    monkeypatch.setattr(gust_worlds, "worlds", lambda state, viewer, generator: gust.GameRules().clone(state))
    assert any("no other world, though there is one" in fault for fault in faults("L3_no_leak", gust.GameRules()))


def test_L3_a_game_without_worlds_fails() -> None:
    class Unaccompanied(gust.GameRules):
        name = "unaccompanied"

    assert all("unaccompanied has no" in fault for fault in faults("L3_no_leak", Unaccompanied()))
    assert len(faults("L3_no_leak", Unaccompanied())) == len(STARTS)


def faults(law: str, rules: AnyRules) -> list[str]:
    """What the law says of these rules, over a few starts."""
    found = []
    for start in STARTS:
        try:
            LAWS[law](play_from(rules, start))
        except AssertionError as fault:
            found.append(str(fault))
    return found
