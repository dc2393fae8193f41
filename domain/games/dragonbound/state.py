"""The state of a game: where each card lies, who knows what lies hidden, and the agenda of what is still to happen.

The agenda is plain data, so that a game can wait for days in the middle of an effect: ``running`` is the effect being
carried out, ``step`` how far it has come, ``waiting`` what was triggered and comes after it, ``phase`` what comes after
that (DB-13, DB-13a).
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.dragonbound.cards import Card, whole_clutch
from domain.ids import Seat, Viewer

Trigger: TypeAlias = Literal["command", "stack", "discarded", "appear", "release"]
"""When an effect may happen (DB-10, DB-12, DB-16, DB-22). Of orbs alone: when a stack is released."""

Phase: TypeAlias = Literal["opening", "play", "egg", "fill", "interference", "over"]
"""Nobody decides yet; the play phase; an egg may be sent to the den (DB-21); the two steps of the dragon deck phase."""

Ending: TypeAlias = Literal["orbs", "quiet", "rounds", "resigned"]
"""Enough orbs were revealed (DB-28); nothing happened for three rounds, or 60 rounds passed (DB-30); all others left (DB-31)."""


class Triggered(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An effect that was triggered: the ``effect``-th of ``card``, and ``seat`` decides what it leaves open.

    ``stack``: the number of the stack in which the dragon lay, 0 if in none.
    """

    seat: Seat
    card: Card
    effect: int
    trigger: Trigger
    stack: int = 0


