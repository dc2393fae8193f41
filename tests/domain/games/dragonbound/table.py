"""Sets up positions and says what should happen in them: ``given(...).when(...).then(...)``.

Facts name what the test is about. Hands, stacks, piles and dens hold exactly what is named. Eggs not named lie in their
owner's deck, dragons not named in the dragon deck, below what is named there; where a deck is named as a whole, the other
eggs lie in the den and the other dragons are out of the game. Six dragons without effects lie in the wilds if no others are named.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Self, TypeAlias, TypeVar

from domain.chance import Chance
from domain.games.dragonbound.card_set import CardSet, Effect
from domain.games.dragonbound.cards import ORBS, Card, whole_clutch
from domain.games.dragonbound.events import DragonboundEvent
from domain.games.dragonbound.moves import DragonboundMove
from domain.games.dragonbound.orb_rules import OrbRule
from domain.games.dragonbound.rules import GameRules
from domain.games.dragonbound.state import Phase, Stack, State, Triggered, new_state, own_stack
from domain.ids import Seat
from tests.domain.games.dragonbound.card_sets import card_of, card_set, cards_of

Fact: TypeAlias = Callable[["Position"], None]
Item = TypeVar("Item")

PLAIN_WILDS = "physical4c magical4c spiritual4c physical5c magical5c spiritual5c"


class Dice(Chance):
    """Rolls the dice that a test names; what is shuffled is turned over, so that the first is on top."""

    def __init__(self, dice: Sequence[int] = ()) -> None:
        self.dice = list(dice)

    def below(self, size: int) -> int:
        return self.dice.pop(0) - 1

    def permutation(self, size: int) -> tuple[int, ...]:
        return tuple(reversed(range(size)))


# Facts: what a position has


class Position:
    """A position in the making: seat 0 began and is in its play phase, in the second round."""

    def __init__(self) -> None:
        self.effects: dict[Card, tuple[Effect, ...]] = {}
        self.sliding: list[Card] = []
        self.orb_rules: dict[int, OrbRule] = {}
        self.state = new_state(2)
        self.whole_decks: dict[Seat | None, list[Card]] = {}
        self.tops: dict[Seat | None, list[Card]] = {}
        self.turn_to(0)
        self.state.first = 0
        self.state.round_number = 2

    def turn_to(self, seat: Seat) -> None:
        self.state.active = seat
        self.state.phase = "play"

    def fill(self) -> tuple[State, CardSet]:
        state = self.state
        cards = card_set(self.effects, self.sliding, self.orb_rules)
        if not state.wilds:
            state.wilds = cards_of(PLAIN_WILDS)
        owned = Counter(chain(*state.hands, *state.piles, *state.dens, *_stacked(state)))
        for seat in range(len(state.hands)):
            eggs = Counter(whole_clutch()) - Counter(chain(state.hands[seat], state.piles[seat], state.dens[seat]))
            state.decks[seat] = self._deck(seat, eggs)
            owned += Counter(state.decks[seat])
            state.deck_known[seat] = [0] * len(state.decks[seat])
            state.hands[seat].sort()
            state.held[seat] = sorted([*state.hands[seat], *state.decks[seat]])
        left = Counter(cards.whole_deck()) - owned - Counter(state.wilds) - Counter(state.dragon_pile)
        state.dragon_deck = self._deck(None, left)
        state.dragon_deck_known = [0] * len(state.dragon_deck)
        state.orb_deck = [orb for orb in reversed(ORBS) if orb not in state.orbs]
        state.out.sort()
        return state, cards

    def _deck(self, owner: Seat | None, left: Counter[Card]) -> list[Card]:
        whole, top = self.whole_decks.get(owner), self.tops.get(owner, [])
        left -= Counter(top if whole is None else whole)
        if whole is None:
            return [*sorted(left.elements()), *top]
        (self.state.out if owner is None else self.state.dens[owner]).extend(left.elements())
        return whole


def _stacked(state: State) -> list[list[Card]]:
    return [stack.dragons for stacks in state.stacks for stack in stacks]


def players(count: int) -> Fact:
    """So many play. Comes first; without it, two do."""

    def lay_out(position: Position) -> None:
        position.state = new_state(count)
        position.turn_to(0)
        position.state.first, position.state.round_number = 0, 2

    return lay_out


def has_effect(name: str, *effects: Effect) -> Fact:
    """This dragon has these effects, and no other."""
    return lambda position: position.effects.update({card_of(name): effects})


def slides(name: str) -> Fact:
    """This dragon has Slide."""
    return lambda position: position.sliding.append(card_of(name))


def revealed(*rules: OrbRule) -> Fact:
    """Orbs with these rules are revealed, in this order."""

    def lay_out(position: Position) -> None:
        position.orb_rules |= dict(enumerate(rules))
        position.state.orbs = list(ORBS[: len(rules)])

    return lay_out


def next_orb(rule: OrbRule) -> Fact:
    """The top of the orb deck has this rule."""
    return lambda position: position.orb_rules.update({len(position.state.orbs): rule})


def active(seat: Seat) -> Fact:
    """It is this player's turn. Without it, seat 0's."""
    return lambda position: position.turn_to(seat)


def put(**values: object) -> Fact:
    """These parts of the state are so."""

    def lay_out(position: Position) -> None:
        for name, value in values.items():
            setattr(position.state, name, value)

    return lay_out


def end_set(seat_count: int = 2) -> Fact:
    """So many orbs are revealed that the end is set (DB-28); the dragon deck is empty, so that nothing interferes."""

    def lay_out(position: Position) -> None:
        position.state.orbs = list(ORBS[: 1 + seat_count])
        position.state.end_set = "orbs"
        position.whole_decks[None] = []

    return lay_out


def in_phase(phase: Phase) -> Fact:
    return put(phase=phase)


def waiting(*effects: Triggered) -> Fact:
    """These effects were triggered in this order, and wait."""
    return lambda position: position.state.waiting.extend(effects)


def holds(seat: Seat, names: str) -> Fact:
    """These are in the player's hand, and no other."""
    return lambda position: position.state.hands[seat].extend(cards_of(names))


