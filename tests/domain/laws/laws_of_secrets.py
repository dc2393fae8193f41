"""The laws of who knows what: no leak (L3), and sampling what a seat cannot know (L8)."""

import random
from operator import eq
from typing import Any

import msgspec
from msgspec.structs import astuple

from domain.bots.playout import play_on
from domain.bots.random_bot import RandomBot
from domain.chance import Chance
from domain.errors import BrokenGame
from domain.ids import SPECTATOR, Seat, Viewer, viewers
from tests.domain.laws.companions import companion
from tests.domain.laws.laws_of_moves import NAMES
from tests.domain.laws.plays import Play, Step

STEPS_TRIED = 8
SAMPLES = 60
"""So many samples meet a second possibility if there is one worth the name."""


def L3_no_leak(play: Play) -> None:
    """What a viewer cannot know, permuted, makes no difference to anything it gets."""
    worlds = companion(play.rules.name, "worlds").worlds
    generator = play.generator()
    for step in play.some_steps(STEPS_TRIED, generator):
        for viewer in viewers(play.seat_count):
            other = worlds(step.after, viewer, generator)
            play.rules.check_invariants(other)
            if other == step.after:
                assert not _could_differ(play, step, viewer, generator), (
                    f"after {step}: worlds gives viewer {viewer} no other world, though there is one"
                )
            _check_same_to(play, step, viewer, other)
            if step.move is not None:
                before = worlds(step.before, viewer, generator)
                _check_told_alike(play, step, viewer, before)
                _check_lines_alike(play, step, viewer, before)


def _check_same_to(play: Play, step: Step, viewer: Viewer, other: Any) -> None:
    rules, where = play.rules, f"after {step}: viewer {viewer} can tell worlds apart:"
    view, other_view = rules.seen_by(step.after, viewer), rules.seen_by(other, viewer)
    assert view == other_view, f"{where} by its view, {view} and {other_view}"
    assert rules.outcome(step.after) == rules.outcome(other), f"{where} by the outcome"
    boards = {rules.draw_text(seen, NAMES[: play.seat_count], viewer) for seen in (view, other_view)}
    assert len(boards) == 1, f"{where} by the text board"
    facts = [rules.board_facts(seen, NAMES[: play.seat_count], viewer) for seen in (view, other_view)]
    assert facts[0] == facts[1], f"{where} by what the board is told"
    if viewer == SPECTATOR:
        return
    own = [
        [decision for decision in rules.decisions(world) if decision.seat == viewer] for world in (step.after, other)
    ]
    assert own[0] == own[1], f"{where} by its own decisions, {own}"
    moves = rules.legal_moves(step.after, viewer)
    assert moves == rules.legal_moves(other, viewer), f"{where} by its legal moves"
    for made in play.steps[:: max(1, len(play.steps) // 4)]:
        if made.move is not None and made.move not in moves:
            reasons = {rules.why_not(seen, viewer, made.move) for seen in (view, other_view)}
            assert len(reasons) == 1, f"{where} by why it may not {made.move}: {reasons}"


def _check_told_alike(play: Play, step: Step, viewer: Viewer, other: Any) -> None:
    """What is told of an event hangs on what the viewer can know, not on how the rest lies."""
    event = step.happenings[0].event
    told = play.rules.event_seen_by(step.before, event, viewer)
    told_elsewhere = play.rules.event_seen_by(other, event, viewer)
    assert told == told_elsewhere, (
        f"{step}: {event} is told to viewer {viewer} as {told}, or elsewhere {told_elsewhere}"
    )


def _check_lines_alike(play: Play, step: Step, viewer: Viewer, other: Any) -> None:
    """Where a move leads to the same view in both worlds, all that was told on the way is the same too.

    What a viewer was told it knows, and what it knows is in its view; only a shuffle may make it forget, so moves that
    use chance say nothing here. Where the move is not there in the other world, the nearest of that seat is tried: a card
    that is hidden may go to the same place, and then no more is told of it.
    """
    moves = play.rules.legal_moves(other, step.seat)
    if not moves:
        return
    try:
        view, lines = _told(play, step, viewer, step.before, step.move)
        other_view, other_lines = _told(play, step, viewer, other, _nearest(step.move, moves))
    except ChanceIsUsed:
        return
    assert view != other_view or lines == other_lines, (
        f"{step}: viewer {viewer} can tell worlds apart by what it is told, {lines} and {other_lines}"
    )


def _nearest(wanted: Any, moves: list[Any]) -> Any:
    """Give the first of those moves that have most in common with the one that is wanted, which may be there itself."""
    return max(moves, key=lambda move: (type(move) is type(wanted), sum(map(eq, astuple(move), astuple(wanted)))))


def _told(play: Play, step: Step, viewer: Viewer, world: Any, move: Any) -> tuple[Any, list[Any]]:
    """Give the viewer's view after a move in a world, and what it was told on the way, with the log lines."""
    state = play.rules.clone(world)
    told: list[Any] = []

    def emit(event: Any) -> None:
        seen = play.rules.event_seen_by(state, event, viewer)
        if seen is not None:
            before = [event for event, _ in told]
            told.append((seen, play.rules.describe_after(before, seen, NAMES[: play.seat_count])))
        play.rules.evolve(state, event)

    play.rules.play(state, step.seat, move, NoChance(), emit)
    return play.rules.seen_by(state, viewer), told


class ChanceIsUsed(Exception):
    """A move turned out to draw lots."""


class NoChance(Chance):
    """Chance for moves that use none. Raises ``ChanceIsUsed``."""

    def below(self, size: int) -> int:
        raise ChanceIsUsed

    def permutation(self, size: int) -> tuple[int, ...]:
        raise ChanceIsUsed


def _could_differ(play: Play, step: Step, viewer: Viewer, generator: random.Random) -> bool:
    """Say whether anybody's sampling knows a second world; a spectator knows no more than any seat."""
    for seat in range(play.seat_count) if viewer == SPECTATOR else (viewer,):
        view = play.rules.seen_by(step.after, seat)
        if any(play.rules.determinize(view, seat, generator) != step.after for _ in range(SAMPLES)):
            return True
    return False


def L8_determinize(play: Play) -> None:
    """A sampled world looks to the seat as the true one does, is sound, plays to an end, and is not always the same."""
    worlds = companion(play.rules.name, "worlds").worlds
    generator = play.generator()
    for step in play.some_steps(STEPS_TRIED // 2, generator):
        for seat in sorted({*range(play.seat_count)} - step.gone):
            view = play.rules.seen_by(step.after, seat)
            before = msgspec.json.encode(view)
            world = _sample(play, step, seat, view, generator)
            if worlds(step.after, seat, generator) != step.after:
                assert any(_sample(play, step, seat, view, generator) != world for _ in range(SAMPLES)), (
                    f"after {step}: seat {seat} samples one world only: {world}"
                )
            assert msgspec.json.encode(view) == before, f"after {step}: sampling changed the view of seat {seat}"
            try:
                play_on(play.rules, world, [RandomBot()] * play.seat_count, generator)
            except BrokenGame as error:
                raise AssertionError(f"after {step}: a world that seat {seat} samples has no end: {error}") from error


def _sample(play: Play, step: Step, seat: Seat, view: Any, generator: random.Random) -> Any:
    world = play.rules.determinize(view, seat, generator)
    seen = play.rules.seen_by(world, seat)
    assert seen == view, f"after {step}: seat {seat} sees {view}, and in the world it samples {seen}"
    try:
        play.rules.check_invariants(world)
    except AssertionError as error:
        raise AssertionError(f"after {step}: seat {seat} samples an unsound world, {world}: {error}") from error
    return world
