"""The fold: what a commit makes of a game. It checks nothing, asks no chance and never fails."""

from typing import Any, assert_never

from msgspec.structs import replace

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, OpenDecision, PlayedCommit, SeatHolder, identity_of
from domain.game.commands import MakeMove
from domain.game.events import (
    AnyLifecycleEvent,
    BotSeated,
    BotUnseated,
    GameAbandoned,
    GameCreated,
    GameFinished,
    GameStarted,
    LifecycleEvent,
    RematchMade,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.ids import Seat, decision_id
from domain.rules import AnyRules


def evolve(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Fold one commit into ``game``, in place. Commits come in the order of their versions, without a gap."""
    for event in commit.events:
        apply_event(rules, game, event)
    close_commit(rules, game, commit)


def apply_event(rules: AnyRules, game: AnyGame, event: Any) -> None:
    """Apply one event of the table or of the rules."""
    if isinstance(event, LifecycleEvent):
        _apply_lifecycle(rules, game, event)  # type: ignore[arg-type]  # the union lists every subclass
    else:
        rules.evolve(game.state, event)


def close_commit(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Count the commit for everybody it told something, remember its command, and see what must be decided now."""
    game.version = commit.version
    game.time_ms = commit.time_ms
    if commit.version == 1:
        game.created_ms = commit.time_ms
    game.draw_count += len(commit.draws)
    game.commands[identity_of(commit.actor, commit.key)] = commit.version
    for viewer in range(-1, len(game.seats)):
        if viewer not in commit.hidden_from:
            game.positions[viewer] += 1
            game.told_ms[viewer] = commit.time_ms
    played = tuple(event for event in commit.events if not isinstance(event, LifecycleEvent))
    if played:
        game.history.append(PlayedCommit(version=commit.version, events=played))
    _renew_decisions(rules, game, commit)


def _renew_decisions(rules: AnyRules, game: AnyGame, commit: AnyCommit) -> None:
    """Keep the decisions that this commit left open, and open the new ones.

    A decision is answered only by its own seat's move; another's commit that leaves it as it was does not renew its id.
    """
    before = game.open_decisions
    game.open_decisions = {}
    if game.phase != "playing":
        return
    mover = seat_that_moved(commit)
    for decision in rules.decisions(game.state):
        seat = decision.seat
        known = before.get(seat)
        if known is None or seat == mover or known.decision != decision:
            known = OpenDecision(id=decision_id(seat, game.positions[seat]), decision=decision, since_ms=commit.time_ms)
        game.open_decisions[seat] = known


def seat_that_moved(commit: AnyCommit) -> Seat | None:
    """Give the seat whose decision the commit answered, if it holds a move."""
    command = commit.command
    return int(command.decision.partition(".")[0]) if isinstance(command, MakeMove) else None


def _apply_lifecycle(rules: AnyRules, game: AnyGame, event: AnyLifecycleEvent[Any]) -> None:
    match event:
        case GameCreated():
            _create(game, event)
        case SeatTaken(seat=seat, pseudonym=pseudonym, nonce=nonce):
            _hold(game, seat, kind="person", pseudonym=pseudonym, nonce=nonce)
        case BotSeated(seat=seat, level=level):
            _hold(game, seat, kind="bot", level=level)
        case SeatLeft(seat=seat) | BotUnseated(seat=seat):
            game.seats[seat] = SeatHolder(reserved_for=game.seats[seat].reserved_for)
        case GameStarted():
            game.phase = "playing"
            game.state = rules.new_state(game.options, len(game.seats))
        case SeatResigned(seat=seat):
            _hold(game, seat, resigned=True)
        case GameFinished(outcome=outcome, secret=secret):
            game.phase, game.outcome, game.secret = "finished", outcome, secret
        case GameAbandoned(secret=secret):
            game.phase, game.secret = "abandoned", secret
        case RematchMade(game=rematch):
            game.rematch = rematch
        case _:
            assert_never(event)


def _create(game: AnyGame, event: GameCreated[Any]) -> None:
    game.phase = "open"
    game.name = event.game
    game.rules_version = event.rules_version
    game.options = event.options
    game.host = event.host
    game.listed = event.listed
    game.watchable = event.watchable
    game.starts_when_full = event.starts_when_full
    game.commitment = event.commitment
    game.previous_game = event.previous_game
    game.previous = event.previous
    game.seats = [SeatHolder(reserved_for=pseudonym) for pseudonym in event.reserved]
    game.positions = [0] * (len(game.seats) + 1)
    game.told_ms = [0] * (len(game.seats) + 1)


def _hold(game: AnyGame, seat: Seat, **changes: Any) -> None:
    game.seats[seat] = replace(game.seats[seat], **changes)
