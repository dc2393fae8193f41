"""What it takes to take a move back in a long game."""

import random
from typing import Any, Final

from domain.errors import Refused
from domain.game.aggregate import AnyGame, Game
from domain.game.commands import AskUndo, CreateGame, MakeMove, SeatPlan
from domain.game.decide import Decided, decide
from domain.game.deciding import Context
from domain.game.taking_back import last_decision
from domain.game.undo_view import undo_offer
from domain.rules import AnyRules
from services.game_data import games_with_data
from services.stream.codec import codec_of
from tests.benchmarks.measuring import Figure, a_second

GAMES: Final = games_with_data()
COMMITS: Final = 200
UNDOS_MEASURED: Final = 50
HOST: Final = "player:ann"
LEAST_A_SECOND: Final = 50.0
"""20 ms each."""


def undo(name: str) -> Figure:
    """Measure taking back, from the command to the line that is stored."""
    rules = GAMES[name]
    game = _long_game(rules)
    command = AskUndo(position=game.position_of(0))

    def take_back() -> int:
        for number in range(UNDOS_MEASURED):
            codec_of(rules).encode(_decide(rules, game, HOST, command, f"undo {number}").commit)
        return UNDOS_MEASURED

    return Figure(
        name=f"{name}: undo",
        what=f"one's last move taken back in a game of {COMMITS} commits since its start, some of them taken back before: "
        "judged, decided, folded again from the start and encoded",
        unit="undos/s",
        values=a_second(take_back),
        target=LEAST_A_SECOND,
    )


def offer(name: str) -> Figure:
    """Measure what each view of a table asks."""
    rules = GAMES[name]
    game = _long_game(rules)

    def ask() -> int:
        for _ in range(UNDOS_MEASURED):
            undo_offer(rules, game, 0)
        return UNDOS_MEASURED

    return Figure(
        name=f"{name}: offer",
        what=f"whether one's last move could be taken back freely, in the same game of {COMMITS} commits",
        unit="offers/s",
        values=a_second(ask),
    )


def _long_game(rules: AnyRules) -> AnyGame:
    """Play at random against bots, who agree to everything; what would end the game is not played, something is taken back."""
    generator = random.Random(1)
    seats = (SeatPlan(kind="host"), *[SeatPlan(kind="bot", level="random")] * (min(rules.seats) - 1))
    plan: CreateGame[Any] = CreateGame(game=rules.name, options=rules.Options(), seats=seats, starts_when_full=True)
    game = _decide(rules, Game(id="g" * 26), HOST, plan, "new").game
    while len(game.history) < COMMITS or last_decision(game, 0) is None:
        number = len(game.history)
        seat, owed = generator.choice(sorted(game.open_decisions.items()))
        move = generator.choice(rules.legal_moves(game.state, seat))
        actor = game.seats[seat].actor(seat)
        assert actor is not None
        decided = _decide(rules, game, actor, MakeMove(decision=owed.id, move=move), f"move {number}")
        if decided.game.is_over:
            for _ in range(generator.randint(1, 5)):
                try:
                    decided = _decide(
                        rules, game, HOST, AskUndo(position=game.position_of(0)), f"undo {len(game.history)}"
                    )
                except Refused:
                    break
                game = decided.game
        else:
            game = decided.game
    return game


def _decide(rules: AnyRules, game: AnyGame, actor: str, command: Any, key: str) -> Decided:
    return decide(rules, game, command, Context(now_ms=game.time_ms + 1000, actor=actor, key=key, secret=bytes(32)))