class Stack(Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Dragons of one player, the largest first, no two of one size (DB-9).

    ``number`` is its name for the whole game, from 1. ``has_grown``: a dragon was added to it this turn (DB-21).
    """

    number: int
    dragons: list[Card]
    stunned: list[Card]
    has_grown: bool


class State(Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A game of Dragonbound, true or as somebody sees it. Lists are by seat where not said otherwise; it holds no cycle."""

    phase: Phase
    active: Seat | None
    """Whose turn it is; that seat may be empty while the last of the turn is done (DB-31)."""
    first: Seat | None
    """Who began, and bears the first-player mark."""
    round_number: int
    is_quiet: bool
    """No dragon was recruited, played, discarded or turned up in this round (DB-30)."""
    quiet_rounds: int
    """So many such rounds have just passed in a row."""
    end_set: Ending | None
    """Why the game ends just before the first player's next turn, once it does (DB-28, DB-30)."""
    action_count: int
    """Actions of this play phase (DB-30a)."""
    triggered_count: int
    """Effects triggered this turn (DB-30a)."""
    turned_up_count: int
    """Dragons turned up in this fill (DB-30a)."""
    interference_count: int
    """Dragons that interference is still to discard (DB-27)."""
    leavers: list[Seat]
    """Who left, in that order."""
    hands: list[list[Card]]
    """Sorted, so that the order tells nothing. In a view, known cards of another hand have their names."""
    decks: list[list[Card]]
    """The last is the top."""
    deck_known: list[list[int]]
    """For each card of a deck, who knows what it is: the sum of ``bit_of`` over those viewers. Known to all."""
    piles: list[list[Card]]
    """The discards, the last on top."""
    held: list[list[Card]]
    """What lies in hand and deck together, sorted: known to all (DB-7a)."""
    stacks: list[list[Stack]]
    dens: list[list[Card]]
    command: list[int]
    """Unspent."""
    command_bonus: list[int]
    """How much more each card placed for command gives this turn."""
    wilds: list[Card]
    dragon_deck: list[Card]
    """The last is the top."""
    dragon_deck_known: list[int]
    """As ``deck_known``."""
    dragon_pile: list[Card]
    orb_deck: list[Card]
    """The last is the top."""
    orbs: list[Card]
    """Revealed, in that order."""
    out: list[Card]
    """What left the game with its owner (DB-31). Sorted."""
    known_in_hand: list[list[Card]]
    """What everybody knows to be in that hand: it came there openly and has not left. Sorted.

    Nobody knows more of another's hand than the rest do, for no effect shows a hand or another player's deck; the
    invariants hold the masks of ``deck_known`` to that.
    """
    stack_count: int
    """How many stacks were ever begun: the number of the last."""
    waiting: list[Triggered]
    """In the order they were triggered."""
    running: Triggered | None
    step: int
    """The instruction of the running effect that asks somebody."""
    left: int
    """How much of that instruction is still to be done."""
    asking: list[Seat]
    """Who is still to do it, if not whose effect it is."""
    looked: list[Card]
    """Cards taken from a deck to be looked at. They are shown to who looks."""
    looked_known: int
    """Who knows what they are, as in ``deck_known``: the same for all of them."""
    looked_deck: Seat | None
    """Whose deck they are from; None: the dragon deck."""
    ending: Ending | None
    placings: list[int]
    scores: list[int]


def bit_of(viewer: Viewer) -> int:
    """Give what stands for a viewer among those who know a card; the spectator, -1, has bit 0."""
    return 1 << (viewer + 1)


def all_bits(seat_count: int) -> int:
    """Give what stands for "everybody knows"."""
    return (1 << (seat_count + 1)) - 1


def new_state(seat_count: int) -> State:
    """Give the state before any event."""

    def empty() -> list[list[Card]]:
        return [[] for _ in range(seat_count)]

    return State(
        phase="opening",
        active=None,
        first=None,
        round_number=0,
        is_quiet=False,
        quiet_rounds=0,
        end_set=None,
        action_count=0,
        triggered_count=0,
        turned_up_count=0,
        interference_count=0,
        leavers=[],
        hands=empty(),
        decks=empty(),
        deck_known=empty(),
        piles=empty(),
        held=[whole_clutch() for _ in range(seat_count)],
        stacks=[[] for _ in range(seat_count)],
        dens=empty(),
        command=[0] * seat_count,
        command_bonus=[0] * seat_count,
        wilds=[],
        dragon_deck=[],
        dragon_deck_known=[],
        dragon_pile=[],
        orb_deck=[],
        orbs=[],
        out=[],
        known_in_hand=empty(),
        stack_count=0,
        waiting=[],
        running=None,
        step=0,
        left=0,
        asking=[],
        looked=[],
        looked_known=0,
        looked_deck=None,
        ending=None,
        placings=[],
        scores=[],
    )


def clone(state: State) -> State:
    """Copy a state; written out because bots do it for each move they weigh."""
    return State(
        phase=state.phase,
        active=state.active,
        first=state.first,
        round_number=state.round_number,
        is_quiet=state.is_quiet,
        quiet_rounds=state.quiet_rounds,
        end_set=state.end_set,
        action_count=state.action_count,
        triggered_count=state.triggered_count,
        turned_up_count=state.turned_up_count,
        interference_count=state.interference_count,
        leavers=state.leavers[:],
        hands=[hand[:] for hand in state.hands],
        decks=[deck[:] for deck in state.decks],
        deck_known=[known[:] for known in state.deck_known],
        piles=[pile[:] for pile in state.piles],
        held=[held[:] for held in state.held],
        stacks=[
            [
                Stack(
                    number=stack.number,
                    dragons=stack.dragons[:],
                    stunned=stack.stunned[:],
                    has_grown=stack.has_grown,
                )
                for stack in stacks
            ]
            for stacks in state.stacks
        ],
        dens=[den[:] for den in state.dens],
        command=state.command[:],
        command_bonus=state.command_bonus[:],
        wilds=state.wilds[:],
        dragon_deck=state.dragon_deck[:],
        dragon_deck_known=state.dragon_deck_known[:],
        dragon_pile=state.dragon_pile[:],
        orb_deck=state.orb_deck[:],
        orbs=state.orbs[:],
        out=state.out[:],
        known_in_hand=[known[:] for known in state.known_in_hand],
        stack_count=state.stack_count,
        waiting=state.waiting[:],
        running=state.running,
        step=state.step,
        left=state.left,
        asking=state.asking[:],
        looked=state.looked[:],
        looked_known=state.looked_known,
        looked_deck=state.looked_deck,
        ending=state.ending,
        placings=state.placings[:],
        scores=state.scores[:],
    )


def stack_of(state: State, number: int) -> tuple[Seat, Stack] | None:
    """Give the stack of a number and whose it is, or None if it is gone."""
    for seat, stacks in enumerate(state.stacks):
        for stack in stacks:
            if stack.number == number:
                return seat, stack
    return None


def own_stack(state: State, seat: Seat, number: int) -> Stack | None:
    """Give the player's stack of a number, or None if it is gone."""
    for stack in state.stacks[seat]:
        if stack.number == number:
            return stack
    return None
