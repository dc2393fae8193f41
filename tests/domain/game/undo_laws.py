"""The laws of taking moves back, for whole tables: L7, and who is told, who is asked, and what is free."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame
from domain.game.commands import AnswerByOrder, MakeMove
from domain.game.events import LIFECYCLE_EVENTS, MovesRedone, MovesUndone, UndoAsked, UndoGranted
from domain.ids import Seat, viewers
from domain.rules import Decision
from tests.domain.game.whole_games import TableStep, WholeGame


class TakenBack(NamedTuple):
    """A step that took moves back: the event, the step of the decision that was undone, and what has come since it."""

    step: TableStep
    event: MovesUndone
    decision: TableStep
    since: list[TableStep]


def L7_undo(whole: WholeGame) -> None:
    """The Rules' state and what is to be decided are those of the point undone to, with hidden choices of others on top.

    Nothing else goes back; decisions are new to all who were told of it, and the same to all others.
    """
    for step, event, decision, since in _taken_back(whole):
        expected = _point_undone_to(whole, step, event, decision)
        owed = {decision.seat: decision for decision in whole.rules.decisions(expected)}
        for choice in _kept(step.before, event, since, owed):
            del owed[_decider(choice.commit)]
            for happened in _play_in(choice.commit):
                whole.rules.evolve(expected, happened)
        assert step.after.state == expected, f"{step}: {step.after.state} is not {expected}, the point undone to"
        owed_now = {seat: owed.decision for seat, owed in step.after.open_decisions.items()}
        assert owed_now == owed, f"{step}: {owed_now} is to be decided, not {owed}"
        _check_nothing_else_goes_back(step)
        _check_decisions_are_new(step)


def L7_redo(whole: WholeGame) -> None:
    """What is restored stands as it stood when it was taken back, and goes on from there."""
    for step in whole.steps:
        for event in step.commit.events:
            if isinstance(event, MovesRedone):
                undo = next(past for past in whole.steps if past.commit.version == event.undo)
                assert step.after.state == undo.before.state, f"{step}: {step.after.state} is not {undo.before.state}"
                owed = [
                    {seat: owed.decision for seat, owed in game.open_decisions.items()}
                    for game in (step.after, undo.before)
                ]
                assert owed[0] == owed[1], f"{step}: {owed[0]} is to be decided, not {owed[1]}"
                _check_nothing_else_goes_back(step)
                _check_decisions_are_new(step)


def free_undo_tells_nothing(whole: WholeGame) -> None:
    """What is taken back freely was the seat's own alone, without chance, and made no card known to it."""
    for step, event, decision, since in _taken_back(whole):
        seat = event.seat
        told = [past for past in [decision, *since] if seat not in past.commit.hidden_from and _play_in(past.commit)]
        known = whole.rules.known_cards(whole.rules.seen_by(decision.before.state, seat))
        is_free = all(_decider(past.commit) == seat and not past.commit.draws for past in told) and all(
            whole.rules.known_cards(whole.rules.seen_by(past.after.state, seat)) <= known for past in told
        )
        assert is_free or not event.is_free, f"{step} was free, though {told} told its player something"
        if event.is_free:
            lines = [type(happened) for happened in step.commit.events]
            assert lines == [MovesUndone], f"{step} was free, and somebody was asked"


def requests_are_answered_by_all(whole: WholeGame) -> None:
    """What is not free is taken back once all others who play on have agreed to this request, bots at once; and no sooner."""
    granted: set[Seat] = set()
    for step in whole.steps:
        for event in step.commit.events:
            match event:
                case UndoAsked():
                    granted = {event.seat}
                case UndoGranted(seat=seat):
                    granted.add(seat)
                case MovesUndone(is_free=False):
                    needed = {seat for seat, holder in enumerate(step.before.seats) if not holder.resigned}
                    assert needed <= granted, f"{step}: {needed - granted} have not agreed"
        request = step.after.undo_request
        others = {s for s, h in enumerate(step.after.seats) if h.kind == "person" and not h.resigned}
        assert request is None or step.after.is_over or others - granted, f"{step}: all have agreed, and it is open"
        is_public_play = _play_in(step.commit) and not step.commit.hidden_from
        assert request is None or not is_public_play, f"{step}: the request outlived a move that all were told of"


