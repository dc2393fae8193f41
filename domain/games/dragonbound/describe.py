"""Log lines for events."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragonbound import events
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.events import DragonboundEvent, Limit
from domain.games.dragonbound.state import Ending, Triggered
from domain.ids import Seat
from domain.rules import UNKNOWN

Names = Sequence[str]

_TOLD_OF: Final = MappingProxyType({"you": "they", "your": "their"})


def describe(event: DragonboundEvent, names: Names, cards: CardSet) -> str:
    """Give the log line for an event as the reader knows it."""
    return _LINES[type(event)](event, names, cards)


def describe_after(before: Sequence[DragonboundEvent], event: DragonboundEvent, names: Names, cards: CardSet) -> str:
    """Give the log line where what went before is known: an effect that is dropped like the one before is told so."""
    line = describe(event, names, cards)
    match before[-1:], event:
        case [events.EffectDropped() as last], events.EffectDropped() if line == describe(last, names, cards):
            return f"Again, {line}"
        case _:
            return line


def told_of(words: str) -> str:
    """Give what an effect says to its player as others are told of it: "their deck" for "your deck"."""
    return re.sub(r"\b(?:you|your)\b", lambda found: _TOLD_OF[found[0]], words)


def effect_words(effect: Triggered, cards: CardSet) -> str:
    """Give what a triggered effect does, as others are told of it."""
    return told_of(cards.effects[effect.card][effect.effect].words)


def counted(number: int, one: str = "card") -> str:
    """Give "a card" or "3 cards"."""
    return f"a {one}" if number == 1 else f"{number} {one}s"


def tally(shown: Iterable[Card], cards: CardSet) -> list[str]:
    """Give "Ash Drake", "Hatchling ×3" and so on, in the order in which they first come; what is hidden is left out."""
    counts = Counter(card for card in shown if card != UNKNOWN)
    return [f"{cards.name_of(card)}{f' ×{count}' if count > 1 else ''}" for card, count in counts.items()]


def listed(shown: Sequence[Card], cards: CardSet) -> str:
    """Give "Ash Drake, Hatchling ×3 and a card", those that are hidden counted at the end."""
    hidden_count = sum(card == UNKNOWN for card in shown)
    parts = tally(shown, cards)
    if hidden_count:
        parts.append(counted(hidden_count))
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


# The game and its turns


def _game_began(event: events.GameBegan, names: Names, cards: CardSet) -> str:
    return f"The decks are shuffled. The lot falls to {names[event.first]} to begin."


def _interference_began(event: events.InterferenceBegan, names: Names, cards: CardSet) -> str:
    if not event.count:
        return ""
    return f"The orbs interfere: {counted(event.count, 'dragon')} of the dragon deck must go."


_LIMITS: Final[Mapping[Limit, str]] = MappingProxyType(
    {
        "actions": "That was the 60th action: the play phase ends.",
        "effects": "That was the 300th effect: nothing more triggers this turn.",
        "turned_up": "That was the 200th dragon: no more are turned up this turn.",
        "only_greatest": "Only dragons of size 6 are left, and two lie there: no more are turned up.",
    }
)


def _end_set(event: events.EndSet, names: Names, cards: CardSet) -> str:
    return f"{why_end_is_set(event.ending)}: the game ends before the first player's next turn."


def why_end_is_set(ending: Ending) -> str:
    """Give why the end of a game is set, as the part of a sentence (DB-28, DB-30).

    It counts no orbs: more of them can wake until the game is over.
    """
    match ending:
        case "orbs":
            return "Enough orbs are awake"
        case "quiet":
            return "Nothing has happened for three rounds"
        case "rounds":
            return "60 rounds have passed"
        case "resigned":
            return "All others have left"


def _player_left(event: events.PlayerLeft, names: Names, cards: CardSet) -> str:
    return f"{names[event.seat]} leaves the game with {counted(len(event.cards))}."


def _game_ended(event: events.GameEnded, names: Names, cards: CardSet) -> str:
    winners = [name for name, placing in zip(names, event.placings, strict=True) if placing == 1]
    if event.ending == "resigned":
        return f"All others have left: {winners[0]} wins."
    ranked = sorted(range(len(names)), key=lambda seat: event.placings[seat])
    scores = ", ".join(f"{names[seat]} {event.scores[seat]}" for seat in ranked)
    shared = f"{' and '.join(winners)} share the win" if winners[1:] else f"{winners[0]} wins"
    return f"{why_end_is_set(event.ending)}: the game is over. {shared}. {scores}."


# Decks


def _drawn(event: events.CardsDrawn, names: Names, cards: CardSet) -> str:
    return f"{names[event.seat]} draws {listed(event.cards, cards)}."


def _whose_deck(owner: Seat | None, seat: Seat, names: Names) -> str:
    """Give what a deck is called in a line about what a seat does."""
    if owner is None:
        return "the dragon deck"
    return "their deck" if owner == seat else f"{names[owner]}'s deck"


def _refilled(event: events.DeckRefilled, names: Names, cards: CardSet) -> str:
    whose = "The dragon deck" if event.owner is None else f"{names[event.owner]}'s deck"
    return f"{whose} is empty: the discard pile is shuffled into it."


def _shuffled_back(event: events.GreatestShuffledBack, names: Names, cards: CardSet) -> str:
    return f"{cards.name_of(event.card)} would be a third of size 6: it and the discard pile are shuffled into the dragon deck."


def _looked(event: events.DeckLooked, names: Names, cards: CardSet) -> str:
    top = "the top card" if len(event.cards) == 1 else f"the top {len(event.cards)} cards"
    deck = _whose_deck(event.owner, event.seat, names)
    shown = "" if UNKNOWN in event.cards else f": {listed(event.cards, cards)}"
    return f"{names[event.seat]} looks at {top} of {deck}{shown}."


def _looked_placed(event: events.LookedPlaced, names: Names, cards: CardSet) -> str:
    card = "a card" if event.card == UNKNOWN else cards.name_of(event.card)
    return f"{names[event.seat]} places {card} on the {event.place} of {_whose_deck(event.owner, event.seat, names)}."


# Dragons and eggs


def _released(event: events.StackReleased, names: Names, cards: CardSet) -> str:
    return f"{names[event.seat]} releases {listed(event.cards, cards)}."


def _where(joined: Card | None, cards: CardSet) -> str:
    """Give to which stack a dragon came, called by its largest dragon as on the buttons."""
    return "to a new stack" if joined is None else f"onto {cards.name_of(joined)}"


def _played(event: events.DragonPlayed, names: Names, cards: CardSet) -> str:
    whence = " from the discard pile" if event.source == "pile" else ""
    return f"{names[event.seat]} plays {cards.name_of(event.card)}{whence} {_where(event.joined, cards)}."


def _recruited(event: events.DragonRecruited, names: Names, cards: CardSet) -> str:
    awake = "" if event.is_stunned else ", awake"
    name = cards.name_of(event.card)
    return f"{names[event.seat]} recruits {name} for {event.cost} {_where(event.joined, cards)}{awake}."


def _discarded(event: events.CardDiscarded, names: Names, cards: CardSet) -> str:
    name = cards.name_of(event.card)
    if event.seat is None:
        return f"{name} is discarded from {'the wilds' if event.place == 'wilds' else 'the dragon deck'}."
    match event.place:
        case "stack":
            return f"{name} is discarded from {names[event.seat]}'s stack."
        case "deck":
            return f"{name} is discarded from {names[event.seat]}'s deck."
        case _:
            return f"{names[event.seat]} discards {name}."


_SOURCES: Final = MappingProxyType({"hand": "hand", "pile": "discard pile", "stack": "stack"})


def _denned(event: events.SentToDen, names: Names, cards: CardSet) -> str:
    whence = "" if event.source == "hand" else f" of the {_SOURCES[event.source]}"
    return f"{names[event.seat]} sends {cards.name_of(event.card)}{whence} to the den."


def _swapped(event: events.WildSwapped, names: Names, cards: CardSet) -> str:
    return f"{cards.name_of(event.card)} takes the place of {cards.name_of(event.wild)} in the wilds."


# Command, orbs and effects


def _rolled(event: events.DieRolled, names: Names, cards: CardSet) -> str:
    odd = ": no orb" if event.result % 2 else ""
    return f"A {event.result} is rolled for {cards.name_of(event.card)}{odd}."


def _effect_began(event: events.EffectBegan, names: Names, cards: CardSet) -> str:
    effect = event.effect
    return f"{names[effect.seat]} uses {cards.name_of(effect.card)}: {effect_words(effect, cards)}."


def _effect_dropped(event: events.EffectDropped, names: Names, cards: CardSet) -> str:
    name = cards.name_of(event.effect.card)
    match event.reason:
        case "declined":
            return f"{names[event.effect.seat]} declines {name}."
        case "nothing_to_do":
            return f"{name} can do nothing for {names[event.effect.seat]}."
        case "left":
            return f"{name} does nothing more for {names[event.effect.seat]}."


def _no_line(event: object, names: Names, cards: CardSet) -> str:
    """Tell nothing: the table shows it, or the next line does."""
    return ""


_LINES: Final[Mapping[type, Callable[[Any, Names, CardSet], str]]] = MappingProxyType(
    {
        events.GameBegan: _game_began,
        events.TurnBegan: lambda event, names, cards: f"Round {event.round_number}: {names[event.seat]}'s turn.",
        events.TurnReset: _no_line,
        events.FillBegan: _no_line,
        events.InterferenceBegan: _interference_began,
        events.OrbInterfered: _no_line,
        events.LimitReached: lambda event, names, cards: _LIMITS[event.limit],
        events.EndSet: _end_set,
        events.PlayerLeft: _player_left,
        events.GameEnded: _game_ended,
        events.CardsDrawn: _drawn,
        events.DeckRefilled: _refilled,
        events.WildTurnedUp: lambda event, names, cards: f"{cards.name_of(event.card)} appears in the wilds.",
        events.GreatestShuffledBack: _shuffled_back,
        events.DeckLooked: _looked,
        events.LookedPlaced: _looked_placed,
        events.StackReleased: _released,
        events.PlacedForCommand: lambda event, names, cards: (
            f"{names[event.seat]} places {cards.name_of(event.card)} for {event.command} command."
        ),
        events.DragonPlayed: _played,
        events.DragonRecruited: _recruited,
        events.CardDiscarded: _discarded,
        events.DragonMoved: lambda event, names, cards: (
            f"{names[event.seat]} moves {cards.name_of(event.card)} {_where(event.joined, cards)}."
        ),
        events.DragonStunned: lambda event, names, cards: (
            f"{names[event.seat]}'s {cards.name_of(event.card)} is stunned."
        ),
        events.StunEnded: lambda event, names, cards: (
            f"{names[event.seat]}'s {cards.name_of(event.card)} is stunned no longer."
        ),
        events.CardTakenBack: lambda event, names, cards: (
            f"{names[event.seat]} takes {cards.name_of(event.card)} back to hand."
        ),
        events.SentToDen: _denned,
        events.EggKept: lambda event, names, cards: f"{names[event.seat]} sends no egg to the den.",
        events.WildPlacedOnBottom: lambda event, names, cards: (
            f"{cards.name_of(event.card)} goes from the wilds to the bottom of the dragon deck."
        ),
        events.WildSwapped: _swapped,
        events.CommandGained: lambda event, names, cards: f"{names[event.seat]} gains {event.count} command.",
        events.CommandPaid: lambda event, names, cards: f"{names[event.seat]} pays {event.count} command.",
        events.CommandBonusGained: lambda event, names, cards: (
            f"Each card that {names[event.seat]} places for command this turn gives {event.count} more."
        ),
        events.DieRolled: _rolled,
        events.OrbRevealed: lambda event, names, cards: (
            f"{cards.name_of(event.orb)} is awake: {cards.orb(event.orb).text}"
        ),
        events.EffectsTriggered: _no_line,
        events.EffectBegan: _effect_began,
        events.EffectDropped: _effect_dropped,
        events.ChoiceOpened: _no_line,
        events.EffectEnded: _no_line,
    }
)
