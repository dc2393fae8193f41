"""Sets up positions and says what should happen in them: ``given(...).when(...).then(...)``.

Facts name what the test is about. Hands, paths and piles hold exactly what is named; every other card lies in its owner's
deck, in order, with thunder on top. Where a deck is named too, the rest lies in the pile.
"""

import random
from collections.abc import Callable
from itertools import chain
from typing import Self

import msgspec

from domain.chance import Chance, RandomChance
from domain.games.dragons_path import events
from domain.games.dragons_path.cards import ELEMENT_NAMES, ELEMENT_OF, card_of, whole_deck
from domain.games.dragons_path.effects import Effect
from domain.games.dragons_path.events import PathEvent
from domain.games.dragons_path.moves import (
    ChooseDeckCard,
    ChooseHandCard,
    ChooseOtherHandCard,
    ChoosePathCard,
    ChoosePileCard,
    ChoosePlayer,
    Exchange,
    PathMove,
    PlayCard,
    React,
    SwapCards,
)
from domain.games.dragons_path.options import Mode, PathOptions
from domain.games.dragons_path.rules import GameRules
from domain.games.dragons_path.state import Asked, Ending, State, new_state
from domain.ids import Seat
from domain.rules import UNKNOWN, Outcome

RULES = GameRules()
Fact = Callable[["Position"], None]


def element(name: str) -> int:
    return [*map(str, ELEMENT_NAMES)].index(name)


def card(seat: Seat, name: str) -> int:
    """Give the number of a player's "wind"; "?" is a hidden card."""
    return UNKNOWN if name == "?" else card_of(seat, element(name))


def cards(seat: Seat, names: str) -> list[int]:
    """Give the numbers of a player's "fire fire water"."""
    return [card(seat, name) for name in names.split()]


# Facts: what a position has


