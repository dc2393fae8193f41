"""Log lines for events."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragons_path import events
from domain.games.dragons_path.cards import ELEMENT_OF, OWNER_OF, WIND, Card, element_name
from domain.games.dragons_path.effects import CARD_EFFECTS, in_words, to_all
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.fruitless import nothing_done
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import Ending
from domain.ids import Seat
from domain.rules import UNKNOWN

Names = Sequence[str]


def describe(event: PathEvent, names: Names, spells: Spells) -> str:
    """Give the log line for an event as the reader knows it."""
    match event:
        case events.SpellCast():
            return _cast(event, names, spells)
        case events.SpellsDealt() | events.SpellKept() | events.SpellsShown():
            return _about_spells(event, names, spells)
        case _:
            return _LINES[type(event)](event, names)


def describe_after(before: Sequence[PathEvent], event: PathEvent, names: Names, spells: Spells) -> str:
    """Give the log line where what went before is known: with what was tried in vain, and who chose another's card."""
    line = describe(event, names, spells)
    match before[-1:], event:
        case [events.ChoiceOpened(seat=chooser, asked="peek")], events.CardDiscarded():
            line = f"{names[chooser]} has {names[event.seat]} discard {element_name(event.card)}."
        case [events.MatchEnded()], events.GameEnded():
            line = f"{names[event.winner]} wins the game."  # the line before has said why
    return " ".join(filter(None, (*nothing_done(before, event, names, spells), line)))


def _list(cards: Sequence[Card]) -> str:
    """Give "fire, fire, water"."""
    return ", ".join(map(element_name, cards))


def _count(cards: Sequence[Card]) -> str:
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


def _cast(event: events.SpellCast, names: Names, spells: Spells) -> str:
    spell = spell_of(spells, event.spell)
    return f"{names[event.seat]} discards {_list(event.cards)} for {spell.name}: {in_words(spell.steps, to_all(event.seat, names))}."


def _about_spells(
    event: events.SpellsDealt | events.SpellKept | events.SpellsShown, names: Names, spells: Spells
) -> str:
    def name_of(card: Card) -> str:
        return spell_of(spells, card).name

    match event:
        case events.SpellKept():
            return f"{names[event.seat]} keeps {name_of(event.spell)}."
        case events.SpellsShown():
            sides = [f"{names[seat]} has {' and '.join(map(name_of, own))}" for seat, own in enumerate(event.spells)]
            return f"The spells are shown: {', '.join(sides)}."
    shown = [
        f"{names[seat]} gets {' and '.join(map(name_of, own))}"
        for seat, own in enumerate(event.dealt)
        if UNKNOWN not in own
    ]
    return f"Two spells are dealt to each player{': ' if shown else ''}{', '.join(shown)}."


def _began(event: events.MatchBegan, names: Names) -> str:
    if event.number == 1:
        return f"The decks are shuffled. The lot falls to {names[event.starter]} to start."
    return f"Match {event.number}: all cards are shuffled into the decks. {names[event.starter]} lost and starts."


def _drawn(event: events.CardsDrawn, names: Names) -> str:
    drawn = _count(event.cards) if UNKNOWN in event.cards else _list(event.cards)
    return f"{names[event.seat]} draws {drawn}."


def _played(event: events.CardPlayed, names: Names) -> str:
    words = in_words(CARD_EFFECTS[ELEMENT_OF[event.card]][event.effect], to_all(event.seat, names))
    return f"{names[event.seat]} plays {element_name(event.card)}: {words}."


def _reacted(event: events.ReactionMade, names: Names) -> str:
    what = ": the effect is cancelled" if ELEMENT_OF[event.card] == WIND else ""
    return f"{names[event.seat]} reacts with {element_name(event.card)}{what}."


def _burned(event: events.CardBurned, names: Names) -> str:
    whose = "" if OWNER_OF[event.card] == event.path else f", which goes to {names[OWNER_OF[event.card]]}'s pile"
    return f"{element_name(event.card).capitalize()} burns in {names[event.path]}'s path{whose}."


