"""Standing orders: what is to be done about responses, and the answers that an order gives for its player.

Nobody but the player is told of an order, nor that it answered: what it plays is told as if the player had.
"""

from domain.errors import DecisionClosed, NoResponses, NotPlaying, NotSeated, OrderUnchanged, OrderWithdrawn
from domain.game.commands import AnswerByOrder, SetStandingOrder
from domain.game.deciding import Deciding
from domain.game.events import OrderAnswered, StandingOrderSet
from domain.ids import order_actor


def set_standing_order(deciding: Deciding, command: SetStandingOrder) -> None:
    """Note what the actor wants, at any time while it plays; the order may already answer what is asked now."""
    seat = deciding.own_seat()
    deciding.require_playing()
    game, rules = deciding.game, deciding.rules
    if game.seats[seat].resigned:
        raise NotPlaying("You have resigned from this game.")
    if game.seats[seat].kind != "person":
        raise NotSeated("Only a person can do this.")
    if not rules.has_responses:
        raise NoResponses(f"{rules.title} has no responses, so there is nothing to decline.")
    if game.order_of(seat) == command.order:
        raise OrderUnchanged("Your standing order is so already: there is nothing to change.")
    deciding.emit(StandingOrderSet(seat=seat, order=command.order))


def answer_by_order(deciding: Deciding, command: AnswerByOrder) -> None:
    """Decline for a seat whose order still says so, if the response is still asked for."""
    game, rules = deciding.game, deciding.rules
    deciding.require_playing()
    seat = next((seat for seat in game.standing_orders if order_actor(seat) == deciding.context.actor), None)
    if seat is None:
        raise OrderWithdrawn("No standing order of this seat declines.")
    owed = game.declined_by_order(seat)
    move = rules.decline(game.state, seat)
    if owed is None or owed.id != command.decision or move is None:
        raise DecisionClosed("The game has moved on: this response is no longer asked for.")
    rules.play(game.state, seat, move, deciding.chance, deciding.emit)
    deciding.emit(OrderAnswered(seat=seat))
    deciding.finish_play()
