"""Answering a decision, and giving the game up."""

from typing import Any

from domain.errors import DecisionClosed, IllegalMove, NotPlaying
from domain.game.commands import MakeMove
from domain.game.deciding import Deciding
from domain.game.events import SeatResigned
from domain.ids import DECISION_ID_FORM, DecisionId


def make_move(deciding: Deciding, command: MakeMove[Any]) -> None:
    """Play a legal move of the actor's seat that answers its open decision."""
    deciding.require_playing()
    game, rules = deciding.game, deciding.rules
    seat = deciding.own_seat()
    decision = game.open_decisions.get(seat)
    if decision is None:
        raise DecisionClosed("The game has moved on: it is not your turn to decide.")
    if decision.id != command.decision:
        raise DecisionClosed(_why_another(decision.id, command.decision))
    if command.move not in rules.legal_moves(game.state, seat):
        raise IllegalMove(rules.why_not(rules.seen_by(game.state, seat), seat, command.move))
    rules.play(game.state, seat, command.move, deciding.chance, deciding.emit)
    deciding.finish_play()


def _why_another(open_id: DecisionId, named: DecisionId) -> str:
    if not named.strip():
        return f"The move does not say which decision it answers: you now decide {open_id}."
    if DECISION_ID_FORM.fullmatch(named) is None:
        return f"No decision is called {named!r}: you now decide {open_id}."
    return f"The game has moved on: you now decide {open_id}, not {named}."


def resign(deciding: Deciding) -> None:
    """Give up for the actor's seat; the rules see to what becomes of the rest."""
    deciding.require_playing()
    game = deciding.game
    seat = deciding.own_seat()
    if game.seats[seat].resigned:
        raise NotPlaying("You have already resigned from this game.")
    deciding.emit(SeatResigned(seat=seat))
    deciding.rules.leave(game.state, seat, deciding.chance, deciding.emit)
    deciding.finish_play()
