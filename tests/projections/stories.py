"""Tables told as stories: what was done, in order, and after each step the commit and the game as they then were."""

from typing import Any, NamedTuple, Self

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import (
    AnyCommand,
    CreateGame,
    JoinGame,
    LeaveGame,
    MakeMove,
    OfferRematch,
    RemovePlayer,
    Resign,
    SeatPlan,
    SetWatching,
    StartGame,
)
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.ids import Seat, bot_actor, player_actor
from projections import PROJECTIONS, AnyProjection
from projections.projection import Rows
from tests.toys.hidden_hoards.rules import GameRules, HoardOptions

GAME = "g" * 26
FIRST_MS = 1_700_000_000_000
HOST, OPEN, BOT = SeatPlan(kind="host"), SeatPlan(kind="open"), SeatPlan(kind="bot", level="random")


class Told(NamedTuple):
    commit: AnyCommit
    game: AnyGame


class Story:
    """A table of Hidden Hoards whose host is anna. Each step comes a second after the one before."""

    rules = GameRules()

    def __init__(self, *seats: SeatPlan, **changes: Any) -> None:
        self.told: list[Told] = []
        options = HoardOptions(rounds=2)
        plan = {"listed": True, "watchable": False, **changes}
        self.do("anna", CreateGame(game="hidden_hoards", options=options, seats=seats or (HOST, OPEN), **plan))

    @property
    def game(self) -> AnyGame:
        return self.told[-1].game if self.told else Game(id=GAME)

    @property
    def now_ms(self) -> int:
        """The time of the latest step."""
        return FIRST_MS + len(self.told) * 1000 - 1000

    def do(self, who: str | Seat, command: AnyCommand) -> Self:
        actor = bot_actor(who) if isinstance(who, int) else player_actor(who)
        number = len(self.told)
        context = Context(now_ms=FIRST_MS + number * 1000, actor=actor, key=f"{number}", secret=bytes(32))
        decided = decide(self.rules, self.game, command, context)
        self.told.append(Told(decided.commit, decided.game))
        return self

    def join(self, who: str) -> Self:
        return self.do(who, JoinGame(nonce=who))

    def leave(self, who: str) -> Self:
        return self.do(who, LeaveGame())

    def remove(self, seat: Seat) -> Self:
        return self.do("anna", RemovePlayer(seat=seat))

    def set_watching(self, watchable: bool) -> Self:
        return self.do("anna", SetWatching(watchable=watchable))

    def start(self) -> Self:
        return self.do("anna", StartGame())

    def choose(self, who: str | Seat, place: int = 0) -> Self:
        """Lay the card at ``place`` in the hand."""
        seat = who if isinstance(who, int) else self.game.seat_of(player_actor(who))
        assert seat is not None
        assert self.game.state is not None
        move = self.rules.legal_moves(self.game.state, seat)[place]
        return self.do(who, MakeMove(decision=self.game.open_decisions[seat].id, move=move))

    def resign(self, who: str) -> Self:
        return self.do(who, Resign())

    def rematch(self, who: str) -> Self:
        return self.do(who, OfferRematch(game="r" * 26))

    def rows(self, projection: AnyProjection, upto: int | None = None, cuts: tuple[int, ...] = ()) -> Rows[Any]:
        """Fold the first ``upto`` steps, in one go or cut before the steps whose numbers are in ``cuts``."""
        told = self.told[:upto]
        rows: Rows[Any] = {}
        ends = [*sorted({cut for cut in cuts if 0 < cut < len(told)}), len(told)]
        begin = 0
        for end in ends:
            rows = projection.fold(rows, [one.commit for one in told[begin:end]], told[end - 1].game, self.rules)
            begin = end
        return rows


def begun(*seats: SeatPlan, **changes: Any) -> Story:
    """A table that two people, anna and ben, have just begun to play at."""
    story = Story(*seats, **changes)
    return story.join("ben").start()


__all__ = ["BOT", "FIRST_MS", "GAME", "HOST", "OPEN", "PROJECTIONS", "Story", "begun"]
