"""The table as text: plain Unicode, 80 columns, from where somebody sits. The viewer's side is at the bottom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from domain.games.dragonbound.agenda import decider
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import DRAGONS, Card
from domain.games.dragonbound.deck_ends import ends_of
from domain.games.dragonbound.describe import tally
from domain.games.dragonbound.happening import happening
from domain.games.dragonbound.scoring import orbs_to_end, score_of
from domain.games.dragonbound.state import Stack, State
from domain.ids import SPECTATOR, Seat, Viewer
from domain.rules import UNKNOWN

LINE_WIDTH: Final = 80
LINE: Final = "─" * LINE_WIDTH
NAME_WIDTH: Final = 20


def draw_text(state: State, names: Sequence[str], viewer: Viewer, cards: CardSet) -> str:
    """Draw the board. A spectator sits with seat 0; the others are above, in the order of play."""
    names = [name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…" for name in names]
    seats = range(len(state.hands))
    near = 0 if viewer == SPECTATOR else viewer
    lines: list[str] = []
    for seat in [*seats[near + 1 :], *seats[:near]]:
        lines += [*_about_player(state, seat, names, cards), LINE]
    lines += [*_about_middle(state, cards), LINE, *_about_player(state, near, names, cards), LINE]
    lines += _about_game(state, names, viewer, cards)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(text: str, indent: int = 0) -> list[str]:
    """Break a text into lines, those after the first deeper."""
    start = " " * indent
    return wrap(text, LINE_WIDTH, initial_indent=start, subsequent_indent=f"{start}    ")


def _listed(label: str, words: Iterable[str], indent: int = 2) -> list[str]:
    """Give a label and a list of words, or nothing if there are none."""
    text = ", ".join(words)
    return _wrapped(f"{label}: {text}", indent) if text else []


# The middle of the table


def _about_middle(state: State, cards: CardSet) -> list[str]:
    """Give the wilds, the decks in the middle and the orbs in force."""
    deck = f"dragon deck {len(state.dragon_deck)}, its discard pile {len(state.dragon_pile)}"
    lines = _wrapped(f"THE WILDS  {deck}, {_about_orbs(state)}")
    cost = cards.rules_in(state).cost
    for card in sorted(state.wilds, key=lambda card: (cards.size[card], card)):
        lines += _card_lines(card, cards, cost=cost[card])
    lines += _deck_lines("dragon deck", state.dragon_deck, state, cards)
    for orb in state.orbs:
        lines += _wrapped(f"In force, {cards.name_of(orb)}: {cards.orb(orb).text}", 2)
    return lines


def _about_orbs(state: State) -> str:
    """Give how many orbs are awake, and until the end is set how many more set it."""
    awake = f"orbs awake {len(state.orbs)}"
    left = orbs_to_end(state)
    return f"{awake}, {left} more to the end" if left and state.end_set is None and state.phase != "over" else awake


def _deck_lines(called: str, deck: Sequence[Card], state: State, cards: CardSet) -> list[str]:
    """Give what the viewer knows of the top and the bottom of a deck, each from outside to inside; nothing once no card is drawn."""
    if state.phase == "over":
        return []
    ends = ends_of(deck)
    return [
        *_listed(f"On top of the {called}", map(cards.name_of, ends.top)),
        *_listed(f"At the bottom of the {called}", map(cards.name_of, ends.bottom)),
    ]


def _card_lines(card: Card, cards: CardSet, *, count: int = 1, cost: int | None = None) -> list[str]:
    """Give a dragon with all that it can do; ``cost``: what it takes to recruit it, in the wilds."""
    dragon = cards.dragon(card)
    (name,) = tally([card] * count, cards)
    costs = "" if cost is None else f", costs {cost}"
    return _wrapped(f"{name} ({_kind(card, cards)}{costs}, gives {dragon.command})  {dragon.text}".rstrip(), 2)


def _kind(card: Card, cards: CardSet) -> str:
    """Give "3 magical"."""
    return f"{cards.size[card]} {cards.nature[card]}"


# A player


def _about_player(state: State, seat: Seat, names: Sequence[str], cards: CardSet) -> list[str]:
    """Give what lies before a player, and what the viewer knows of the hand."""
    if seat in state.leavers:
        return [f"{names[seat].upper()}  has left"]
    counts = (
        ("score", score_of(state, cards, seat)[0]),
        ("command", state.command[seat]),
        ("hand", len(state.hands[seat])),
        ("deck", len(state.decks[seat])),
        ("discards", len(state.piles[seat])),
        ("den", len(state.dens[seat])),
    )
    mark = " (first)" if seat == state.first else ""
    lines = _wrapped(f"{names[seat].upper()}{mark}  {', '.join(f'{what} {count}' for what, count in counts)}")
    for number, stack in enumerate(state.stacks[seat], 1):
        lines += _stack_lines(stack, number, cards)
    lines += _hand_lines(state, seat, cards)
    lines += _listed("Discards", _counted(state.piles[seat], cards))
    lines += _listed("Den", _counted(state.dens[seat], cards))
    return lines


def _stack_lines(stack: Stack, number: int, cards: CardSet) -> list[str]:
    dragons = (
        f"{cards.name_of(dragon)} ({_kind(dragon, cards)}{', stunned' if dragon in stack.stunned else ''})"
        for dragon in stack.dragons
    )
    return _listed(f"Stack {number}{' (grown this turn)' if stack.has_grown else ''}", dragons)


def _hand_lines(state: State, seat: Seat, cards: CardSet) -> list[str]:
    """Give the eggs and hidden cards of a hand, each dragon with what it can do, and what else is known of hand and deck."""
    hand, deck, held = state.hands[seat], state.decks[seat], state.held[seat]
    lines = _listed("Hand", _counted([card for card in hand if card not in DRAGONS], cards))
    for card, count in sorted(Counter(card for card in hand if card in DRAGONS).items()):
        lines += _card_lines(card, cards, count=count)
    if UNKNOWN in hand:
        lines += _listed("Hand and deck together", _counted(held, cards))
    else:
        lines += _listed("In the deck", _counted((Counter(held) - Counter(hand)).elements(), cards))
    return lines + _deck_lines("deck", deck, state, cards)


def _counted(shown: Iterable[Card], cards: CardSet) -> list[str]:
    """Give "3 hidden", "Hatchling ×2", "Ash Drake" and so on, in the order of the card set."""
    in_order = sorted(shown)
    hidden_count = in_order.count(UNKNOWN)
    return [*([f"{hidden_count} hidden"] if hidden_count else []), *tally(in_order, cards)]


# The game


def _about_game(state: State, names: Sequence[str], viewer: Viewer, cards: CardSet) -> list[str]:
    """Give the agenda, and what somebody looks at. A viewer who is asked reads the question elsewhere."""
    told = happening(state, cards, names)
    lines = _wrapped(told.now)
    lines += _listed("Looked at", _counted(state.looked, cards))
    lines += _wrapped(told.asked) if viewer != decider(state) else []
    for sentence in told.waiting:
        lines += _wrapped(f"waits: {sentence}", 2)
    for sentence in told.after:
        lines += _wrapped(f"then: {sentence}", 2)
    return lines + _wrapped(told.exhausted) + _wrapped(told.end)