def stack(seat: Seat, names: str, *, stunned: str = "", grown: bool = False) -> Fact:
    """A stack of the player, the largest first. Stacks are numbered as they are named, from 1."""

    def lay_out(position: Position) -> None:
        state = position.state
        state.stack_count += 1
        state.stacks[seat].append(
            Stack(number=state.stack_count, dragons=cards_of(names), stunned=cards_of(stunned), has_grown=grown)
        )

    return lay_out


def pile(seat: Seat, names: str) -> Fact:
    """These are in the player's discard pile, the last on top."""
    return lambda position: position.state.piles[seat].extend(cards_of(names))


def den(seat: Seat, names: str) -> Fact:
    """These are in the player's den."""
    return lambda position: position.state.dens[seat].extend(cards_of(names))


def deck(seat: Seat | None, names: str) -> Fact:
    """These are the whole deck, the last on top. None: the dragon deck."""
    return lambda position: position.whole_decks.update({seat: cards_of(names)})


def deck_top(seat: Seat | None, names: str) -> Fact:
    """These are on top of the deck, the last first to be drawn. None: the dragon deck."""
    return lambda position: position.tops.update({seat: cards_of(names)})


def wilds(names: str) -> Fact:
    """These lie in the wilds, and no other."""
    return lambda position: position.state.wilds.extend(cards_of(names))


def dragon_pile(names: str) -> Fact:
    """These are the discard pile of the dragon deck."""
    return lambda position: position.state.dragon_pile.extend(cards_of(names))


def command(seat: Seat, count: int) -> Fact:
    """The player has so much command."""

    def lay_out(position: Position) -> None:
        position.state.command[seat] = count

    return lay_out


# Given, when, then

Expected: TypeAlias = DragonboundEvent | tuple["Expected", ...]


