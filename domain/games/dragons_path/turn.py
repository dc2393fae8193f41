"""What carrying out a move needs at hand, and the two things that end a match: a complete path, and an empty deck."""

from typing import Final

from msgspec import Struct

from domain.chance import Chance
from domain.games.dragons_path import events
from domain.games.dragons_path.cards import SEAT_COUNT, SPELL_CARDS, Card, whole_deck
from domain.games.dragons_path.events import CARD_DRAWN, TURN_BEGAN
from domain.games.dragons_path.spells import Spells
from domain.games.dragons_path.state import Ending, State
from domain.ids import Seat
from domain.rules import Emit

FIRST_HAND: Final = 5
"""Cards that each player draws at first (DP-3)."""
ALIKE_TO_WIN: Final = 4
"""Cards of one element that make a path complete (DP-9)."""
TOKENS_TO_WIN: Final = 2
"""Dragon Tokens that win the game (DP-22)."""


class Turn(Struct, kw_only=True, gc=False):
    """A move on its way. ``emit`` applies each event to ``state`` and records it, so the next line sees its effect."""

    state: State
    spells: Spells
    chance: Chance
    emit: Emit


def deal_spells(turn: Turn) -> None:
    """Deal two of the ten spells to each player; the others are out of this game (DP-23)."""
    first, second, third, fourth, *_ = turn.chance.shuffled(SPELL_CARDS)
    dealt = (tuple(sorted((first, second))), tuple(sorted((third, fourth))))
    turn.emit(events.SpellsDealt(dealt=dealt))


def begin_match(turn: Turn, starter: Seat) -> None:
    """Shuffle all cards into the decks, let both draw, and give the starter a turn without a draw (DP-3, DP-4, DP-22a)."""
    state, emit = turn.state, turn.emit
    decks = tuple(tuple(turn.chance.shuffled(whole_deck(seat, state.copies))) for seat in range(SEAT_COUNT))
    emit(events.MatchBegan(number=state.match_number + 1, starter=starter, decks=decks))
    for seat in range(SEAT_COUNT):
        emit(events.CardsDrawn(seat=seat, cards=_top(state.decks[seat], FIRST_HAND)))
    emit(TURN_BEGAN[starter])


def draw(turn: Turn, seat: Seat, count: int) -> bool:
    """Let a player draw; False if that cannot be, and the match is lost (DP-10)."""
    deck = turn.state.decks[seat]
    if len(deck) < count:
        win(turn, 1 - seat, "deck_out")
        return False
    turn.emit(
        CARD_DRAWN[deck[-1]] if count == 1 else events.CardsDrawn(seat=seat, cards=tuple(deck[: -count - 1 : -1]))
    )
    return True


def _top(deck: list[Card], count: int) -> tuple[Card, ...]:
    return tuple(deck[: -count - 1 : -1])


def end_turn(turn: Turn) -> None:
    """See whether the active player's path is complete; else the other player draws and is active (DP-9, DP-4)."""
    state = turn.state
    seat = state.active
    assert seat is not None
    tally = state.tallies[seat]
    if 0 not in tally:
        win(turn, seat, "five_elements")
    elif max(tally) >= ALIKE_TO_WIN:
        win(turn, seat, "four_alike")
    else:
        turn.emit(TURN_BEGAN[1 - seat])
        draw(turn, 1 - seat, 1)


def win(turn: Turn, winner: Seat, ending: Ending) -> None:
    """End the match, and the game with it unless tokens are missing; then the loser starts the next match (DP-22)."""
    if turn.state.is_advanced:
        turn.emit(events.MatchEnded(winner=winner, ending=ending))
        if turn.state.tokens[winner] < TOKENS_TO_WIN:
            begin_match(turn, 1 - winner)
            return
    end_game(turn, winner, ending)


def end_game(turn: Turn, winner: Seat, ending: Ending) -> None:
    """End the game and lift all secrets."""
    state = turn.state
    turn.emit(
        events.GameEnded(
            winner=winner,
            ending=ending,
            hands=tuple(map(tuple, state.hands)),
            decks=tuple(map(tuple, state.decks)),
            dealt=tuple(map(tuple, state.dealt)),
        )
    )
