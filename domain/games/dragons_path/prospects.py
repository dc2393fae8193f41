"""What the steps of a declared effect are likely to bring to the active player, before anybody has chosen anything."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from domain.games.dragons_path.cards import ELEMENT_OF, ELEMENTS, OWNER_OF
from domain.games.dragons_path.effects import CARD_EFFECTS, Action, Step
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import State
from domain.ids import Seat
from domain.rules import UNKNOWN

BY_MISSING: Final = (12.0, 6.0, 2.8, 1.2, 0.4, 0.0)
"""What a path is worth that lacks so many cards, for five different or for four alike."""
OTHER_WAY: Final = 0.35
"""That share of the less promising of the two ways counts too."""
GOES_THROUGH: Final = 0.75
"""How likely an effect is not cancelled."""
CARD: Final = 0.35
"""A card in hand."""
CHOSEN_CARD: Final = 0.9
"""A card in hand that one could choose."""
DECKED: Final = 200.0
"""Making a player draw who cannot."""
HIDDEN_PLAY: Final = 1.5
"""A card played from a hand that cannot be seen."""


def path_worth(tally: list[int]) -> float:
    """Give what a path is worth by its cards of each element."""
    different = BY_MISSING[tally.count(0)]
    alike = BY_MISSING[max(0, 4 - max(tally))]
    return different + OTHER_WAY * alike if different > alike else alike + OTHER_WAY * different


def pending_worth(state: State, spells: Spells) -> float:
    """Give what the effect that is declared, or the rest of it, is worth to the active player."""
    seat = state.active
    if seat is None:
        return 0.0
    if state.spell is not None:
        steps = spell_of(spells, state.spell).steps
    elif state.played is not None and state.effect is not None:
        steps = CARD_EFFECTS[ELEMENT_OF[state.played]][state.effect]
    else:
        return 0.0
    if state.phase == "response":
        return GOES_THROUGH * sum(_worth(state, seat, step) for step in steps)
    rest = sum(_worth(state, seat, step) for step in steps[state.step + 1 :])
    now = steps[state.step]
    if state.asked == "discard":  # what was drawn before it is in hand already
        return rest
    return rest + _worth(state, seat, Step(do=now.do, count=state.count))


def _worth(state: State, seat: Seat, step: Step) -> float:
    return _PROSPECTS[step.do](state, seat, step.count)


# Paths


def _loss(tally: list[int], count: int) -> float:
    """Give what a path loses at most when so many cards are taken from it."""
    if not count:
        return 0.0
    now, worst, place = path_worth(tally), 0.0, -1
    for element in ELEMENTS:
        if tally[element]:
            tally[element] -= 1
            lost = now - path_worth(tally)
            tally[element] += 1
            if lost >= worst:
                worst, place = lost, element
    if place < 0:
        return 0.0
    tally[place] -= 1
    worst += _loss(tally, count - 1)
    tally[place] += 1
    return worst


def _gain(tally: list[int], elements: list[int], count: int) -> float:
    """Give what a path gains at most by so many of these cards."""
    if not count or not elements:
        return 0.0
    now, best, place = path_worth(tally), 0.0, elements[0]
    for element in set(elements):
        tally[element] += 1
        gained = path_worth(tally) - now
        tally[element] -= 1
        if gained >= best:
            best, place = gained, element
    tally[place] += 1
    rest = elements[:]
    rest.remove(place)
    best += _gain(tally, rest, count - 1)
    tally[place] -= 1
    return best


def _burn(state: State, seat: Seat, count: int) -> float:
    other = 1 - seat
    return 0.0 if state.protected[other] else _loss(state.tallies[other], count)


def _return(state: State, seat: Seat, count: int) -> float:
    other = 1 - seat
    if state.protected[other]:
        return 0.0
    return _loss(state.tallies[other], count) - CARD * min(count, len(state.paths[other]))


def _play(state: State, seat: Seat, count: int) -> float:
    hand = state.hands[seat]
    known = [ELEMENT_OF[card] for card in hand if card != UNKNOWN]
    played = min(count, len(hand))
    if len(known) < len(hand):
        return played * (HIDDEN_PLAY - CARD)
    return _gain(state.tallies[seat], known, count) - CARD * played


def _raise(state: State, seat: Seat, count: int) -> float:
    return _gain(state.tallies[seat], [ELEMENT_OF[card] for card in state.piles[seat]], count)


def _exchange(state: State, seat: Seat, count: int) -> float:
    own = _best_trade(state.tallies[seat], state, seat, sign=1)
    other = 1 - seat
    theirs = 0.0 if state.protected[other] else _best_trade(state.tallies[other], state, other, sign=-1)
    return max(own, theirs) * count


def _best_trade(tally: list[int], state: State, path: Seat, *, sign: int) -> float:
    """Give the best change of a path by one of its player's discards: a gain for sign 1, a loss for -1."""
    now, best = path_worth(tally), 0.0
    out = {ELEMENT_OF[card] for card in state.paths[path] if OWNER_OF[card] == path}
    into = {ELEMENT_OF[card] for card in state.piles[path]}
    for old in out:
        tally[old] -= 1
        for new in into:
            tally[new] += 1
            best = max(best, sign * (path_worth(tally) - now))
            tally[new] -= 1
        tally[old] += 1
    return best