class Case:
    """A position, and what happened in it."""

    def __init__(self, state: State, cards: CardSet) -> None:
        self.state = state
        self.cards = cards
        self.rules = GameRules(cards)
        self.happened: list[DragonboundEvent] = []

    def emit(self, event: DragonboundEvent) -> None:
        self.rules.evolve(self.state, event)
        self.happened.append(event)
        self.rules.check_invariants(self.state)

    @property
    def decider(self) -> Seat:
        (decision,) = self.rules.decisions(self.state)
        return decision.seat

    @property
    def moves(self) -> list[DragonboundMove]:
        return self.rules.legal_moves(self.state, self.decider)

    def when(self, *moves: DragonboundMove, dice: Sequence[int] = ()) -> Self:
        """Make these moves, each by who must decide then. Each must be legal. All the dice must be rolled."""
        chance = Dice(dice)
        for move in moves:
            assert move in self.moves, f"{move} is not among {self.moves}"
            self.rules.play(self.state, self.decider, move, chance, self.emit)
        assert not chance.dice
        return self

    def when_leaving(self, seat: Seat, dice: Sequence[int] = ()) -> Self:
        """Let a player leave. ``dice``: what chance answers, from 1."""
        chance = Dice(dice)
        self.rules.leave(self.state, seat, chance, self.emit)
        assert not chance.dice
        return self

    def then(self, *expected: Expected) -> Self:
        """These events happened since ``then`` or ``forget`` was last asked, no other, in this order."""
        assert self.happened == list(flat(expected))
        return self.forget()

    def forget(self) -> Self:
        """What has happened so far is not what the test is about."""
        self.happened.clear()
        return self

    def happened_of(self, *kinds: type) -> list[DragonboundEvent]:
        """Give what happened of these kinds of events, in order."""
        return [event for event in self.happened if isinstance(event, kinds)]

    def asks(self, seat: Seat, kind: str) -> Self:
        """This is the one decision that is open now."""
        decisions = [(decision.seat, decision.kind) for decision in self.rules.decisions(self.state)]
        assert decisions == [(seat, kind)]
        return self

    def offers(self, *moves: DragonboundMove) -> Self:
        """These are all moves of who must decide now, in this order."""
        assert self.moves == list(moves)
        return self

    def refuses(self, *moves: DragonboundMove) -> Self:
        """None of these is among the moves of who must decide now."""
        assert not [move for move in moves if move in self.moves]
        return self

    def has(self, zone: str, seat: Seat, names: str) -> Self:
        """A zone of a player holds exactly these."""
        assert sorted(getattr(self.state, zone)[seat]) == sorted(cards_of(names))
        return self

    def has_stack(self, seat: Seat, number: int, names: str, *, stunned: str = "") -> Self:
        """A stack holds exactly these, the largest first."""
        found = own_stack(self.state, seat, number)
        assert found is not None
        assert (found.dragons, found.stunned) == (cards_of(names), cards_of(stunned))
        return self

    def wilds_are(self, names: str) -> Self:
        """The wilds hold exactly these, in this order."""
        assert self.state.wilds == cards_of(names)
        return self

    def waits(self, *effects: Triggered) -> Self:
        """These effects wait, in the order they were triggered."""
        assert self.state.waiting == list(effects)
        return self


def flat(expected: Sequence[Expected]) -> list[DragonboundEvent]:
    found: list[DragonboundEvent] = []
    for event in expected:
        found += flat(event) if isinstance(event, tuple) else [event]
    return found


def given(*facts: Fact) -> Case:
    """Set up a position. Facts are laid out in order."""
    position = Position()
    for fact in facts:
        fact(position)
    return Case(*position.fill())


def opening(seat_count: int = 2, chance: Chance | None = None, *facts: Fact) -> Case:
    """The opening of a game. Seat 0 begins if no chance is named."""
    position = Position()
    for fact in facts:
        fact(position)
    cards = card_set(position.effects, position.sliding, position.orb_rules)
    case = Case(new_state(seat_count), cards)
    rules = case.rules
    rules.setup(case.state, rules.Options(), None, chance or Dice([1]), case.emit)
    return case
