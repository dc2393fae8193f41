"""Whole tables at random: from setting one up, with people who come, go and resign, to the end and what comes after."""

import random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from domain.bots import BOTS
from domain.chance import nonce_hash_of
from domain.commit import AnyCommit
from domain.errors import Refused
from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.commands import (
    AnswerByOrder,
    AnyCommand,
    CreateGame,
    CreatePractice,
    JoinGame,
    LeaveGame,
    MakeMove,
    OfferRematch,
    OpenNonce,
    RemovePlayer,
    ReplacePlayer,
    Resign,
    SeatBot,
    SeatPlan,
    SetStandingOrder,
    SetWatching,
    StartGame,
    UnseatBot,
)
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.events import Origin
from domain.ids import Actor, Seat, admin_actor, order_actor, player_actor
from domain.rules import AnyRules, Outcome
from tests.domain.game.second_thoughts import second_thought
from tests.domain.laws.any_value import any_value
from tests.domain.laws.plays import STYLES

PEOPLE = ("ann", "bob", "cat", "dan", "eve")
LONG_ENOUGH = 200
"""After so many steps people resign, one after the other: how long games go on is no matter of tables, and laws take time."""


class TableStart(Struct, frozen=True, kw_only=True):
    """Whence a whole game comes; the same start gives the same game. Shown when a law fails."""

    seed: int
    style: str = "any move"
    resign_percent: int = 0
    is_restless: bool = False
    """People get up and sit down again before the start, some are removed, some replaced, and watching is opened and closed."""
    undo_percent: int = 0
    """How often somebody has second thoughts instead of a move being made."""
    is_practice: bool = False
    """It goes on from a state of another game, as that was or as one of its players could imagine it."""


class TableStep(Struct, kw_only=True):
    """One accepted command, and the game around it."""

    before: AnyGame
    commit: AnyCommit
    after: AnyGame

    def __str__(self) -> str:
        return f"version {self.commit.version}, {self.commit.command!r} of {self.commit.actor}"


class WholeGame(Struct, kw_only=True):
    """A table from its first commit to its last."""

    rules: Any
    id: str
    secret: bytes
    start: TableStart
    steps: list[TableStep]

    @property
    def seat_count(self) -> int:
        return len(self.steps[0].after.seats)

    @property
    def first_step_of_play(self) -> int:
        """Give the place of the step that started the play, or the number of steps if none did."""
        return next((place for place, step in enumerate(self.steps) if step.after.state is not None), len(self.steps))


def table_starts() -> st.SearchStrategy[TableStart]:
    """Give ways for a whole game to go; the simplest has no incident."""
    return st.builds(
        TableStart,
        seed=st.integers(0, 2**32),
        style=st.sampled_from(sorted(STYLES)),
        resign_percent=st.sampled_from([0, 0, 2, 10]),
        is_restless=st.booleans(),
        undo_percent=st.sampled_from([0, 0, 15, 40]),
        is_practice=st.sampled_from([False, False, True]),
    )


def play_whole_game(rules: AnyRules, start: TableStart) -> WholeGame:
    """Play a table to its end and record it."""
    return _Recorder(rules, start).play()