class Position:
    """A position in the making: the first match, after its first turn, seat 0 to play."""

    def __init__(self) -> None:
        self.state = new_state(PathOptions())
        self.state.phase = "turn"
        self.state.active = self.state.decider = 0
        self.state.match_number = 1
        self.state.starter = self.state.first_starter = 0
        self.decks: list[list[int] | None] = [None, None]
        self.tops: list[list[int]] = [[], []]
        self.rules = RULES

    def fill(self) -> State:
        state = self.state
        for seat in range(2):
            left = whole_deck(seat, state.copies)
            own_in_paths = [number for number in chain(*state.paths) if number // 5 == seat]
            deck = self.decks[seat]
            for number in [*state.hands[seat], *own_in_paths, *state.piles[seat], *self.tops[seat], *(deck or [])]:
                left.remove(number)
            if deck is None:
                state.decks[seat] = left + self.tops[seat]
            else:
                state.decks[seat] = deck
                state.piles[seat] += left
            state.hands[seat].sort()
            state.tallies[seat] = [[ELEMENT_OF[n] for n in state.paths[seat]].count(e) for e in range(5)]
        self.rules.check_invariants(state)
        return state


def active(seat: Seat) -> Fact:
    """It is this player's turn. Without it, seat 0's."""

    def lay_out(position: Position) -> None:
        position.state.active = position.state.decider = seat

    return lay_out


def holds(seat: Seat, names: str) -> Fact:
    """These are in the player's hand, and no other."""
    return lambda position: position.state.hands[seat].extend(cards(seat, names))


def path(seat: Seat, names: str, *, owner: Seat | None = None) -> Fact:
    """These lie in the player's path. They are the player's own if no owner is named."""
    return lambda position: position.state.paths[seat].extend(cards(seat if owner is None else owner, names))


def pile(seat: Seat, names: str) -> Fact:
    """These are in the player's discard pile."""
    return lambda position: position.state.piles[seat].extend(cards(seat, names))


def deck(seat: Seat, names: str) -> Fact:
    """These are the player's whole deck, the last one on top; the cards not named anywhere lie in the pile."""

    def lay_out(position: Position) -> None:
        position.decks[seat] = cards(seat, names)

    return lay_out


def deck_top(seat: Seat, names: str) -> Fact:
    """These are the top of the player's deck, the last one first to be drawn."""

    def lay_out(position: Position) -> None:
        position.tops[seat] = cards(seat, names)

    return lay_out


def protected(seat: Seat) -> Fact:
    """The path of this player is protected (DP-27b)."""

    def lay_out(position: Position) -> None:
        position.state.protected[seat] = True

    return lay_out


def all_know(seat: Seat, names: str) -> Fact:
    """Everybody knows of these in the player's hand."""

    def lay_out(position: Position) -> None:
        position.state.known_in_hand[seat] = sorted(cards(seat, names))
        position.state.known_to_other[seat] = sorted(cards(seat, names))

    return lay_out


def advanced(*, spells: tuple[str, str] = ("10 11", "12 13"), tokens: tuple[int, int] = (0, 0)) -> Fact:
    """It is a best of three, and these Spell cards lie beside the paths. Those of ``FILLERS`` where no rules are named."""

    def lay_out(position: Position) -> None:
        position.rules = position.rules if position.rules.spells else rules_with('[{ do = "draw" }]')
        state = position.state
        state.is_advanced = True
        state.tokens = list(tokens)
        state.spells = [[int(number) for number in own.split()] for own in spells]

    return lay_out


def by(rules: GameRules) -> Fact:
    """These are the rules, with spells of their own."""

    def lay_out(position: Position) -> None:
        position.rules = rules

    return lay_out


# Moves, as seat 0 makes them where not said otherwise


def play(name: str, effect: Effect = "a", *, seat: Seat = 0) -> PlayCard:
    return PlayCard(card=card(seat, name), effect=effect)


def react(name: str, *, seat: Seat = 1) -> React:
    return React(card=card(seat, name))


def from_hand(name: str, *, seat: Seat = 0) -> ChooseHandCard:
    return ChooseHandCard(card=card(seat, name))


def from_other_hand(name: str, *, seat: Seat = 0) -> ChooseOtherHandCard:
    return ChooseOtherHandCard(other_card=card(1 - seat, name))


def from_pile(name: str, *, seat: Seat = 0) -> ChoosePileCard:
    return ChoosePileCard(pile_card=card(seat, name))


def from_deck(name: str, *, seat: Seat = 0) -> ChooseDeckCard:
    return ChooseDeckCard(deck_card=card(seat, name))


def from_path(of: Seat, name: str, *, owner: Seat | None = None) -> ChoosePathCard:
    return ChoosePathCard(path=of, path_card=card(of if owner is None else owner, name))


def exchange(of: Seat, path_card: str, pile_card: str) -> Exchange:
    return Exchange(path=of, path_card=card(of, path_card), pile_card=card(of, pile_card))


def swap(own: int, other: int) -> SwapCards:
    return SwapCards(own_path_card=own, other_path_card=other)


def player(seat: Seat) -> ChoosePlayer:
    return ChoosePlayer(player=seat)


# Events


def played(seat: Seat, name: str, effect: Effect = "a") -> events.CardPlayed:
    return events.CardPlayed(seat=seat, card=card(seat, name), effect=effect)


def reacted(seat: Seat, name: str) -> events.ReactionMade:
    return events.ReactionMade(seat=seat, card=card(seat, name))


def sent_back(seat: Seat, name: str) -> events.PlayedCardReturned:
    return events.PlayedCardReturned(seat=seat, card=card(seat, name))


def declined(seat: Seat) -> events.ResponseDeclined:
    return events.ResponseDeclined(seat=seat)


def asked(seat: Seat, what: Asked, count: int = 1, step: int = 0) -> events.ChoiceOpened:
    return events.ChoiceOpened(seat=seat, asked=what, count=count, step=step)


def burned(of: Seat, name: str, *, owner: Seat | None = None) -> events.CardBurned:
    return events.CardBurned(path=of, card=card(of if owner is None else owner, name))


def exchanged(of: Seat, path_card: str, pile_card: str) -> events.CardsExchanged:
    return events.CardsExchanged(path=of, path_card=card(of, path_card), pile_card=card(of, pile_card))


def added(seat: Seat, name: str) -> events.CardAdded:
    return events.CardAdded(seat=seat, card=card(seat, name))


def discarded(seat: Seat, name: str) -> events.CardDiscarded:
    return events.CardDiscarded(seat=seat, card=card(seat, name))


def taken_back(seat: Seat, name: str) -> events.CardTakenBack:
    return events.CardTakenBack(seat=seat, card=card(seat, name))


def drawn(seat: Seat, names: str) -> events.CardsDrawn:
    return events.CardsDrawn(seat=seat, cards=tuple(cards(seat, names)))


def passed(seat: Seat) -> events.TurnPassed:
    return events.TurnPassed(seat=seat)


def turn_of(seat: Seat) -> events.TurnBegan:
    return events.TurnBegan(seat=seat)


class Won(msgspec.Struct, frozen=True):
    """Stands for the end of the game, whose lifted secrets ``then`` takes from the last state."""

    winner: Seat
    ending: Ending


# Given, when, then


class Case:
    """A position, and what happened in it."""

    def __init__(self, state: State, rules: GameRules = RULES) -> None:
        self.state = state
        self.rules = rules
        self.happened: list[PathEvent] = []

    def emit(self, event: PathEvent) -> None:
        self.rules.evolve(self.state, event)
        self.rules.check_invariants(self.state)
        self.happened.append(event)

    def when(self, *moves: PathMove, chance: Chance | None = None) -> Self:
        """Make these moves, each by who must decide then. Each must be legal."""
        for move in moves:
            seat = self.state.decider
            assert seat is not None, "nobody has to decide"
            assert move in self.rules.legal_moves(self.state, seat), self.rules.why_not(self.state, seat, move)
            self.rules.play(self.state, seat, move, chance or RandomChance(random.Random(0)), self.emit)
        return self

    def when_seat(self, seat: Seat, move: PathMove, chance: Chance | None = None) -> Self:
        """Let a seat make a move where several decide at once."""
        assert move in self.rules.legal_moves(self.state, seat), self.rules.why_not(self.state, seat, move)
        self.rules.play(self.state, seat, move, chance or RandomChance(random.Random(0)), self.emit)
        return self

    def when_leaving(self, seat: Seat) -> Self:
        self.rules.leave(self.state, seat, RandomChance(random.Random(0)), self.emit)
        return self

    def then(self, *expected: PathEvent | Won) -> Self:
        """These events happened since ``then`` was last asked, no other, in this order."""
        wanted = tuple(_with_secrets(event, self.state) if isinstance(event, Won) else event for event in expected)
        assert tuple(self.happened) == wanted
        self.happened.clear()
        return self

    def asks(self, seat: Seat, kind: str) -> Self:
        """This is the one decision that is open now."""
        assert [(decision.seat, decision.kind) for decision in self.rules.decisions(self.state)] == [(seat, kind)]
        return self

    def offers(self, *moves: PathMove) -> Self:
        """These are all moves of who must decide now, in this order."""
        assert self.state.decider is not None
        assert self.rules.legal_moves(self.state, self.state.decider) == list(moves)
        return self

    def refuses(self, move: PathMove, sentence: str, *, seat: Seat = 0) -> Self:
        """The move is not legal, and this is the reason given."""
        assert move not in self.rules.legal_moves(self.state, seat)
        assert self.rules.why_not(self.rules.seen_by(self.state, seat), seat, move) == sentence
        return self

    def has(self, zone: str, seat: Seat, names: str) -> Self:
        """A zone of a player holds exactly these cards of theirs."""
        assert sorted(getattr(self.state, zone)[seat]) == sorted(cards(seat, names))
        return self


def _with_secrets(won: Won, state: State) -> events.GameEnded:
    return events.GameEnded(
        winner=won.winner,
        ending=won.ending,
        hands=tuple(map(tuple, state.hands)),
        decks=tuple(map(tuple, state.decks)),
        dealt=tuple(map(tuple, state.dealt)),
    )


def given(*facts: Fact) -> Case:
    """Set up a position. Facts are laid out in order."""
    position = Position()
    for fact in facts:
        fact(position)
    return Case(position.fill(), position.rules)


def opening(
    mode: Mode = "basic", copies: int = 5, *, rules: GameRules = RULES, previous: Outcome | None = None
) -> Case:
    """The opening of a game."""
    options = PathOptions(mode=mode, copies=copies)
    case = Case(rules.new_state(options, 2), rules)
    rules.setup(case.state, options, previous, RandomChance(random.Random(0)), case.emit)
    return case


# Data sets of spells

FILLERS = [
    ["fire", "fire", "fire"],
    ["water", "water", "water"],
    ["earth", "earth", "earth"],
    ["wind", "wind", "wind"],
    ["thunder", "thunder", "thunder"],
    ["fire", "fire", "water"],
    ["fire", "fire", "earth"],
    ["fire", "fire", "wind"],
    ["fire", "fire", "thunder"],
]


def spells_text(effect: str, combination: str = '["fire", "water"]') -> str:
    """Write a data set whose first spell, number 10, has this effect and combination."""
    first = f'[[spell]]\nname = "Trial"\ncombination = {combination}\neffect = {effect}\n'
    fillers = (
        f'[[spell]]\nname = "Filler {number}"\ncombination = {list(elements)}\neffect = [{{ do = "draw" }}]\n'
        for number, elements in enumerate(FILLERS)
    )
    return "\n".join([first, *fillers])


def rules_with(effect: str, combination: str = '["fire", "water"]') -> GameRules:
    """Give rules whose spell number 10 has this effect; it costs fire and water where nothing else is said."""
    return RULES.with_data({"spells.toml": spells_text(effect, combination)})
