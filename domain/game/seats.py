"""Setting up a table, sitting down and getting up."""

from typing import Any

from domain.binding import commitment_of
from domain.bots.bot import bot_of
from domain.errors import (
    AlreadyCreated,
    AlreadySeated,
    InvalidTable,
    NobodyToRemove,
    NoBotThere,
    NotSeated,
    RemovedByHost,
    SeatNotFree,
    TableFull,
)
from domain.game.commands import CreateGame, JoinGame, RemovePlayer, SeatBot, SeatPlan, UnseatBot
from domain.game.deciding import NO_SEAT, Deciding
from domain.game.events import (
    BotSeated,
    BotUnseated,
    GameAbandoned,
    GameCreated,
    PlayerRemoved,
    SeatLeft,
    SeatTaken,
)
from domain.game.start import start_if_full
from domain.game.strict import check_nonce, is_bound, require_unbound
from domain.ids import Pseudonym, Seat


def create_game(deciding: Deciding, command: CreateGame[Any]) -> None:
    """Set up the table and seat everybody that the plan names."""
    game, rules, context = deciding.game, deciding.rules, deciding.context
    if game.phase != "absent":
        raise AlreadyCreated("This table exists already.")
    _check_plan(deciding, command)
    deciding.emit(
        GameCreated(
            game=rules.name,
            rules_version=rules.version,
            options=command.options,
            host=context.pseudonym,
            reserved=tuple(plan.pseudonym if plan.kind == "reserved" else None for plan in command.seats),
            listed=command.listed,
            watchable=command.watchable,
            starts_when_full=command.starts_when_full,
            commitment=commitment_of(game.id, context.secret),
            previous_game=command.previous_game,
            previous=command.previous,
            draws_seats=command.draws_seats,
            data_hash=rules.data_hash,
            undo=command.undo,
            what_if=command.what_if,
            strict_start=command.strict_start,
        )
    )
    for seat, plan in enumerate(command.seats):
        if plan.kind == "host":
            deciding.emit(_taken(deciding, seat, command))
        elif plan.kind == "bot":
            deciding.emit(BotSeated(seat=seat, level=plan.level))
    start_if_full(deciding)


def _check_plan(deciding: Deciding, command: CreateGame[Any]) -> None:
    rules = deciding.rules
    count = len(command.seats)
    if count not in rules.seats:
        allowed = ", ".join(str(number) for number in rules.seats)
        raise InvalidTable(f"{rules.title} cannot be played at {count} seats; possible: {allowed}.")
    if sum(plan.kind == "host" for plan in command.seats) > 1:
        raise InvalidTable("You can hold one seat only.")
    if command.draws_seats and command.previous_game is not None:
        raise InvalidTable("A rematch keeps its seats: they cannot be drawn.")
    for plan in command.seats:
        _check_seat_plan(plan, deciding.context.pseudonym)


def _check_seat_plan(plan: SeatPlan, host: Pseudonym) -> None:
    if plan.kind == "bot":
        bot_of(plan.level)
    if plan.kind == "reserved" and plan.pseudonym in ("", host):
        raise InvalidTable("A reserved seat names another person; the host's own seat is of the kind host.")


def join_game(deciding: Deciding, command: JoinGame) -> None:
    """Seat the actor, and start if that was the last seat of a table that starts when full."""
    pseudonym = deciding.context.pseudonym
    if deciding.game.seat_of(deciding.context.actor) is not None:  # true whatever has become of the table since
        raise AlreadySeated("You already sit at this table: get up first if you want another seat.")
    deciding.require_open()
    if pseudonym in deciding.game.removed:
        raise RemovedByHost("The host has removed you from this table: you cannot sit down here again.")
    seat = _seat_to_take(deciding, command.seat, pseudonym)
    deciding.emit(_taken(deciding, seat, command))
    start_if_full(deciding)


def _taken(deciding: Deciding, seat: Seat, command: CreateGame[Any] | JoinGame) -> SeatTaken:
    """Give the event by which the actor sits down. Raises ``InvalidNonce``."""
    check_nonce(is_strict=deciding.game.strict_start, nonce=command.nonce, nonce_hash=command.nonce_hash)
    return SeatTaken(
        seat=seat, pseudonym=deciding.context.pseudonym, nonce=command.nonce, nonce_hash=command.nonce_hash
    )


def _seat_to_take(deciding: Deciding, wanted: Seat | None, pseudonym: Pseudonym) -> Seat:
    kept, free = [], []
    for seat, holder in enumerate(deciding.game.seats):
        if holder.kind == "empty" and holder.reserved_for == pseudonym:
            kept.append(seat)
        elif holder.kind == "empty" and holder.reserved_for is None:
            free.append(seat)
    if wanted is not None:
        deciding.require_seat_exists(wanted)
        if wanted not in kept + free:
            raise SeatNotFree(f"Seat {wanted + 1} is not free: choose another, or none for the first that is.")
        return wanted
    if not kept + free:
        raise TableFull("No seat is free at this table: wait until somebody gets up, or set up another table.")
    return (kept + free)[0]


def leave_game(deciding: Deciding) -> None:
    """Free the actor's seat. The host who leaves closes the table, seated or not; and who leaves a bound one drops it."""
    deciding.require_open()
    game = deciding.game
    seat = game.seat_of(deciding.context.actor)
    is_host = deciding.context.pseudonym == game.host
    if seat is None and not is_host:
        raise NotSeated(NO_SEAT)
    secret = deciding.context.secret.hex()
    if is_bound(game):
        deciding.emit(GameAbandoned(secret=secret, dropped_by=deciding.context.pseudonym))
        return
    if seat is not None:
        deciding.emit(SeatLeft(seat=seat))
    if is_host:
        deciding.emit(GameAbandoned(secret=secret))


def seat_bot(deciding: Deciding, command: SeatBot) -> None:
    """Give an empty seat to a bot, also one that is kept for somebody who has not come."""
    deciding.require_open()
    deciding.require_host()
    deciding.require_seat_exists(command.seat)
    bot_of(command.level)
    if deciding.game.seats[command.seat].kind != "empty":
        raise SeatNotFree(f"Seat {command.seat + 1} is not free: a bot takes an empty one.")
    deciding.emit(BotSeated(seat=command.seat, level=command.level))
    start_if_full(deciding)


def unseat_bot(deciding: Deciding, command: UnseatBot) -> None:
    """Free the seat of a bot."""
    deciding.require_open()
    deciding.require_host()
    deciding.require_seat_exists(command.seat)
    require_unbound(deciding)
    if deciding.game.seats[command.seat].kind != "bot":
        raise NoBotThere(f"No bot sits on seat {command.seat + 1}: name the seat of one.")
    deciding.emit(BotUnseated(seat=command.seat))


def remove_player(deciding: Deciding, command: RemovePlayer) -> None:
    """Free the seat of another person, who may not come back to it with any invite link."""
    deciding.require_open()
    deciding.require_host()
    deciding.require_seat_exists(command.seat)
    require_unbound(deciding)
    holder = deciding.game.seats[command.seat]
    match holder.kind:
        case "empty":
            raise NobodyToRemove(f"Nobody sits on seat {command.seat + 1}: name the seat of somebody.")
        case "bot":
            raise NobodyToRemove(f"A bot sits on seat {command.seat + 1}: send it away instead.")
    if holder.pseudonym == deciding.game.host:
        raise NobodyToRemove(f"You sit on seat {command.seat + 1} yourself: if you get up, the table is closed.")
    deciding.emit(PlayerRemoved(seat=command.seat))
