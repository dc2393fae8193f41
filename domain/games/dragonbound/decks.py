"""Drawing, turning up and looking: what takes cards from the top of a deck, which is refilled where it must be (DB-8)."""

from domain.games.dragonbound import events
from domain.games.dragonbound.cards import GREATEST, Card
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat


def draw(turn: Turn, seat: Seat, count: int) -> int:
    """Let a player draw; gives how many cards were drawn (DB-8)."""
    drawn = 0
    while drawn < count and refill(turn, seat):
        deck = turn.state.decks[seat]
        cards = tuple(sorted(deck[-(count - drawn) :]))
        turn.emit(events.CardsDrawn(seat=seat, cards=cards))
        drawn += len(cards)
    return drawn


def refill(turn: Turn, owner: Seat | None) -> bool:
    """Shuffle the pile into the deck if that is empty; False if both are. ``owner`` None: the dragon deck (DB-8)."""
    state = turn.state
    deck, pile = (state.dragon_deck, state.dragon_pile) if owner is None else (state.decks[owner], state.piles[owner])
    if deck:
        return True
    if not pile:
        return False
    turn.emit(events.DeckRefilled(owner=owner, deck=tuple(turn.chance.shuffled(pile))))
    return True


def look(turn: Turn, seat: Seat, owner: Seat | None, count: int) -> bool:
    """Let a player look at the top of a deck, at most at what is there; False if that is nothing (DB-8a)."""
    if not refill(turn, owner):
        return False
    deck = turn.state.dragon_deck if owner is None else turn.state.decks[owner]
    turn.emit(events.DeckLooked(seat=seat, owner=owner, cards=tuple(reversed(deck[-count:]))))
    return True


def is_third_greatest(turn: Turn, card: Card) -> bool:
    """Whether a dragon is of size 6 and two such lie in the wilds (DB-6, DB-26)."""
    size = turn.cards.size
    return size[card] == GREATEST and sum(size[wild] == GREATEST for wild in turn.state.wilds) >= 2


def shuffle_back(turn: Turn) -> None:
    """Shuffle the top dragon, with the discard pile, into the dragon deck (DB-6, DB-26)."""
    state = turn.state
    cards = [*state.dragon_deck, *state.dragon_pile]
    turn.emit(events.GreatestShuffledBack(card=state.dragon_deck[-1], deck=tuple(turn.chance.shuffled(cards))))