def undo_is_told_to_those_it_concerns(whole: WholeGame) -> None:
    """Those who had been told of some of it are told, and without a request nobody else; it counts if that was everybody."""
    for step, event, decision, since in _taken_back(whole):
        gone = [past.commit for past in [decision, *since] if past.commit.version in event.commits]
        told = {v for v in viewers(whole.seat_count) if any(v not in commit.hidden_from for commit in gone)}
        everybody = set(viewers(whole.seat_count))
        assert event.is_public == (told == everybody), f"{step}: {told} had been told of it"
        hears = everybody - set(step.commit.hidden_from)
        assert hears == (told if event.is_free else everybody), f"{step}: {hears} are told, and had been {told}"
        counts = [step.before.undo_counts(), step.after.undo_counts()]
        grown = [after - before for before, after in zip(*counts, strict=True)]
        assert sum(grown) == grown[event.seat] == event.is_public, (
            f"{step}: the counts go from {counts[0]} to {counts[1]}"
        )


def _taken_back(whole: WholeGame) -> Iterator[TakenBack]:
    for place, step in enumerate(whole.steps):
        for event in step.commit.events:
            if isinstance(event, MovesUndone):
                at = next(n for n, past in enumerate(whole.steps) if past.commit.version == min(event.commits))
                assert _decider(whole.steps[at].commit) == event.seat, f"{step}: undone from {whole.steps[at]} on"
                yield TakenBack(step, event, whole.steps[at], whole.steps[at + 1 : place])


def _point_undone_to(whole: WholeGame, step: TableStep, event: MovesUndone, decision: TableStep) -> Any:
    """Give the state before a decision; without what others had chosen unseen then, and took back by themselves since."""
    taken_back = step.before.undone - decision.before.undone
    earlier = [past for past in whole.steps if past.commit.version < decision.commit.version]
    recanted = [past.commit for past in earlier if past.commit.version in taken_back]
    if not recanted:
        return whole.rules.clone(decision.before.state)
    assert all(event.seat in commit.hidden_from for commit in recanted), f"{step}: {recanted} had been undone"
    state = whole.rules.new_state(step.before.options, whole.seat_count)
    for past in earlier[whole.first_step_of_play :]:
        if past.commit.version not in step.before.undone:
            for happened in _play_in(past.commit):
                whole.rules.evolve(state, happened)
    return state


def _kept(
    game: AnyGame, event: MovesUndone, since: list[TableStep], open_then: dict[Seat, Decision]
) -> list[TableStep]:
    """Give the choices that still count: hidden from who took back, of what was to be decided at the point undone to."""
    kept = []
    for past in since:
        if past.commit.version in game.undone or not _play_in(past.commit):
            continue
        still_counts = past.commit.version not in event.commits
        is_hidden = event.seat in past.commit.hidden_from
        assert is_hidden or not still_counts, f"{past} was told to seat {event.seat}, and still counts"
        if is_hidden:
            seat = _decider(past.commit)
            was_open = seat in open_then and past.before.open_decisions[seat].decision == open_then[seat]
            assert was_open == still_counts, f"{past} answers what was{'' if was_open else ' not'} open then"
        kept += [past] if still_counts else []
    return kept


def _check_nothing_else_goes_back(step: TableStep) -> None:
    before, after = step.before, step.after
    for viewer in viewers(len(before.seats)):
        assert after.position_of(viewer) >= before.position_of(viewer), f"{step}: {viewer} goes back"
    for name in ("draw_count", "seats", "standing_orders", "options", "watchable"):
        assert getattr(after, name) == getattr(before, name), f"{step}: {name} changes"
    assert after.history[:-1] == before.history, f"{step}: the history is another"
    assert all(now >= then for now, then in zip(after.undo_counts(), before.undo_counts(), strict=True)), f"{step}"


def _check_decisions_are_new(step: TableStep) -> None:
    for seat, owed in step.after.open_decisions.items():
        if seat in step.commit.hidden_from:
            assert owed == step.before.open_decisions[seat], f"{step}: seat {seat} was told nothing, and decides anew"
        else:
            now = (step.after.position_of(seat), step.commit.time_ms)
            assert (owed.position, owed.since_ms) == now, f"{step}: seat {seat} goes on with {owed.id}"


def _decider(commit: AnyCommit) -> Seat:
    """Give who decided; -1 if nobody did."""
    if isinstance(commit.command, MakeMove | AnswerByOrder):
        return int(commit.command.decision.split(".")[0])
    return -1


def _play_in(commit: AnyCommit) -> list[Any]:
    return [event for event in commit.events if type(event) not in LIFECYCLE_EVENTS]