def _exchanged(event: events.CardsExchanged, names: Names) -> str:
    name = names[event.path]
    return f"In {name}'s path {element_name(event.pile_card)} of the pile takes the place of {element_name(event.path_card)}."


def _swapped(event: events.CardsSwapped, names: Names) -> str:
    own, other = element_name(event.own_card), element_name(event.other_card)
    return f"{names[event.seat]} swaps {own} of the own path for {other} of {names[1 - event.seat]}'s."


def _searched(event: events.DeckSearched, names: Names) -> str:
    shown = "" if UNKNOWN in event.cards else f": {_list(event.cards)}"
    return f"{names[event.seat]} looks through the deck of {_count(event.cards)}{shown}."


def _peeked(event: events.HandPeeked, names: Names) -> str:
    shown = "" if UNKNOWN in event.cards else f": {_list(event.cards)}"
    return f"{names[event.seat]} looks at {names[1 - event.seat]}'s hand{shown}."


def _found(event: events.CardFound, names: Names) -> str:
    found = "a card" if event.card == UNKNOWN else element_name(event.card)
    return f"{names[event.seat]} takes {found} from the deck."


def _won(winner: Seat, ending: Ending, names: Names) -> str:
    name, loser = names[winner], names[1 - winner]
    match ending:
        case "five_elements":
            return f"{name} has all five elements in the path"
        case "four_alike":
            return f"{name} has four of one element in the path"
        case "deck_out":
            return f"{loser} must draw and cannot"
        case "resigned":
            return f"{loser} gives up"


def _match_ended(event: events.MatchEnded, names: Names) -> str:
    return f"{_won(event.winner, event.ending, names)}: {names[event.winner]} wins the match and a Dragon Token."


def _game_ended(event: events.GameEnded, names: Names) -> str:
    return f"{_won(event.winner, event.ending, names)}: {names[event.winner]} wins the game."


_LINES: Final[Mapping[type, Callable[[Any, Names], str]]] = MappingProxyType(
    {
        events.MatchBegan: _began,
        events.CardsDrawn: _drawn,
        events.TurnBegan: lambda event, names: "",  # the table shows whose turn it is
        events.TurnPassed: lambda event, names: f"{names[event.seat]} plays nothing.",
        events.CardPlayed: _played,
        events.ReactionMade: _reacted,
        events.PlayedCardReturned: lambda event, names: (
            f"{element_name(event.card).capitalize()} goes back to {names[event.seat]}'s hand; its effect still happens."
        ),
        events.SpellCancelled: lambda event, names: (
            f"{names[event.seat]} discards {_list(event.cards)} too: the spell is cancelled."
        ),
        events.ResponseDeclined: lambda event, names: f"{names[event.seat]} lets it happen.",
        events.ChoiceOpened: lambda event, names: "",  # and who must choose
        events.CardBurned: _burned,
        events.CardReturned: lambda event, names: (
            f"{element_name(event.card).capitalize()} of {names[event.path]}'s path goes back to "
            f"{names[OWNER_OF[event.card]]}'s hand."
        ),
        events.CardsExchanged: _exchanged,
        events.CardsSwapped: _swapped,
        events.CardAdded: lambda event, names: f"{names[event.seat]} adds {element_name(event.card)} to the path.",
        events.CardDiscarded: lambda event, names: f"{names[event.seat]} discards {element_name(event.card)}.",
        events.CardTakenBack: lambda event, names: (
            f"{names[event.seat]} takes {element_name(event.card)} back from the pile."
        ),
        events.CardRaised: lambda event, names: (
            f"{names[event.seat]} lays {element_name(event.card)} of the pile into the path."
        ),
        events.DeckSearched: _searched,
        events.CardFound: _found,
        events.DeckShuffled: lambda event, names: f"{names[event.seat]}'s deck is shuffled.",
        events.HandPeeked: _peeked,
        events.PathProtected: lambda event, names: f"{names[event.seat]}'s path is protected until the next turn.",
        events.MatchEnded: _match_ended,
        events.GameEnded: _game_ended,
    }
)
