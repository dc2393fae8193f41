"""Sets up a table and says what should happen at it: ``given(...).when(...).then(...)``.

What is asked is a pair of actor and command. ``given`` takes what was asked before; all of it must be accepted. Each
command gets a key of its own and comes a second after the one before.
"""

from typing import Any, NamedTuple, Self

import msgspec

import tests.toys
from domain.chance import nonce_hash_of
from domain.commit import AnyCommit
from domain.errors import Refused
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import (
    AbandonGame,
    AnswerByOrder,
    AnyCommand,
    AskUndo,
    CreateGame,
    DeclineUndo,
    GrantUndo,
    JoinGame,
    LeaveGame,
    MakeMove,
    OfferRematch,
    OpenNonce,
    RedoMoves,
    RemovePlayer,
    ReplacePlayer,
    Resign,
    SeatBot,
    SeatPlan,
    SetStandingOrder,
    SetWatching,
    StartGame,
    UnseatBot,
    WithdrawUndo,
)
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.events import Order
from domain.game.view import AnySeenGame, seen_by
from domain.ids import Actor, Seat, Viewer, admin_actor, order_actor, player_actor
from domain.rules import AnyRules
from services.game_data import games_with_data

GAMES = games_with_data(tests.toys)
HOARDS = GAMES["hidden_hoards"]
GUST = GAMES["dragon_gust"]
QUIET = GAMES["quiet_answers"]
GAME_ID = "g" * 26
SECRET = bytes(range(32))
START_MS = 1_700_000_000_000
HOST = SeatPlan(kind="host")
OPEN = SeatPlan(kind="open")
BOT = SeatPlan(kind="bot", level="random")
NO_OPTIONS: Any = None


class Asked(NamedTuple):
    """A command and who sends it."""

    actor: Actor
    command: AnyCommand


def kept_for(person: str) -> SeatPlan:
    """A seat that only this person may take."""
    return SeatPlan(kind="reserved", pseudonym=person)


def create(
    *seats: SeatPlan, by: str = "ann", rules: AnyRules = HOARDS, options: Any = NO_OPTIONS, **changes: Any
) -> Asked:
    """Set up a table with these seats."""
    chosen = rules.Options() if options is NO_OPTIONS else options
    return Asked(player_actor(by), CreateGame(game=rules.name, options=chosen, seats=seats, nonce=f"{by}'s", **changes))


def join(by: str, seat: Seat | None = None) -> Asked:
    return Asked(player_actor(by), JoinGame(seat=seat, nonce=f"{by}'s"))


def strict(*seats: SeatPlan, by: str = "ann", rules: AnyRules = HOARDS, **changes: Any) -> Asked:
    """Set up a table that starts strictly."""
    plan = CreateGame(
        game=rules.name,
        options=rules.Options(),
        seats=seats,
        strict_start=True,
        nonce_hash=nonce_hash_of(f"{by}'s"),
        **changes,
    )
    return Asked(player_actor(by), plan)


def join_strict(by: str, seat: Seat | None = None) -> Asked:
    return Asked(player_actor(by), JoinGame(seat=seat, nonce_hash=nonce_hash_of(f"{by}'s")))


def open_nonce(by: str, nonce: str | None = None) -> Asked:
    return Asked(player_actor(by), OpenNonce(nonce=f"{by}'s" if nonce is None else nonce))


def leave(by: str) -> Asked:
    return Asked(player_actor(by), LeaveGame())


def seat_bot(seat: Seat, *, level: str = "random", by: str = "ann") -> Asked:
    return Asked(player_actor(by), SeatBot(seat=seat, level=level))


def unseat_bot(seat: Seat, *, by: str = "ann") -> Asked:
    return Asked(player_actor(by), UnseatBot(seat=seat))


def remove(seat: Seat, *, by: str = "ann") -> Asked:
    return Asked(player_actor(by), RemovePlayer(seat=seat))


def watching(watchable: bool, *, by: str = "ann") -> Asked:
    return Asked(player_actor(by), SetWatching(watchable=watchable))


def start(by: str = "ann") -> Asked:
    return Asked(player_actor(by), StartGame())


def resign(by: str) -> Asked:
    return Asked(player_actor(by), Resign())


def offer_rematch(by: str, game: str = "r" * 26) -> Asked:
    return Asked(player_actor(by), OfferRematch(game=game))


def order(by: str, wanted: Order) -> Asked:
    return Asked(player_actor(by), SetStandingOrder(order=wanted))


def order_answers(seat: Seat, decision: str) -> Asked:
    return Asked(order_actor(seat), AnswerByOrder(decision=decision))


def abandon(reason: str = "a test") -> Asked:
    return Asked(admin_actor("operator"), AbandonGame(reason=reason))


def replace(seat: Seat, *, level: str = "greedy", reason: str = "away") -> Asked:
    return Asked(admin_actor("operator"), ReplacePlayer(seat=seat, level=level, reason=reason))


