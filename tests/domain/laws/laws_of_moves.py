"""The laws of what may be done: legal moves (L4), and the words for all of it."""

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.chance import RandomChance
from domain.ids import SPECTATOR, Seat, Viewer, viewers
from domain.rules import MOST_LEGAL_MOVES
from tests.domain.laws.any_value import any_neighbour, any_value
from tests.domain.laws.plays import Play, Step

MOVES_TRIED = 5
STEPS_TRIED = 6
BOARD_WIDTH = 80
NAMES = ("Ada", "Björn", "a name of twenty chars", "Dee", "Eve", "Fay", "Gus", "Hal")


def L4_legal(play: Play) -> None:
    """Who must decide has moves, and nobody else; each is accepted; any other is refused with a reason, changing nothing."""
    for step in play.steps:
        _check_deciders(play, step.after, step.gone, f"after {step}")
    generator = play.generator()
    for step in play.some_steps(STEPS_TRIED, generator):
        for seat in range(play.seat_count):
            legal = play.rules.legal_moves(step.after, seat)
            for move in generator.sample(legal, min(MOVES_TRIED, len(legal))):
                _check_accepted(play, step, seat, move)
            for move in _other_moves(play, legal):
                _check_refused(play, step, seat, move)


def _check_deciders(play: Play, state: Any, gone: frozenset[Seat], when: str) -> None:
    deciders = [decision.seat for decision in play.rules.decisions(state)]
    assert deciders == sorted(set(deciders)), f"{when}: decisions are not in seat order, one a seat: {deciders}"
    is_over = play.rules.outcome(state) is not None
    assert bool(deciders) != is_over, f"{when}: {deciders} decide, and the outcome is {play.rules.outcome(state)}"
    assert not gone & set(deciders), f"{when}: a seat that left has to decide: {deciders}"
    for seat in range(play.seat_count):
        moves = play.rules.legal_moves(state, seat)
        assert bool(moves) == (seat in deciders), f"{when}: {deciders} decide, and seat {seat} may {moves}"
        assert len(moves) <= MOST_LEGAL_MOVES, f"{when}: seat {seat} has {len(moves)} legal moves"
        assert len({msgspec.json.encode(move) for move in moves}) == len(moves), f"{when}: moves of {seat} occur twice"


def _check_accepted(play: Play, step: Step, seat: Seat, move: Any) -> None:
    """A listed move can be played: something happens, and the game can go on or is over."""
    rules, state, when = play.rules, play.rules.clone(step.after), f"after {step}: the listed {move} of seat {seat}"
    events: list[Any] = []

    def emit(event: Any) -> None:
        events.append(event)
        rules.evolve(state, event)

    try:
        rules.play(state, seat, move, RandomChance(play.generator()), emit)
    except Exception as error:
        raise AssertionError(f"{when} is refused: {error!r}") from error
    assert events, f"{when} makes nothing happen"
    rules.check_invariants(state)
    _check_deciders(play, state, step.gone, when)


def _other_moves(play: Play, legal: list[Any]) -> Iterator[Any]:
    """Give moves that are not legal now: of other seats and times, close to a legal one, and any at all."""
    generator = play.generator()
    made = [step.move for step in play.steps if step.move is not None]
    candidates = [
        *generator.sample(made, min(MOVES_TRIED, len(made))),
        *(
            any_neighbour(generator.choice(legal or made), generator)
            for _ in range(MOVES_TRIED if legal or made else 0)
        ),
        *(any_value(play.rules.Move, generator) for _ in range(MOVES_TRIED)),
    ]
    return (move for move in candidates if move not in legal)


def _check_refused(play: Play, step: Step, seat: Seat, move: Any) -> None:
    view = play.rules.seen_by(step.after, seat)
    before = msgspec.json.encode(view)
    sentence = play.rules.why_not(view, seat, move)
    assert isinstance(sentence, str), f"after {step}: seat {seat} gets no sentence for {move}"
    assert sentence.strip(), f"after {step}: seat {seat} gets no reason for {move}"
    assert is_sentence(sentence), f"after {step}: {sentence!r} is no sentence"
    assert msgspec.json.encode(view) == before, f"after {step}: asking why seat {seat} may not {move} changed its view"


def is_sentence(text: str) -> bool:
    """Whether a text begins and ends as sentences do."""
    return not text[0].islower() and text.endswith((".", "!", "?"))


def is_plain(facts: Any) -> bool:
    """Whether what a board is told is plain data, which holds nothing of the game's own."""
    match facts:
        case dict():
            return all(isinstance(key, str | int) and is_plain(value) for key, value in facts.items())
        case list() | tuple():
            return all(map(is_plain, facts))
        case _:
            return facts is None or isinstance(facts, str | int)


def words_for_all(play: Play) -> None:
    """Every event told, every move and every board has its words, and asking for them, or for a worth, changes nothing."""
    rules, names = play.rules, NAMES[: play.seat_count]
    told_before: dict[Viewer, list[Any]] = {viewer: [] for viewer in viewers(play.seat_count)}
    for step in play.steps:
        for happening in step.happenings:
            for viewer, happened in told_before.items():
                told = rules.event_seen_by(happening.before, happening.event, viewer)
                if told is None:
                    continue
                line = rules.describe_after(happened, told, names)
                happened.append(told)
                assert "\n" not in line, f"{step}: {told} gives several lines: {line!r}"
    for step in play.some_steps(STEPS_TRIED, play.generator()):
        truth = msgspec.json.encode(step.after)
        for viewer in viewers(play.seat_count):
            view = rules.seen_by(step.after, viewer)
            before = msgspec.json.encode(view)
            board = rules.draw_text(view, names, viewer)
            widest = max(board.splitlines(), key=len, default="")
            assert 0 < len(widest) <= BOARD_WIDTH, f"after {step}: viewer {viewer} has the board line {widest!r}"
            assert is_plain(rules.board_facts(view, names, viewer)), (
                f"after {step}: viewer {viewer} is given no plain facts"
            )
            assert all(decision.prompt for decision in rules.decisions(view)), (
                f"after {step}: a decision without prompt"
            )
            if viewer != SPECTATOR:
                _check_words_for_seat(play, view, viewer)
            assert msgspec.json.encode(view) == before, f"after {step}: being asked changed the view of {viewer}"
        assert msgspec.json.encode(step.after) == truth, f"after {step}: being asked changed the state"


def _check_words_for_seat(play: Play, view: Any, seat: Seat) -> None:
    for move in play.rules.legal_moves(view, seat):
        assert play.rules.describe_move(view, seat, move).strip(), f"no words for {move}"
    assert math.isfinite(play.rules.evaluate(view, seat)), f"seat {seat} cannot say what its view is worth"
