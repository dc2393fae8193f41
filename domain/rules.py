"""The contract that each game fulfils, and the words it is written in.

A game is a folder under ``domain/games`` whose ``rules`` module holds one subclass of ``Rules`` named ``GameRules``.
The laws that every game is held to (design 3, L1 to L9) are tested over all registered games.

*Seen* states and events are of the same types as the true ones, with what the viewer may not know blanked (``UNKNOWN``
for a hidden card). ``evolve``, ``decisions``, ``legal_moves`` for the viewer's own seat, ``outcome`` and the texts work
on both.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar

from msgspec import Struct

from domain.chance import Chance
from domain.ids import Seat, Viewer

UNKNOWN: Final = -1
"""Stands for a hidden card in seen states and events. Real cards are 0 and up."""

MOST_LEGAL_MOVES: Final = 500
"""``legal_moves`` never lists more; a game with more choices asks step by step."""


class Event(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """Base of all events: facts in the past tense, of immutable parts, so that no cycle needs collecting.

    Always write the tag: it is stored. New fields come last, with defaults.
    """


class Move(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """Base of all moves: wishes in the imperative. Always write the tag: it is stored."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's options. Each field has a default, and title and help in ``msgspec.Meta`` for the form."""


class Decision(Struct, frozen=True, kw_only=True):
    """What one seat must decide now. A seat owes at most one decision at a time.

    Two decisions of a seat that follow one another without a move of that seat between them must differ.
    ``kind`` is a short stable word; ``prompt`` is the sentence that asks the player. ``is_response``: how soon it is
    answered could tell something of a hand, so bots answer after a fixed time, and a standing order may answer for a person.
    """

    seat: Seat
    kind: str
    prompt: str
    is_response: bool = False


