"""Practice: going on alone, against bots, from a state that came about in another game."""

from typing import Any

from domain.binding import commitment_of
from domain.bots.bot import bot_of
from domain.errors import AlreadyCreated, InvalidTable, NotPlaying
from domain.game.commands import CreatePractice
from domain.game.deciding import Deciding
from domain.game.events import BotSeated, GameCreated, GameStarted, SeatTaken, StateGiven


def create_practice(deciding: Deciding, command: CreatePractice[Any, Any]) -> None:
    """Set up a table for the actor alone, neither listed nor watched, and go on from the state at once."""
    game, rules, context = deciding.game, deciding.rules, deciding.context
    if game.phase != "absent":
        raise AlreadyCreated("This table exists already.")
    if not 0 <= command.seat < command.seat_count:
        raise InvalidTable(f"There is no seat {command.seat + 1} to practise on.")
    bot_of(command.level)
    if rules.outcome(command.state) is not None:
        raise NotPlaying("There the game is over: nothing is left to be tried.")
    deciding.emit(
        GameCreated(
            game=rules.name,
            rules_version=rules.version,
            options=command.options,
            host=context.pseudonym,
            reserved=(None,) * command.seat_count,
            listed=False,
            watchable=False,
            starts_when_full=True,
            commitment=commitment_of(game.id, context.secret),
            previous_game=None,
            previous=None,
            data_hash=rules.data_hash,
            origin=command.origin,
        )
    )
    for seat in range(command.seat_count):
        if seat == command.seat:
            deciding.emit(SeatTaken(seat=seat, pseudonym=context.pseudonym, nonce=command.nonce))
        else:
            deciding.emit(BotSeated(seat=seat, level=command.level))
    deciding.emit(GameStarted())
    deciding.emit(StateGiven(state=command.state))
