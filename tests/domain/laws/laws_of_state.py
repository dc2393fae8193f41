"""The laws of how a state changes: folding (L1), views (L2), round trips (L6), conservation (L9), and what is shared."""

from functools import partial
from typing import Any

import msgspec

from domain.chance import RandomChance
from domain.ids import Viewer, viewers
from tests.domain.laws.plays import Play, Step

STEPS_TRIED = 8


def L1_fold(play: Play) -> None:
    """The state after each move equals the fold of the emitted events from the state before, and from the very first."""
    whole = play.rules.new_state(play.options, play.seat_count)
    for step in play.steps:
        state = play.rules.clone(step.before)
        for happening in step.happenings:
            play.rules.evolve(state, happening.event)
            play.rules.evolve(whole, happening.event)
        assert state == step.after, f"{step}: the fold of its events gives {state}, the play gave {step.after}"
        assert whole == step.after, f"{step}: the fold of all events so far gives {whole}, the play {step.after}"


def L2_views(play: Play) -> None:
    """A viewer who folds what it is told has exactly its view; what it is not told changes nothing for it."""
    for viewer in viewers(play.seat_count):
        folded = play.rules.seen_by(play.steps[0].before, viewer)
        for step in play.steps:
            for happening in step.happenings:
                told = play.rules.event_seen_by(happening.before, happening.event, viewer)
                if told is not None:
                    play.rules.evolve(folded, told)
                view = play.rules.seen_by(happening.after, viewer)
                assert folded == view, f"{step}: viewer {viewer} was told {told}, which gives {folded}, not {view}"
            _check_own_part(play, step, viewer)


def _check_own_part(play: Play, step: Step, viewer: Viewer) -> None:
    """Between moves: what a seat must and may do is the same on the true state and on its view."""
    rules, view = play.rules, play.rules.seen_by(step.after, viewer)
    assert rules.outcome(view) == rules.outcome(step.after), f"{step}: viewer {viewer} sees another outcome"
    own = _own_part(play, step.after, viewer)
    assert _own_part(play, view, viewer) == own, f"{step}: viewer {viewer} sees other own decisions or moves than {own}"
    waited_for, shown = ({decision.seat for decision in rules.decisions(state)} for state in (step.after, view))
    assert waited_for <= shown, f"{step}: {waited_for} have to decide, and viewer {viewer} sees only {shown}"
    told = [rules.event_seen_by(h.before, h.event, viewer) for h in step.happenings]
    if all(event is None for event in told):
        before = _own_part(play, step.before, viewer)
        assert before == own, f"{step}: hidden from viewer {viewer}, and yet its own decisions or moves changed"


def _own_part(play: Play, state: Any, viewer: Viewer) -> tuple[list[Any], list[Any]]:
    if viewer not in range(play.seat_count):
        return [], []
    own_decisions = [decision for decision in play.rules.decisions(state) if decision.seat == viewer]
    return own_decisions, play.rules.legal_moves(state, viewer)


def L6_round_trip(play: Play) -> None:
    """Decoding what was encoded gives the same: options, states, views, moves, events as they are and as told, outcome."""
    rules, generator = play.rules, play.generator()
    _check_round_trip(play.options, rules.Options)
    for step in play.steps:
        for happening in step.happenings:
            _check_round_trip(happening.event, rules.Event)
            for viewer in viewers(play.seat_count):
                told = rules.event_seen_by(happening.before, happening.event, viewer)
                if told is not None:
                    _check_round_trip(told, rules.Event)
    for step in play.some_steps(STEPS_TRIED, generator):
        _check_round_trip(step.after, rules.State)
        for viewer in viewers(play.seat_count):
            _check_round_trip(rules.seen_by(step.after, viewer), rules.State)
        for seat in range(play.seat_count):
            for move in rules.legal_moves(step.after, seat):
                _check_round_trip(move, rules.Move)
    outcome = rules.outcome(play.steps[-1].after)
    _check_round_trip(outcome, type(outcome))


def _check_round_trip(value: Any, kind: Any) -> None:
    try:
        back = msgspec.json.decode(msgspec.json.encode(value), type=kind)
    except (msgspec.MsgspecError, TypeError) as error:
        raise AssertionError(f"{value!r} cannot be stored and read again: {error}") from error
    assert back == value, f"{value!r} comes back as {back!r}"


def L9_conservation(play: Play) -> None:
    """The invariants hold after every event."""
    for step in play.steps:
        for happening in step.happenings:
            try:
                play.rules.check_invariants(happening.after)
            except AssertionError as error:
                raise AssertionError(f"{step}: after {happening.event}: {error}") from error


def clones_share_nothing(play: Play) -> None:
    """Changing a clone, a view or a sampled world leaves the state it came from alone."""
    rules, generator = play.rules, play.generator()
    for step in play.steps:
        original = msgspec.json.encode(step.before)
        clone = rules.clone(step.before)
        assert clone == step.before, f"before {step}: the clone differs"
        copies = {viewer: rules.seen_by(step.before, viewer) for viewer in viewers(play.seat_count)}
        if step.seat is not None:
            for seat in range(play.seat_count):
                view = msgspec.json.encode(copies[seat])
                _play_some_move(play, rules.determinize(copies[seat], seat, generator))
                assert msgspec.json.encode(copies[seat]) == view, f"before {step}: a sampled world shares with the view"
        for happening in step.happenings:
            rules.evolve(clone, happening.event)
            for viewer, view in copies.items():
                told = rules.event_seen_by(happening.before, happening.event, viewer)
                if told is not None:
                    rules.evolve(view, told)
        assert msgspec.json.encode(step.before) == original, f"{step}: changing a clone or a view changed the original"


def _play_some_move(play: Play, state: Any) -> None:
    """Play a first legal move in place, if there is any."""
    for decision in play.rules.decisions(state):
        move = play.rules.legal_moves(state, decision.seat)[0]
        chance = RandomChance(play.generator())
        play.rules.play(state, decision.seat, move, chance, partial(play.rules.evolve, state))
        return
