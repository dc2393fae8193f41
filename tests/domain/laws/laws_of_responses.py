"""The law of responses: whoever is asked for one may decline it, and nobody else has anything to decline."""

from typing import Any

from domain.ids import Seat
from tests.domain.laws.plays import Play, Step


def responses_can_be_declined(play: Play) -> None:
    """Only games that say so have responses; to decline one is legal, and the same on truth and view."""
    for step in play.steps:
        asked = {decision.seat: decision for decision in play.rules.decisions(step.after)}
        for seat in range(play.seat_count):
            is_response = seat in asked and asked[seat].is_response
            assert play.rules.has_responses or not is_response, f"after {step}: seat {seat} is asked for a response"
            _check_declining(play, step, seat, is_response=is_response)
        for happening in step.happenings:
            _check_turns(play, step, happening.event)


def _check_declining(play: Play, step: Step, seat: Seat, *, is_response: bool) -> None:
    rules, where = play.rules, f"after {step}: seat {seat}"
    move = rules.decline(step.after, seat)
    seen = rules.decline(rules.seen_by(step.after, seat), seat)
    assert move == seen, f"{where} declines with {move}, and on its view with {seen}"
    if is_response:
        assert move in rules.legal_moves(step.after, seat), f"{where} declines with {move}, which is not legal"
    else:
        assert move is None, f"{where} owes no response, and declines with {move}"


def _check_turns(play: Play, step: Step, event: Any) -> None:
    seats = play.rules.turns_begun(event)
    assert set(seats) <= set(range(play.seat_count)), f"{step}: {event} begins the turns of {seats}"
    assert len(set(seats)) == len(seats), f"{step}: {event} begins a turn twice, of {seats}"
    assert play.rules.has_responses or not seats, f"{step}: {event} begins turns in a game without responses"
