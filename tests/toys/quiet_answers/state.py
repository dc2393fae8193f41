"""Options, moves, events and state of Quiet Answers."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.ids import Seat
from domain.rules import Event, Move, Options
from tests.toys.quiet_answers.cards import Card


class QuietOptions(Options, frozen=True, kw_only=True):
    """How a table plays."""

    bonus: Annotated[int, Meta(ge=0, le=3, title="Bonus", description="What each card laid scores besides.")] = 0


class LayCard(Move, frozen=True, kw_only=True, tag="lay_card"):
    """Lay a card from hand."""

    card: Card


class CancelCard(Move, frozen=True, kw_only=True, tag="cancel_card"):
    """Throw a card away to cancel the one just laid."""

    card: Card


class LetBe(Move, frozen=True, kw_only=True, tag="let_be"):
    """Let the card just laid score."""


class HandsDealt(Event, frozen=True, kw_only=True, tag="hands_dealt"):
    """The game began. ``hands`` by seat; each player sees its own. ``left_over`` stay unseen."""

    hands: tuple[tuple[Card, ...], ...]
    left_over: tuple[Card, ...]
    starter: Seat


class CardLaid(Event, frozen=True, kw_only=True, tag="card_laid"):
    """A card lies on the table; who may answer is asked now, if they hold any card at all."""

    seat: Seat
    card: Card


class CardCancelled(Event, frozen=True, kw_only=True, tag="card_cancelled"):
    """The other threw a card away, and the one laid scores nothing."""

    seat: Seat
    card: Card


class CardScored(Event, frozen=True, kw_only=True, tag="card_scored"):
    """The card laid was let be."""

    seat: Seat
    score: int


class TurnCame(Event, frozen=True, kw_only=True, tag="turn_came"):
    """The turn of a seat begins."""

    seat: Seat


class HasLeft(Event, frozen=True, kw_only=True, tag="has_left"):
    """A player left; the other wins."""

    seat: Seat


QuietMove: TypeAlias = LayCard | CancelCard | LetBe
QuietEvent: TypeAlias = HandsDealt | CardLaid | CardCancelled | CardScored | TurnCame | HasLeft


class QuietState(Struct, kw_only=True):
    """Where everything is. ``laid``: the card that can be cancelled now. ``gone``: who left."""

    bonus: int
    hands: list[list[Card]]
    left_over: list[Card]
    thrown: list[Card]
    scores: list[int]
    starter: Seat = 0
    turn: Seat = 0
    laid: Card | None = None
    gone: Seat | None = None
