"""The desk at which a command is decided: the working copy, the chance, and the record of what happens."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from domain.chance import Chance, SeededChance, seed_of
from domain.commit import FORMAT, AnyCommit, Commit
from domain.errors import NotHost, NotOpen, NotPlaying, NotSeated, UnknownSeat
from domain.game.aggregate import AnyGame, clone_game
from domain.game.commands import AnyCommand
from domain.game.events import LIFECYCLE_EVENTS, GameFinished, StandingOrderEnded, UndoLapsed
from domain.game.evolve import apply_event, close_commit
from domain.game.told_events import told_to
from domain.ids import Actor, Pseudonym, Seat, Viewer, viewers
from domain.rules import AnyRules

NO_SEAT: Final = "You have no seat at this table: only those who sit at it can do this."


class Context(Struct, frozen=True, kw_only=True):
    """What the world says about a command: when (ms UTC), from whom, its key, and the game's secret S (32 bytes)."""

    now_ms: int
    actor: Actor
    key: str
    secret: bytes

    @property
    def pseudonym(self) -> Pseudonym:
        """The person who sent the command. Raises ``NotSeated`` for a bot or any other actor."""
        kind, _, pseudonym = self.actor.partition(":")
        if kind != "player":
            raise NotSeated("Only a person can do this.")
        return pseudonym


class _ChanceIfAsked(Chance):
    """The chance of a game whose seed is only computed once it is asked: few moves do."""

    def __init__(self, begin: Callable[[], Chance]) -> None:
        self._begin = begin

    def below(self, size: int) -> int:
        return self._begin().below(size)

    def permutation(self, size: int) -> tuple[int, ...]:
        return self._begin().permutation(size)


class Deciding:
    """One command on its way to a commit. ``emit`` applies each event at once, so the next line sees its effect."""

    def __init__(self, rules: AnyRules, game: AnyGame, context: Context) -> None:
        self.rules = rules
        self.game = clone_game(rules, game)
        self.context = context
        self.time_ms = max(context.now_ms, game.time_ms)
        self._events: list[Any] = []
        self._untold: list[Viewer] | None = None
        self._turns_begun: list[Seat] = []
        self._chance: SeededChance | None = None

    @property
    def chance(self) -> Chance:
        """The game's own chance. Only asked once every seat is taken, because the seed holds all nonces."""
        return _ChanceIfAsked(self._seeded_chance)

    def _seeded_chance(self) -> SeededChance:
        if self._chance is None:
            nonces = [holder.nonce for holder in self.game.seats]
            seed = seed_of(self.game.id, self.context.secret, nonces)
            self._chance = SeededChance(seed, self.game.draw_count)
        return self._chance

    def emit(self, event: Any) -> None:
        """Note whom the event tells something, apply it and record it."""
        rules, game = self.rules, self.game
        untold = viewers(len(game.seats)) if self._untold is None else self._untold
        if untold or self._untold is None:
            self._untold = [viewer for viewer in untold if told_to(rules, game, event, viewer) is None]
        if type(event) in LIFECYCLE_EVENTS:
            apply_event(rules, game, event, self.time_ms)
        else:
            if rules.has_responses:
                self._turns_begun += rules.turns_begun(event)
            rules.evolve(game.state, event)
        self._events.append(event)

    def finish_play(self) -> None:
        """End what this play ends: an open request, orders that held until a turn which has begun, the game itself."""
        self.lapse_request()
        outcome = self.rules.outcome(self.game.state)
        if outcome is not None:
            self.emit(GameFinished(outcome=outcome, secret=self.context.secret.hex()))
            return
        for seat in self._turns_begun:
            if self.game.order_of(seat) == "decline_until_my_turn":
                self.emit(StandingOrderEnded(seat=seat))

    def lapse_request(self) -> None:
        """Close an open request if everybody is told of this play: by a hidden choice, which must not show, it stays open."""
        if self.game.undo_request is not None and not self._untold:
            self.emit(UndoLapsed(seat=self.game.undo_request.seat))

    def commit(self, command: AnyCommand) -> AnyCommit:
        """Close the record, and fold the commit's own part into the working copy."""
        commit: AnyCommit = Commit(
            format=FORMAT,
            version=self.game.version + 1,
            time_ms=self.time_ms,
            actor=self.context.actor,
            key=self.context.key,
            command=command,
            events=tuple(self._events),
            draws=tuple(self._chance.draws) if self._chance else (),
            hidden_from=tuple(sorted(self._untold or ())),
        )
        close_commit(self.rules, self.game, commit)
        return commit

    # What several commands demand

    def require_open(self) -> None:
        """Raise ``NotOpen`` unless people may still sit down and get up."""
        match self.game.phase:
            case "playing":
                raise NotOpen("The game has already started: seats are taken and given up before that only.")
            case "finished" | "abandoned":
                raise NotOpen("This table is closed: set up another.")

    def require_playing(self) -> None:
        """Raise ``NotPlaying`` unless the game goes on."""
        match self.game.phase:
            case "open":
                raise NotPlaying("The game has not started yet: the host begins it once every seat is taken.")
            case "finished" | "abandoned":
                raise NotPlaying("The game is over: ask for a rematch to play on.")

    def require_host(self) -> None:
        """Raise ``NotHost`` unless the actor set up this table."""
        if self.context.pseudonym != self.game.host:
            raise NotHost("Only the host of this table can do this.")
        if self.context.pseudonym in self.game.replaced:
            raise NotHost("A bot plays on for you at this table: you are its host no more.")

    def require_seat_exists(self, seat: Seat) -> None:
        """Raise ``UnknownSeat`` unless the table has this seat."""
        if not 0 <= seat < len(self.game.seats):
            last = len(self.game.seats)
            raise UnknownSeat(f"There is no seat {seat + 1}: counted from 1, the seats of this table are 1 to {last}.")

    def own_seat(self) -> Seat:
        """Give the actor's seat. Raises ``NotSeated``."""
        seat = self.game.seat_of(self.context.actor)
        if seat is None:
            raise NotSeated(NO_SEAT)
        return seat
