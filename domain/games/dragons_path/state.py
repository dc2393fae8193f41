"""The state of a game: where each card lies, what was declared and asked, and what is known of hidden cards."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.games.dragons_path.cards import ELEMENT_COUNT, Card
from domain.games.dragons_path.effects import Effect
from domain.games.dragons_path.options import PathOptions
from domain.ids import Seat

Phase: TypeAlias = Literal["opening", "spells", "turn", "response", "choice", "over"]
"""Nobody decides yet; both choose a spell; the active player plays; the other may respond; a choice is made; it is over."""

Asked: TypeAlias = Literal[
    "burn",
    "discard",
    "exchange",
    "gift",
    "peek",
    "play",
    "raise",
    "renew",
    "return",
    "search",
    "swap",
    "take_back",
]
"""What a choice is for: the actions of ``effects`` that ask somebody."""

Ending: TypeAlias = Literal["five_elements", "four_alike", "deck_out", "resigned"]


class State(Struct, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A game of Dragon's Path, true or as somebody sees it.

    Lists are by seat where not said otherwise. Without garbage collection: a state holds no cycle.
    """

    copies: int
    is_advanced: bool
    phase: Phase
    active: Seat | None
    """Whose turn it is."""
    decider: Seat | None
    """Who must decide now; None also while both choose a spell."""
    match_number: int
    starter: Seat | None
    """Who began this match."""
    first_starter: Seat | None
    """Who began the first match."""
    tokens: list[int]
    """Dragon Tokens, in advanced mode (DP-22)."""
    hands: list[list[Card]]
    """Sorted, so that the order tells nothing of when a card came. In a view, known cards of another hand have their names."""
    decks: list[list[Card]]
    """The last is the top."""
    paths: list[list[Card]]
    """In the order they were laid."""
    piles: list[list[Card]]
    """The discards, in the order they came."""
    tallies: list[list[int]]
    """By seat and element: cards in the path."""
    known_in_hand: list[list[Card]]
    """Cards in hand that everybody knows of: they came there face up and have not left it since. Sorted."""
    known_to_other: list[list[Card]]
    """Cards in hand that the other player knows of: those, and what a peek showed (DP-27b). Sorted."""
    protected: list[bool]
    """Whether the path is safe from the other's effects (DP-27b)."""
    turn_draw: Card | None
    """The card that the active player drew this turn, until something is played. Only its owner sees which."""
    played: Card | None
    """The Path card played for its effect this turn."""
    effect: Effect | None
    """Which effect was declared."""
    is_returned: bool
    """A thunder reaction sent the played card back to hand (DP-20)."""
    spell: Card | None
    """The spell used this turn."""
    searching: Seat | None
    """Who is looking through the own deck; it lies in canonical order meanwhile (DP-12a)."""
    asked: Asked | None
    """What the open choice is for."""
    count: int
    """How many cards the open choice is about, this one included."""
    step: int
    """Which step of the declared effect asks, from 0."""
    dealt: list[list[Card]]
    """Spells of which one is kept and one given; empty once that is done."""
    kept: list[Card | None]
    """The spell a player has chosen to keep, until both have."""
    spells: list[list[Card]]
    """Face up and not used."""
    used_spells: list[list[Card]]
    """Out for the rest of the game, by who used them, in that order (DP-26)."""
    ending: Ending | None
    winner: Seat | None


def new_state(options: PathOptions) -> State:
    """Give the state before any event."""
    return State(
        copies=options.copies,
        is_advanced=options.mode == "advanced",
        phase="opening",
        active=None,
        decider=None,
        match_number=0,
        starter=None,
        first_starter=None,
        tokens=[0, 0],
        hands=[[], []],
        decks=[[], []],
        paths=[[], []],
        piles=[[], []],
        tallies=[[0] * ELEMENT_COUNT, [0] * ELEMENT_COUNT],
        known_in_hand=[[], []],
        known_to_other=[[], []],
        protected=[False, False],
        turn_draw=None,
        played=None,
        effect=None,
        is_returned=False,
        spell=None,
        searching=None,
        asked=None,
        count=0,
        step=0,
        dealt=[[], []],
        kept=[None, None],
        spells=[[], []],
        used_spells=[[], []],
        ending=None,
        winner=None,
    )


def clone(state: State) -> State:
    """Copy a state; written out because bots do it for each move they weigh."""
    hand, other_hand = state.hands
    deck, other_deck = state.decks
    path, other_path = state.paths
    pile, other_pile = state.piles
    tally, other_tally = state.tallies
    known, other_known = state.known_in_hand
    known_to_other, other_known_to_other = state.known_to_other
    dealt, other_dealt = state.dealt
    spells, other_spells = state.spells
    used, other_used = state.used_spells
    return State(
        copies=state.copies,
        is_advanced=state.is_advanced,
        phase=state.phase,
        active=state.active,
        decider=state.decider,
        match_number=state.match_number,
        starter=state.starter,
        first_starter=state.first_starter,
        tokens=state.tokens[:],
        hands=[hand[:], other_hand[:]],
        decks=[deck[:], other_deck[:]],
        paths=[path[:], other_path[:]],
        piles=[pile[:], other_pile[:]],
        tallies=[tally[:], other_tally[:]],
        known_in_hand=[known[:], other_known[:]],
        known_to_other=[known_to_other[:], other_known_to_other[:]],
        protected=state.protected[:],
        turn_draw=state.turn_draw,
        played=state.played,
        effect=state.effect,
        is_returned=state.is_returned,
        spell=state.spell,
        searching=state.searching,
        asked=state.asked,
        count=state.count,
        step=state.step,
        dealt=[dealt[:], other_dealt[:]],
        kept=state.kept[:],
        spells=[spells[:], other_spells[:]],
        used_spells=[used[:], other_used[:]],
        ending=state.ending,
        winner=state.winner,
    )
