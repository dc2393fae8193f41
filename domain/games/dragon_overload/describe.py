"""Log lines for events, and labels for moves."""

from collections.abc import Sequence

from domain.games.dragon_overload import events
from domain.games.dragon_overload.cards import AREA_NAMES, card_name
from domain.games.dragon_overload.events import OverloadEvent
from domain.games.dragon_overload.move import ChooseStarter, OverloadMove, PlaceCard, WaiveStarter
from domain.ids import Seat
from domain.rules import UNKNOWN


def describe(event: OverloadEvent, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912
    """Give the log line for an event as the reader knows it."""
    match event:
        case events.CardPlaced():
            return _placed(event, names)
        case events.OfferTaken():
            return f"{names[event.seat]} takes {card_name(event.card)} from {AREA_NAMES[event.area]}."
        case events.OfferTurned():
            return f"{_upper(card_name(event.card))} is now on offer at {AREA_NAMES[event.area]}."
        case events.TurnBegan():
            return ""  # the table shows whose turn it is
        case events.ClaimMoved():
            return f"{names[event.to_seat]} holds the token of {AREA_NAMES[event.area]}."
        case events.PileShuffled():
            return f"The {len(event.pile)} dragons are shuffled."
        case events.CardsDealt():
            return _dealt(event, names)
        case events.StarterChoiceOpened():
            return f"{names[event.seat]} lost the game before and may decide who starts."
        case events.StarterChosen():
            return _chosen(event, names)
        case events.StarterChoiceWaived():
            return f"{names[event.seat]} leaves it to chance who starts."
        case events.StarterDrawn():
            return f"The lot falls to {names[event.seat]} to start."
        case events.CardDrawn():
            drawn = "one more dragon" if event.card == UNKNOWN else f"one more dragon, {card_name(event.card)}"
            return f"{names[event.seat]} draws {drawn}."
        case events.FaceDownTurned():
            return f"{names[event.seat]} turns up {card_name(event.card)} on {AREA_NAMES[event.area]}."
        case events.CardDiscarded():
            area = AREA_NAMES[event.area]
            return f"{names[event.seat]}’s {card_name(event.card)} is not at home on {area} and leaves it."
        case events.AreaScored():
            return _scored(event, names)
        case events.GameEnded():
            return _ended(event, names)
        case events.EverythingRevealed():
            return _revealed(event, names)


def _revealed(event: events.EverythingRevealed, names: Sequence[str]) -> str:
    """Say what lay face down to the end; where the game was scored it has been turned up before."""
    lay = [
        f"{name} {card_name(card)} on {AREA_NAMES[area]}"
        for name, areas in zip(names, event.face_down, strict=True)
        for area, cards in enumerate(areas)
        for card in cards
    ]
    return f"All hidden dragons are shown. Face down lay: {', '.join(lay)}." if lay else "All hidden dragons are shown."


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _placed(event: events.CardPlaced, names: Sequence[str]) -> str:
    name, area = names[event.seat], AREA_NAMES[event.area]
    if not event.face_down:
        return f"{name} lays {card_name(event.card)} on {area}."
    if event.card == UNKNOWN:
        return f"{name} lays a card face down on {area}."
    return f"{name} lays {card_name(event.card)} face down on {area}."


def _dealt(event: events.CardsDealt, names: Sequence[str]) -> str:
    if UNKNOWN in event.cards:
        return f"{names[event.seat]} draws {len(event.cards)} dragons."
    return f"{names[event.seat]} draws {', '.join(card_name(card) for card in event.cards)}."


def _chosen(event: events.StarterChosen, names: Sequence[str]) -> str:
    if event.seat == event.by_seat:
        return f"{names[event.by_seat]} decides to start."
    return f"{names[event.by_seat]} lets {names[event.seat]} start."


def _scored(event: events.AreaScored, names: Sequence[str]) -> str:
    mine, others = event.totals
    low, high = sorted(event.totals)
    area, owner = AREA_NAMES[event.area], names[event.to_seat]
    totals = f"{area}: {names[0]} {mine}, {names[1]} {others}"
    if low == high:
        return f"{totals}. A draw, so the token stays with {owner}."
    if high >= 2 * low:
        return f"{totals}. Overloaded, at least double: the token goes to {owner}."
    return f"{totals}. The token goes to {owner}."


def _ended(event: events.GameEnded, names: Sequence[str]) -> str:
    winner, loser = names[event.winner], names[1 - event.winner]
    match event.ending:
        case "five_tokens":
            return f"{winner} holds all five tokens and wins."
        case "no_placement":
            return f"{loser} has no dragon left that could be laid, so {winner} wins."
        case "scored":
            return f"{winner} owns most tokens and wins."
        case "resigned":
            return f"{loser} gives up, so {winner} wins."


def describe_move(seat: Seat, move: OverloadMove) -> str:
    """Give a short label for a move."""
    match move:
        case PlaceCard(face_down=False):
            return f"Lay {card_name(move.card)} face up on {AREA_NAMES[move.area]}"
        case PlaceCard():
            return f"Lay {card_name(move.card)} face down on {AREA_NAMES[move.area]}"
        case ChooseStarter():
            return "Start yourself" if move.seat == seat else "Let the other player start"
        case WaiveStarter():
            return "Leave it to chance who starts"