class _Recorder:
    def __init__(self, rules: AnyRules, start: TableStart) -> None:
        self._rules = rules
        self._start = start
        self._generator = random.Random(start.seed)
        self._id = "".join(self._generator.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
        self._secret = self._generator.randbytes(32)
        self._game: AnyGame = Game(id=self._id)
        self._now_ms = 1_700_000_000_000
        self._steps: list[TableStep] = []
        self._is_strict = False
        self._bound: dict[str, str] = {}

    def play(self) -> WholeGame:
        self._execute("ann", self._practice_plan() if self._start.is_practice else self._plan())
        while self._game.phase == "open":
            self._sit_down()
        while self._game.phase == "playing":
            self._go_on()
        seated = [holder.pseudonym for holder in self._game.seats if holder.kind == "person"]
        if seated:
            self._execute(self._generator.choice(seated), OfferRematch(game="r" * 26))
        return WholeGame(rules=self._rules, id=self._id, secret=self._secret, start=self._start, steps=self._steps)

    def _plan(self) -> CreateGame[Any]:
        generator, rules = self._generator, self._rules
        count = generator.choice(list(rules.seats))
        others = [
            SeatPlan(kind="open"),
            SeatPlan(kind="bot", level=generator.choice(list(BOTS))),
            SeatPlan(kind="reserved", pseudonym="bob"),
        ]
        seats = [generator.choice(others[:2] if generator.random() < 0.7 else others) for _ in range(count)]
        seats[generator.randrange(count)] = SeatPlan(kind="host")
        if sum(plan.kind == "reserved" for plan in seats) > 1:
            seats = [SeatPlan(kind="open") if plan.kind == "reserved" else plan for plan in seats]
        rematch = generator.random() < 0.5
        self._is_strict = generator.random() < 0.3
        return CreateGame(
            game=rules.name,
            options=any_value(rules.Options, generator),
            seats=tuple(seats),
            **self._nonce_of("ann"),
            strict_start=self._is_strict,
            listed=generator.random() < 0.5,
            watchable=generator.random() < 0.5,
            starts_when_full=generator.random() < 0.5,
            previous_game="p" * 26 if rematch else None,
            previous=self._some_outcome(count) if rematch and generator.random() < 0.8 else None,
            draws_seats=not rematch and generator.random() < 0.7,
            undo=generator.choice(["none", "free", "consent", "consent"]) if self._start.undo_percent else "consent",
            what_if=generator.random() < 0.5,
        )

    def _practice_plan(self) -> CreatePractice[Any, Any]:
        """Plan to go on from where another game stood while all its seats still played."""
        generator, rules = self._generator, self._rules
        other = play_whole_game(rules, TableStart(seed=generator.getrandbits(32), style=self._start.style))
        games = [step.after for step in other.steps]
        playing = [g for g in games if g.phase == "playing" and not any(holder.resigned for holder in g.seats)]
        if not playing:
            return self._practice_plan()
        from_game = generator.choice(playing)
        seat = generator.randrange(other.seat_count)
        is_sampled = generator.random() < 0.5
        seen = rules.seen_by(from_game.state, seat)
        return CreatePractice(
            game=rules.name,
            options=from_game.options,
            data_hash=rules.data_hash,
            seat_count=other.seat_count,
            seat=seat,
            level=generator.choice(list(BOTS)),
            nonce=self._nonce(),
            origin=Origin(game=other.id, position=from_game.position_of(seat), viewer=seat, is_sampled=is_sampled),
            state=rules.determinize(seen, seat, generator) if is_sampled else from_game.state,
        )

    def _some_outcome(self, count: int) -> Outcome:
        order = self._generator.sample(range(1, count + 1), count)
        return Outcome(placings=tuple(order), ending="played_before", starter=self._generator.choice([None, 0]))

    def _sit_down(self) -> None:
        generator, seats = self._generator, self._game.seats
        empty = [seat for seat, holder in enumerate(seats) if holder.kind == "empty"]
        if self._start.is_restless and generator.random() < 0.3:
            generator.choice([self._get_up, self._get_up, self._set_watching])()
        elif self._game.unopened:
            bound = seats[generator.choice(self._game.unopened)].pseudonym
            self._execute(bound, OpenNonce(nonce=self._bound[bound]))
        elif not empty:
            self._execute("ann", StartGame())
        else:
            seat = generator.choice(empty)
            away = {holder.pseudonym for holder in seats} | {*self._game.removed, "bob"}
            person = seats[seat].reserved_for or next((name for name in PEOPLE[::-1] if name not in away), None)
            if person is None or (seats[seat].reserved_for is None and generator.random() < 0.2):
                self._execute("ann", SeatBot(seat=seat, level=generator.choice(list(BOTS))))
            else:
                self._execute(person, JoinGame(seat=generator.choice([seat, None]), **self._nonce_of(person)))

    def _get_up(self) -> None:
        guests = [h.pseudonym for h in self._game.seats if h.kind == "person" and h.pseudonym != self._game.host]
        bots = [seat for seat, holder in enumerate(self._game.seats) if holder.kind == "bot"]
        if self._game.unopened:
            if self._generator.random() < 0.05:
                self._execute(self._generator.choice([*guests, "ann"]), LeaveGame())
        elif guests and self._generator.random() < 0.5:
            guest = self._generator.choice(guests)
            if self._generator.random() < 0.3:
                seat = self._game.seat_of(player_actor(guest))
                assert seat is not None
                self._execute("ann", RemovePlayer(seat=seat))
            else:
                self._execute(guest, LeaveGame())
        elif bots:
            self._execute("ann", UnseatBot(seat=self._generator.choice(bots)))
        elif self._generator.random() < 0.1:
            self._execute("ann", LeaveGame())

    def _set_watching(self) -> None:
        self._execute("ann", SetWatching(watchable=not self._game.watchable))

    def _go_on(self) -> None:
        game, generator = self._game, self._generator
        is_long = len(self._steps) >= LONG_ENOUGH
        assert len(self._steps) < LONG_ENOUGH + len(game.seats), "no end, though people resign"
        is_watched = self._game.origin is None and "ann" not in game.replaced
        if not is_long and is_watched and self._start.is_restless and generator.random() < 0.05:
            self._set_watching()
            return
        if not is_long and self._start.is_restless and generator.random() < 0.02 and self._replace():
            return
        if not is_long and self._has_second_thoughts():
            return
        still_in = [s for s, holder in enumerate(game.seats) if not holder.resigned]
        if is_long or generator.randrange(100) < self._start.resign_percent:
            self._execute_as(self._actor_of(generator.choice(still_in)), Resign())
            return
        if self._rules.has_responses and generator.random() < 0.3 and self._set_order():
            return
        seat = generator.choice(sorted(game.open_decisions))
        if (owed := game.declined_by_order(seat)) is not None and generator.random() < 0.7:
            self._execute_as(order_actor(seat), AnswerByOrder(decision=owed.id))
            return
        move = STYLES[self._start.style](self._rules.legal_moves(game.state, seat), generator)
        self._execute_as(self._actor_of(seat), MakeMove(decision=game.open_decisions[seat].id, move=move))

    def _has_second_thoughts(self) -> bool:
        """Let somebody take moves back, or ask to, or answer; False if none does."""
        if not self._start.undo_percent or self._generator.randrange(100) >= self._start.undo_percent:
            return False
        thought = second_thought(self._rules, self._game, self._generator)
        if thought is not None:
            seat, command = thought
            self._execute_as(self._actor_of(seat), command)
        return thought is not None

    def _replace(self) -> bool:
        """Let a bot play on for some person; False if no person plays on."""
        people = self._people_still_in()
        if people:
            command = ReplacePlayer(
                seat=self._generator.choice(people), level=self._generator.choice(list(BOTS)), reason="Away."
            )
            self._execute_as(admin_actor("operator"), command)
        return bool(people)

    def _people_still_in(self) -> list[Seat]:
        return [s for s, holder in enumerate(self._game.seats) if holder.kind == "person" and not holder.resigned]

    def _set_order(self) -> bool:
        """Let some person give another order; False if none plays on."""
        people = self._people_still_in()
        if not people:
            return False
        seat = self._generator.choice(people)
        others = {"ask", "decline_until_my_turn", "decline"} - {self._game.order_of(seat)}
        command = SetStandingOrder(order=self._generator.choice(sorted(others)))  # type: ignore[arg-type]
        self._execute_as(self._actor_of(seat), command)
        return True

    def _actor_of(self, seat: Seat) -> Actor:
        actor = self._game.seats[seat].actor(seat)
        assert actor is not None
        return actor

    def _execute(self, person: str, command: AnyCommand) -> None:
        self._execute_as(player_actor(person), command)

    def _execute_as(self, actor: Actor, command: AnyCommand) -> None:
        self._now_ms += self._generator.choice([0, 7, 1000, 3_600_000, -500])
        key = f"k{len(self._steps)} {self._generator.randrange(1000)}"
        context = Context(now_ms=self._now_ms, actor=actor, key=key, secret=self._secret)
        try:
            decided = decide(self._rules, self._game, command, context)
        except Refused as refusal:
            raise AssertionError(f"{command!r} of {actor} is refused: {refusal!r}") from refusal
        before = clone_game(self._rules, self._game)  # afterwards, so that a law sees if deciding changed it
        self._game = decided.game
        after = clone_game(self._rules, self._game)
        self._steps.append(TableStep(before=before, commit=decided.commit, after=after))

    def _nonce_of(self, person: str) -> dict[str, str]:
        """Give what a person gives when sitting down, and note what is to be opened."""
        nonce = self._nonce()
        if not self._is_strict:
            return {"nonce": nonce}
        self._bound[person] = nonce
        return {"nonce_hash": nonce_hash_of(nonce)}

    def _nonce(self) -> str:
        return self._generator.choice(["", "five", f"{self._generator.getrandbits(64):x}", "Drache \U0001f409"])