def _swap(state: State, seat: Seat, count: int) -> float:
    mine, theirs = state.tallies[seat], state.tallies[1 - seat]
    if state.protected[1 - seat]:
        return 0.0
    now, best = path_worth(mine) - path_worth(theirs), 0.0
    for own in ELEMENTS:
        for other in ELEMENTS:
            if own != other and mine[own] and theirs[other]:
                _move(mine, theirs, own, other)
                best = max(best, path_worth(mine) - path_worth(theirs) - now)
                _move(mine, theirs, other, own)
    return best * count


def _move(mine: list[int], theirs: list[int], own: int, other: int) -> None:
    mine[own] -= 1
    mine[other] += 1
    theirs[other] -= 1
    theirs[own] += 1


# Cards


def _draw_of(state: State, seat: Seat, count: int) -> float:
    """Give what drawing is worth to who draws."""
    return CARD * count if len(state.decks[seat]) >= count else -DECKED


def _draw(state: State, seat: Seat, count: int) -> float:
    return _draw_of(state, seat, count)


def _both_draw(state: State, seat: Seat, count: int) -> float:
    own = _draw_of(state, seat, count)
    return own if own < 0 else own - _draw_of(state, 1 - seat, count)


def _gift(state: State, seat: Seat, count: int) -> float:
    return max(_draw_of(state, seat, count), -_draw_of(state, 1 - seat, count))


def _renew(state: State, seat: Seat, count: int) -> float:
    """To draw and discard as many is worth the choice; or the other player cannot draw."""
    if len(state.decks[1 - seat]) < count:
        return DECKED
    return 0.25 * count if len(state.decks[seat]) > count else 0.0


def _search(state: State, seat: Seat, count: int) -> float:
    return CHOSEN_CARD * min(count, len(state.decks[seat]))


def _take_back(state: State, seat: Seat, count: int) -> float:
    return 0.7 * min(count, len(state.piles[seat]))


def _they_discard(state: State, seat: Seat, count: int) -> float:
    return CARD * min(count, len(state.hands[1 - seat]))


def _peek(state: State, seat: Seat, count: int) -> float:
    return CHOSEN_CARD * min(count, len(state.hands[1 - seat]))


def _discard(state: State, seat: Seat, count: int) -> float:
    return -CARD * min(count, len(state.hands[seat]))


def _protect(state: State, seat: Seat, count: int) -> float:
    return 0.4 * path_worth(state.tallies[seat])


_PROSPECTS: Final[Mapping[Action, Callable[[State, Seat, int], float]]] = MappingProxyType(
    {
        "both_draw": _both_draw,
        "burn": _burn,
        "discard": _discard,
        "draw": _draw,
        "exchange": _exchange,
        "gift": _gift,
        "peek": _peek,
        "play": _play,
        "protect": _protect,
        "raise": _raise,
        "renew": _renew,
        "return": _return,
        "search": _search,
        "swap": _swap,
        "take_back": _take_back,
        "they_discard": _they_discard,
    }
)