class Outcome(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game ended.

    ``placings`` by seat, 1 is best, equal for a shared place. ``scores`` by seat, empty where the game knows none.
    ``ending`` is a short stable word for the kind of end. ``starter`` is the seat that began, if any had.
    """

    placings: tuple[int, ...]
    scores: tuple[int, ...] = ()
    ending: str
    starter: Seat | None = None


Emit: TypeAlias = Callable[[Any], None]
"""Applies an event to the working state at once, and records it. A playout throws the record away."""

OptionsT = TypeVar("OptionsT", bound=Options)
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")
StateT = TypeVar("StateT")


class Rules(ABC, Generic[OptionsT, MoveT, EventT, StateT]):
    """One game. Instances hold no state but their data set (cards, spells); every method is pure but for what it is handed."""

    name: ClassVar[str]
    """The folder's name, in links and stored logs."""
    title: ClassVar[str]
    """What people call it."""
    seats: ClassVar[range]
    """The seat counts it can be played with."""
    version: ClassVar[int]
    """Rises when the same input would decide otherwise. A stored game keeps the version it began with."""
    longest_game: ClassVar[int]
    """No game takes more decisions than this."""
    score_name: ClassVar[str] = "score"
    """What the scores of an outcome count, for people."""
    Options: ClassVar[Any]
    Move: ClassVar[Any]
    """A subclass of ``domain.rules.Move`` or a union of them."""
    Event: ClassVar[Any]
    """A subclass of ``domain.rules.Event`` or a union of them. Tags differ from those of ``domain.game.events``."""
    State: ClassVar[Any]
    data_files: ClassVar[tuple[str, ...]] = ()
    """Files of the game's folder that a host may replace, read by ``services.game_data``."""
    data_texts: Mapping[str, str] = MappingProxyType({})
    """The data set these rules play with, file name to text; noted, like its hash, by ``services.game_data``."""
    data_hash: str = ""
    """SHA-256 of the data set (64 hex digits); "" for a game without any."""
    has_responses: ClassVar[bool] = False
    """Whether any decision is a response, which a standing order may decline."""

    def with_data(self, texts: Mapping[str, str]) -> Self:
        """Give new rules over other data: file name to text. Raises ``BrokenGame`` naming file, entry and field."""
        return self

    def card_tables(self) -> Sequence[Sequence[Sequence[str]]]:
        """Give tables of the game's cards for help and terminal, each a header row and its rows; a cell may have several lines."""
        return ()

    # What happens

    @abstractmethod
    def new_state(self, options: OptionsT, seat_count: int) -> StateT:
        """Give the state before any event."""

    @abstractmethod
    def setup(self, state: StateT, options: OptionsT, previous: Outcome | None, chance: Chance, emit: Emit) -> None:
        """Emit the opening events. ``previous``: how the game before ended, in a rematch; None if it was abandoned."""

    @abstractmethod
    def decisions(self, state: StateT) -> list[Decision]:
        """Give what must be decided now, in seat order; empty only when there is an outcome.

        On a seen state: what that viewer may know of it. An unseen choice shows all its choosers as deciding until all
        have chosen. For the viewer's own seat it equals what the true state gives.
        """

    @abstractmethod
    def legal_moves(self, state: StateT, seat: Seat) -> list[MoveT]:
        """Give every move the seat may make now, complete and exact, in a fixed order; empty if it owes no decision.

        At most ``MOST_LEGAL_MOVES``. The same on the true state and on the seat's seen one.
        """

    @abstractmethod
    def why_not(self, seen_state: StateT, seat: Seat, move: MoveT) -> str:
        """Give the sentence for a move that is not legal: what is wrong and what would be right."""

    @abstractmethod
    def play(self, state: StateT, seat: Seat, move: MoveT, chance: Chance, emit: Emit) -> None:
        """Carry out a legal move by emitting what happens, in order. Trusts the move: the Game has checked it."""

    @abstractmethod
    def leave(self, state: StateT, seat: Seat, chance: Chance, emit: Emit) -> None:
        """Carry out that a seat resigned or was removed. What remains is playable, or has an outcome."""

    @abstractmethod
    def evolve(self, state: StateT, event: EventT) -> None:
        """Apply a fact to ``state``, in place: the only code that changes a state. Checks nothing and never fails."""

    @abstractmethod
    def clone(self, state: StateT) -> StateT:
        """Copy a state so that changing one leaves the other alone. Fast: bots do it for each move they weigh."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Give how the game ended, or None."""

    @abstractmethod
    def check_invariants(self, state: StateT) -> None:
        """Raise AssertionError unless every card is in exactly one place and all counts are true (law L9)."""

    # Responses, in games that have them

    def decline(self, state: StateT, seat: Seat) -> MoveT | None:
        """Give the legal move that declines the response which the seat owes; None if it owes none.

        The same on the true state and on the seat's seen one.
        """
        return None

    def turns_begun(self, event: EventT) -> tuple[Seat, ...]:
        """Give the seats for whom "until my next turn" ends with this event: their turn begins, or the match is over."""
        return ()

    # Who knows what

    def surely_teaches(self, event: EventT) -> bool:
        """Whether an event always shows everybody a card that was hidden from all.

        A quick no to whether a move may be taken back without asking; False where only a look at the views can tell.
        """
        return False

    @abstractmethod
    def seen_by(self, state: StateT, viewer: Viewer) -> StateT:
        """Build what the viewer may know, from nothing; shares no mutable part with ``state``."""

    @abstractmethod
    def event_seen_by(self, state_before: StateT, event: EventT, viewer: Viewer) -> EventT | None:
        """Give the event as told to the viewer, or None: not told at all, and then it changes nothing in the viewer's state."""

    @abstractmethod
    def known_cards(self, seen_state: StateT) -> Counter[int]:
        """Count the cards of a seen state whose identity its viewer knows, wherever they lie; each place once.

        What grows in it from one view to the next was learned: so it shows whether a move may be taken back without asking.
        """

    @abstractmethod
    def determinize(self, seen_state: StateT, seat: Seat, generator: random.Random) -> StateT:
        """Sample a true state that is consistent with all the seat knows; each such state can turn up."""

    @abstractmethod
    def evaluate(self, seen_state: StateT, seat: Seat) -> float:
        """Give a number for the greedy bot: greater is better for ``seat``."""

    # Words

    @abstractmethod
    def card_name(self, card: int) -> str:
        """Give the name of a card; ``UNKNOWN`` reads as a hidden card."""

    @abstractmethod
    def describe(self, seen_event: EventT, names: Sequence[str]) -> str:
        """Give the log line for an event, or "" where it needs none. ``names`` by seat."""

    def describe_after(self, before: Sequence[EventT], seen_event: EventT, names: Sequence[str]) -> str:
        """Give the log line for an event to a reader who was told ``before``: all events until then, in order.

        For games in which a line depends on what went before.
        """
        return self.describe(seen_event, names)

    @abstractmethod
    def describe_move(self, seen_state: StateT, seat: Seat, move: MoveT) -> str:
        """Give a short label for a move, as on a button: what the seat would do."""

    @abstractmethod
    def draw_text(self, seen_state: StateT, names: Sequence[str], seat: Viewer) -> str:
        """Draw the board for a terminal of 80 columns, from where ``seat`` sits."""

    def board_facts(self, seen_state: StateT, names: Sequence[str], viewer: Viewer) -> Mapping[str, Any]:
        """Give what the game's board shows and the state alone does not say: sentences and plain data, by names it knows."""
        return {}


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
