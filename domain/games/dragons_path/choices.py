"""What can be chosen for each step of an effect, and when there is nothing to choose.

A step is carried out if it can be (DP-8a). A choice that everybody can see to be none makes itself: where cards are
hidden, only their number decides that, because whether somebody is asked must not tell what they hold.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from domain.games.dragons_path.cards import OWNER_OF, Card
from domain.games.dragons_path.moves import (
    CHOOSE_DECK_CARD,
    CHOOSE_HAND_CARD,
    CHOOSE_OTHER_HAND_CARD,
    CHOOSE_PATH_CARD,
    CHOOSE_PILE_CARD,
    CHOOSE_PLAYER,
    EXCHANGE,
    SWAP_CARDS,
    PathMove,
)
from domain.games.dragons_path.state import Asked, State
from domain.ids import Seat
from domain.rules import UNKNOWN


def _kinds(cards: list[Card]) -> list[Card]:
    """Give each kind of card once, in order; hidden ones are none."""
    kinds = sorted(set(cards))
    return kinds[1:] if kinds and kinds[0] == UNKNOWN else kinds


def _player(state: State, seat: Seat) -> list[PathMove]:
    """Either player is always legal (DP-8a)."""
    return list(CHOOSE_PLAYER)


def _other_path_card(state: State, seat: Seat) -> list[PathMove]:
    """Any card of the other path, unless it is protected (DP-11, DP-27b)."""
    other = 1 - seat
    if state.protected[other]:
        return []
    return [CHOOSE_PATH_CARD[other][card] for card in _kinds(state.paths[other])]


def _exchange(state: State, seat: Seat) -> list[PathMove]:
    """A card of a path that belongs to its player, and one of that player's pile (DP-14, DP-27a, DP-27b)."""
    return [
        EXCHANGE[path][card][other]
        for path in (0, 1)
        if path == seat or not state.protected[path]
        for card in _kinds(state.paths[path])
        if OWNER_OF[card] == path
        for other in _kinds(state.piles[path])
    ]


def _swap(state: State, seat: Seat) -> list[PathMove]:
    """A card of each path, unless the other one is protected (DP-27b)."""
    other = 1 - seat
    if state.protected[other]:
        return []
    theirs = _kinds(state.paths[other])
    return [SWAP_CARDS[card][other_card] for card in _kinds(state.paths[seat]) for other_card in theirs]


def _hand_card(state: State, seat: Seat) -> list[PathMove]:
    return [CHOOSE_HAND_CARD[card] for card in _kinds(state.hands[seat])]


def _card_to_play(state: State, seat: Seat) -> list[PathMove]:
    """Any card of the hand but the one that was just sent back there (DP-15, DP-20)."""
    moves = _hand_card(state, seat)
    played = state.played
    if state.is_returned and played is not None and state.hands[seat].count(played) == 1:
        moves.remove(CHOOSE_HAND_CARD[played])
    return moves


def _other_hand_card(state: State, seat: Seat) -> list[PathMove]:
    return [CHOOSE_OTHER_HAND_CARD[card] for card in _kinds(state.hands[1 - seat])]


def _pile_card(state: State, seat: Seat) -> list[PathMove]:
    return [CHOOSE_PILE_CARD[card] for card in _kinds(state.piles[seat])]


def _deck_card(state: State, seat: Seat) -> list[PathMove]:
    return [CHOOSE_DECK_CARD[card] for card in _kinds(state.decks[seat])]


CHOICES: Final[Mapping[Asked, Callable[[State, Seat], list[PathMove]]]] = MappingProxyType(
    {
        "burn": _other_path_card,
        "discard": _hand_card,
        "exchange": _exchange,
        "gift": _player,
        "peek": _other_hand_card,
        "play": _card_to_play,
        "raise": _pile_card,
        "renew": _player,
        "return": _other_path_card,
        "search": _deck_card,
        "swap": _swap,
        "take_back": _pile_card,
    }
)
"""What the seat can choose, given what is asked."""

_HIDDEN_CARD_COUNT: Final[Mapping[Asked, Callable[[State, Seat], int]]] = MappingProxyType(
    {
        "discard": lambda state, seat: len(state.hands[seat]),
        "peek": lambda state, seat: len(state.hands[1 - seat]),
        "play": lambda state, seat: len(state.hands[seat]) - state.is_returned,
        "search": lambda state, seat: len(state.decks[seat]),
    }
)
"""For choices among hidden cards: how many there are."""


def is_settled(state: State, seat: Seat, asked: Asked, count: int, moves: list[PathMove]) -> bool:
    """Whether everybody can see that nothing is to be chosen: all must go, or one kind is all there is."""
    hidden_count = _HIDDEN_CARD_COUNT.get(asked)
    if hidden_count is None:
        return len(moves) == 1
    return hidden_count(state, seat) <= count
