"""What people at a random table ask about moves they would rather not have made: of that only what is accepted."""

import random

from domain.game.aggregate import AnyGame
from domain.game.commands import AnyCommand, AskUndo, DeclineUndo, GrantUndo, RedoMoves, WithdrawUndo
from domain.game.taking_back import is_free, last_decision, redoable, yet_to_grant
from domain.ids import Seat
from domain.rules import AnyRules


def second_thought(rules: AnyRules, game: AnyGame, generator: random.Random) -> tuple[Seat, AnyCommand] | None:
    """Give a seat and what it asks, or None if nobody could ask for anything."""
    request = game.undo_request
    if request is not None and generator.random() < 0.8:
        told_at = {seat: game.position_at(seat, request.version) for seat in range(len(game.seats))}
        if generator.random() < 0.15:
            return request.seat, WithdrawUndo(position=told_at[request.seat])
        answer = DeclineUndo if generator.random() < 0.2 else GrantUndo
        for seat in yet_to_grant(game, request)[:1]:
            return seat, answer(position=told_at[seat])
    people = [seat for seat, holder in enumerate(game.seats) if holder.kind == "person" and not holder.resigned]
    generator.shuffle(people)
    for seat in people:
        if redoable(rules, game, seat) is not None and generator.random() < 0.5:
            return seat, RedoMoves(position=game.position_of(seat))
        decision = last_decision(game, seat)
        if decision is None or game.undo == "none":
            continue
        if is_free(rules, game, seat, decision) or (game.undo == "consent" and request is None):
            return seat, AskUndo(position=game.position_of(seat))
    return None
