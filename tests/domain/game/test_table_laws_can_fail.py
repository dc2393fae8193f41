"""A law that cannot fail says nothing: each is shown to catch rules, a record or code that was broken on purpose for it."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

import services.telling
from domain.binding import salt_of
from domain.chance import Chance
from domain.game import deciding, evolve, taking_back, told_events, undo
from domain.game.aggregate import AnyGame, Game, OpenDecision
from domain.game.events import MovesRedone, MovesUndone, OrderAnswered, StandingOrderEnded, StandingOrderSet, UndoLapsed
from domain.ids import Seat, Viewer
from domain.rules import AnyRules, Emit, Outcome
from tests.domain.game.table import GAMES
from tests.domain.game.table_laws import TABLE_LAWS
from tests.domain.game.whole_games import TableStart, WholeGame, play_whole_game
from tests.toys.hidden_hoards import rules as hoards

SECOND_THOUGHTS = [TableStart(seed=seed, undo_percent=40) for seed in range(8)]
STARTS = [TableStart(seed=seed, is_restless=bool(seed % 2), resign_percent=seed % 3) for seed in range(12)]
Break = Callable[[pytest.MonkeyPatch], None]
Tamper = Callable[[WholeGame], None]


def faults(
    law: str, rules: AnyRules, tamper: Tamper | None = None, *, starts: Sequence[TableStart] = STARTS
) -> list[str]:
    """What the law says of these rules, over a few starts, once the record was tampered with."""
    found = []
    for start in starts:
        whole = play_whole_game(rules, start)
        if tamper is not None:
            tamper(whole)
        try:
            TABLE_LAWS[law](whole)
        except AssertionError as fault:
            found.append(str(fault))
    return found


class DrawsInPlay(hoards.GameRules):
    """Nothing is wrong with these: chance is asked at each move as well."""

    def play(self, state: hoards.HoardState, seat: Seat, move: hoards.ChooseCard, chance: Chance, emit: Emit) -> None:
        chance.below(6)
        super().play(state, seat, move, chance, emit)


# Broken rules


class FoldCounts(hoards.GameRules):
    """The fold knows how often it folded."""

    count = 0

    def evolve(self, state: hoards.HoardState, event: hoards.HoardEvent) -> None:
        super().evolve(state, event)
        self.count += 1
        state.gold[0] = self.count


class DealsByMemory(hoards.GameRules):
    """Whoever asks a second time is dealt something else."""

    count = 0

    def setup(
        self, state: hoards.HoardState, options: Any, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        self.count += 1
        for _ in range(self.count):
            chance.below(2)
        super().setup(state, options, previous, chance, emit)


class DealsLists(hoards.GameRules):
    """An event carries what its type does not say, and comes back from its line as something else."""

    def setup(
        self, state: hoards.HoardState, options: Any, previous: Outcome | None, chance: Chance, emit: Emit
    ) -> None:
        def emit_lists(event: Any) -> None:
            emit(replace(event, left_over=list(event.left_over)))

        super().setup(state, options, previous, chance, emit_lists)


class ShowsWhoChose(hoards.GameRules):
    """The view tells who has chosen, though nobody was told."""

    def seen_by(self, state: hoards.HoardState, viewer: Viewer) -> hoards.HoardState:
        view = super().seen_by(state, viewer)
        view.chosen = [card if seat == viewer or card is None else -1 for seat, card in enumerate(state.chosen)]
        return view


class ShowsAll(hoards.GameRules):
    """Every viewer gets the true state."""

    def seen_by(self, state: hoards.HoardState, viewer: Viewer) -> hoards.HoardState:
        return self.clone(state)


class ReasonTellsTruth(hoards.GameRules):
    """A refusal hangs on what is hidden: the true state decides what may be chosen."""

    def legal_moves(self, state: hoards.HoardState, seat: int) -> list[hoards.ChooseCard]:
        moves = super().legal_moves(state, seat)
        return moves if hoards.choosers(state) == [seat] else moves[:1]


# Tampered records


def forget_some_history(whole: WholeGame) -> None:
    last = whole.steps[-1].after
    last.history = last.history[1:]


def forget_a_command(whole: WholeGame) -> None:
    last = whole.steps[-1].after
    last.commands = dict(list(last.commands.items())[1:])


def hide_from_nobody(whole: WholeGame) -> None:
    for step in whole.steps:
        step.commit = replace(step.commit, hidden_from=())


def lie_about_a_draw(whole: WholeGame) -> None:
    for step in whole.steps:
        step.commit = replace(step.commit, draws=tuple(replace(draw, result=(0,)) for draw in step.commit.draws))


def have_another_secret(whole: WholeGame) -> None:
    whole.secret = bytes(32)


def show_the_secret_early(whole: WholeGame) -> None:
    for step in whole.steps:
        step.after.secret = whole.secret.hex()


def keep_decisions(whole: WholeGame) -> None:
    for step in whole.steps:
        if any(isinstance(event, MovesUndone) for event in step.commit.events):
            owed = step.after.open_decisions
            step.after.open_decisions = {seat: OpenDecision(old.decision, 1, 1) for seat, old in owed.items()}


def restore_nothing(whole: WholeGame) -> None:
    for step in whole.steps:
        if any(isinstance(event, MovesRedone) for event in step.commit.events):
            step.after.state = step.before.state


def let_requests_outlive_moves(whole: WholeGame) -> None:
    for step in whole.steps:
        if any(isinstance(event, UndoLapsed) for event in step.commit.events):
            step.after.undo_request = step.before.undo_request


# Broken code


def count_versions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "position_of", lambda game, viewer: game.version)


def tell_the_time_of_hidden_commits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "told_ms_of", lambda game, viewer: game.time_ms)


def salt_all_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(services.telling, "salt_of", lambda secret, version, viewer: salt_of(secret, 1, viewer))


def keep_no_copy(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(deciding, "clone_game", lambda rules, game: game)


def move_nonces_too(patch: pytest.MonkeyPatch) -> None:
    def seat_anew(game: AnyGame, order: Sequence[Seat]) -> None:
        game.seats = [game.seats[old] for old in order]

    patch.setattr(evolve, "_seat_anew", seat_anew)


def draw_and_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evolve, "_seat_anew", lambda game, order: None)


def tell_all_of_orders(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(told_events, "PRIVATE_EVENTS", frozenset())


def tell_that_an_order_acted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "acting_seat", Game.seat_of)


def tell_all_that_an_order_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(told_events, "PRIVATE_EVENTS", frozenset({StandingOrderSet, StandingOrderEnded}))


def tell_all_that_an_order_ended(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(told_events, "PRIVATE_EVENTS", frozenset({StandingOrderSet, OrderAnswered}))


# Moves taken back otherwise than they should be


def fold_what_was_undone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "undone", frozenset())


def undo_all_that_is_hidden(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(taking_back, "_was_open", lambda game, choice, since: False)


def undo_freely(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(undo, "is_free", lambda rules, game, seat, decision: True)


def ask_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(undo, "yet_to_grant", lambda game, request: ())


def tell_all_of_undos(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(told_events, "_undone_told_to", lambda game, event, viewer: event)


SOUND = DrawsInPlay
BROKEN_RULES = [
    ("fold_gives_the_game", FoldCounts, "the fold"),
    ("L5_replay", DealsByMemory, "decided again"),
    ("L6_round_trip", DealsLists, "comes back as"),
    ("L2_told_lines_rebuild_the_view", ShowsWhoChose, "rebuilds"),
    ("L2_told_lines_rebuild_the_view", ShowsAll, "rebuilds"),
    ("history_gives_earlier_states", FoldCounts, "gives another state"),
    ("L3_no_leak", ShowsAll, "sees"),
    ("L3_no_leak", ShowsWhoChose, "sees"),
    ("L3_no_leak", ReasonTellsTruth, "sees|is told"),
]
TAMPERED = [
    ("L5_replay", lie_about_a_draw, "decided again"),
    ("L5_replay", have_another_secret, "decided again"),
    ("draws_follow_from_the_log", lie_about_a_draw, "made again"),
    ("history_gives_earlier_states", forget_some_history, "not what happened"),
    ("identities_are_remembered", forget_a_command, "forgotten"),
    ("hidden_from_is_true", hide_from_nobody, "untold"),
    ("fold_gives_the_game", hide_from_nobody, "differs|not the fold"),
    ("lines_are_bound", have_another_secret, ""),
    ("views_keep_secrets", show_the_secret_early, "sees the secret"),
]
BROKEN_CODE = [
    ("hidden_from_is_true", count_versions, "stands elsewhere"),
    ("L2_told_lines_rebuild_the_view", count_versions, "rebuilds"),
    ("L2_told_lines_rebuild_the_view", tell_the_time_of_hidden_commits, "rebuilds"),
    ("lines_are_bound", salt_all_alike, "cannot prove"),
    ("draws_follow_from_the_log", move_nonces_too, "made again"),
    ("seats_are_drawn_as_told", draw_and_stay, "held by"),
    ("fold_gives_the_game", keep_no_copy, "not the fold|differs"),
]


BROKEN_ORDERS = [
    ("orders_show_to_nobody_else", tell_all_of_orders, "learn of the order"),
    ("orders_show_to_nobody_else", tell_that_an_order_acted, "can tell it from"),
    ("orders_show_to_nobody_else", tell_all_that_an_order_answered, "can tell it from"),
    ("orders_show_to_nobody_else", tell_all_that_an_order_ended, "can tell it from"),
]


BROKEN_UNDO = [
    ("L7_undo", "quiet_answers", fold_what_was_undone, "the point undone to"),
    ("L7_undo", "hidden_hoards", undo_all_that_is_hidden, "open then"),
    ("free_undo_tells_nothing", "quiet_answers", undo_freely, "told its player something"),
    ("requests_are_answered_by_all", "hidden_hoards", ask_nobody, "have not agreed"),
    ("undo_is_told_to_those_it_concerns", "hidden_hoards", tell_all_of_undos, "are told, and had been"),
]


TAMPERED_UNDO = [
    ("L7_undo", keep_decisions, "goes on with"),
    ("L7_redo", restore_nothing, "is not"),
    ("requests_are_answered_by_all", let_requests_outlive_moves, "outlived"),
]


@pytest.mark.parametrize(("law", "tamper", "says"), TAMPERED_UNDO)
def test_law_catches_records_of_undo(law: str, tamper: Tamper, says: str) -> None:
    check_caught(faults(law, GAMES["dragon_gust"], tamper, starts=SECOND_THOUGHTS), says)


@pytest.mark.parametrize(("law", "name", "break_code", "says"), BROKEN_UNDO)
def test_law_catches_undo(law: str, name: str, break_code: Break, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]
    assert faults(law, rules, starts=SECOND_THOUGHTS) == []
    break_code(monkeypatch)
    check_caught(faults(law, rules, starts=SECOND_THOUGHTS), says)


@pytest.mark.parametrize("law", TABLE_LAWS)
def test_law_is_silent_about_what_is_sound(law: str) -> None:
    assert faults(law, SOUND()) == []


@pytest.mark.parametrize(("law", "break_code", "says"), BROKEN_ORDERS)
def test_law_catches_orders_that_show(law: str, break_code: Break, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["quiet_answers"]
    assert faults(law, rules) == []
    break_code(monkeypatch)
    check_caught(faults(law, rules), says)


@pytest.mark.parametrize(("law", "broken", "says"), BROKEN_RULES)
def test_law_catches_rules(law: str, broken: type[AnyRules], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_caught(faults(law, broken()), says)


@pytest.mark.parametrize(("law", "tamper", "says"), TAMPERED)
def test_law_catches_records(law: str, tamper: Tamper, says: str) -> None:
    check_caught(faults(law, SOUND(), tamper), says)


@pytest.mark.parametrize(("law", "break_code", "says"), BROKEN_CODE)
def test_law_catches_code(law: str, break_code: Break, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_code(monkeypatch)
    check_caught(faults(law, SOUND()), says)


def test_every_law_is_caught_failing() -> None:
    assert {
        law for law, *_ in (*BROKEN_RULES, *TAMPERED, *BROKEN_CODE, *BROKEN_ORDERS, *BROKEN_UNDO, *TAMPERED_UNDO)
    } == set(TABLE_LAWS)


def check_caught(found: list[str], says: str) -> None:
    assert any(re.search(says, fault) for fault in found), found