def move(by: str, decision: str, made: Any) -> Asked:
    return Asked(player_actor(by), MakeMove(decision=decision, move=made))


def undo(desk: "Desk", seat: Seat, *, by: str | None = None, position: int | None = None) -> Asked:
    """Take back what a seat decided last, as its player asks who has seen everything."""
    return Asked(
        _player(desk, seat, by), AskUndo(position=desk.game.position_of(seat) if position is None else position)
    )


def redo(desk: "Desk", seat: Seat) -> Asked:
    return Asked(_player(desk, seat), RedoMoves(position=desk.game.position_of(seat)))


def grant(desk: "Desk", seat: Seat) -> Asked:
    """Agree to the open request."""
    return Asked(_player(desk, seat), GrantUndo(position=asked_at(desk, seat)))


def decline(desk: "Desk", seat: Seat) -> Asked:
    return Asked(_player(desk, seat), DeclineUndo(position=asked_at(desk, seat)))


def withdraw(desk: "Desk", seat: Seat) -> Asked:
    return Asked(_player(desk, seat), WithdrawUndo(position=asked_at(desk, seat)))


def asked_at(desk: "Desk", seat: Seat) -> int:
    """Give the position at which a seat was told of the open request."""
    request = desk.game.undo_request
    assert request is not None, "no request is open"
    return desk.game.position_at(seat, request.version)


def _player(desk: "Desk", seat: Seat, by: str | None = None) -> Actor:
    return player_actor(desk.game.seats[seat].pseudonym if by is None else by)


class Desk:
    """A table, every commit so far, and what became of the last command: a commit, or a refusal."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.game: AnyGame = Game(id=GAME_ID)
        self.commits: list[AnyCommit] = []
        self.refusal: Refused | None = None
        self._asked_count = 0
        self._before = b""

    def when(self, asked: Asked, *, now_ms: int | None = None, key: str | None = None) -> Self:
        """Ask for something more."""
        self._asked_count += 1
        context = Context(
            now_ms=START_MS + 1000 * self._asked_count if now_ms is None else now_ms,
            actor=asked.actor,
            key=f"key {self._asked_count}" if key is None else key,
            secret=SECRET,
        )
        self._before = msgspec.json.encode(self.game)
        self.refusal = None
        try:
            decided = decide(self.rules, self.game, asked.command, context)
        except Refused as refusal:
            self.refusal = refusal
            return self
        assert msgspec.json.encode(self.game) == self._before, "deciding changed the game it was given"
        self.commits.append(decided.commit)
        self.game = decided.game
        return self

    def then(self, *events: Any) -> Self:
        """Check that it was accepted, and that exactly this happened."""
        assert self.refusal is None, f"refused: {self.refusal}"
        assert self.commits[-1].events == events
        return self

    def then_refused(self, kind: type[Refused], *words: str) -> Self:
        """Check that it was refused for this reason, in a sentence with these words, and that nothing changed."""
        assert type(self.refusal) is kind, f"expected {kind.code}, got {self.refusal!r}"
        sentence = str(self.refusal)
        assert sentence.endswith(".") or not words
        assert all(word in sentence for word in words), sentence
        assert msgspec.json.encode(self.game) == self._before, "a refused command changed the game"
        return self

    @property
    def state(self) -> Any:
        """Give the state of play."""
        return self.game.state

    def seen(self, viewer: Viewer) -> AnySeenGame:
        return seen_by(self.rules, self.game, viewer)

    def decision_of(self, seat: Seat) -> str:
        """Give the id of what a seat must decide."""
        return self.game.open_decisions[seat].id

    def moves_of(self, seat: Seat) -> list[Any]:
        return self.rules.legal_moves(self.game.state, seat)

    def plays(self, seat: Seat, place: int = 0) -> Self:
        """Make a legal move of a seat that owes one: the one at ``place`` in the list."""
        actor = self.game.seats[seat].actor(seat)
        assert actor is not None
        command = MakeMove(decision=self.decision_of(seat), move=self.moves_of(seat)[place])
        return self.when(Asked(actor, command)).accepted()

    def accepted(self) -> Self:
        assert self.refusal is None, f"refused: {self.refusal!r}"
        return self


def given(*asked: Asked, rules: AnyRules = HOARDS) -> Desk:
    """Set up a table at which all this was asked and accepted."""
    desk = Desk(rules)
    for one in asked:
        desk.when(one).accepted()
    return desk


def playing(*people: str, rules: AnyRules = HOARDS, **changes: Any) -> Desk:
    """Set up a table at which these people play, the first as host."""
    seats = (HOST, *(OPEN for _ in people[1:]))
    return given(
        create(*seats, by=people[0], rules=rules, starts_when_full=True, **changes),
        *(join(person) for person in people[1:]),
        rules=rules,
    )
