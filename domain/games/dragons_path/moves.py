"""What a player may wish. The same field always means the same zone, so that a board can offer it by clicking there.

``card`` lies in the own hand, ``path_card`` in a path, ``pile_card`` in a pile, ``deck_card`` in the own deck. All moves
exist once, in tables, so that listing them makes no new objects.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from domain.games.dragons_path.cards import CARDS, ELEMENT_OF, SEAT_COUNT, SPELL_CARDS
from domain.games.dragons_path.effects import CARD_EFFECTS, Effect
from domain.rules import Move

_CARD: Final = "owner * 5 + element: fire, water, earth, wind, thunder"
_SPELL: Final = "10 + its place in the data set"


class KeepSpell(Move, frozen=True, kw_only=True, tag="keep_spell", gc=False):
    """Keep one of the two spells dealt, and give the other away (DP-23)."""

    spell: Annotated[int, Meta(ge=10, le=19, title="Spell to keep", description=_SPELL)]


class PlayCard(Move, frozen=True, kw_only=True, tag="play_card", gc=False):
    """Play a card from the hand and declare one of its effects (DP-5, DP-6)."""

    card: Annotated[int, Meta(ge=0, le=9, title="Card", description=_CARD)]
    effect: Annotated[Effect, Meta(title="Effect", description="The first (a) or the second (b) of the card")]


class CastSpell(Move, frozen=True, kw_only=True, tag="cast_spell", gc=False):
    """Use a spell by discarding its combination (DP-24)."""

    spell: Annotated[int, Meta(ge=10, le=19, title="Spell", description=_SPELL)]


class Pass(Move, frozen=True, kw_only=True, tag="pass", gc=False):
    """Play nothing this turn (DP-5)."""


class React(Move, frozen=True, kw_only=True, tag="react", gc=False):
    """Discard a wind or thunder card as a reaction (DP-7)."""

    card: Annotated[int, Meta(ge=0, le=9, title="Card to react with", description=_CARD)]


class CancelSpell(Move, frozen=True, kw_only=True, tag="cancel_spell", gc=False):
    """Discard the combination of the spell just used, which cancels it (DP-25)."""


class Decline(Move, frozen=True, kw_only=True, tag="decline", gc=False):
    """Let happen what was declared (DP-7, DP-25)."""


class ChoosePlayer(Move, frozen=True, kw_only=True, tag="choose_player", gc=False):
    """Say which player draws (DP-13, DP-19)."""

    player: Annotated[int, Meta(ge=0, le=1, title="Player", description="The seat")]


class ChoosePathCard(Move, frozen=True, kw_only=True, tag="choose_path_card", gc=False):
    """Choose a card of a path (DP-11)."""

    path: Annotated[int, Meta(ge=0, le=1, title="Whose path", description="The seat")]
    path_card: Annotated[int, Meta(ge=0, le=9, title="Card of the path", description=_CARD)]


class ChooseHandCard(Move, frozen=True, kw_only=True, tag="choose_hand_card", gc=False):
    """Choose a card of the own hand, to play or to discard (DP-13, DP-15, DP-17)."""

    card: Annotated[int, Meta(ge=0, le=9, title="Card", description=_CARD)]


class ChooseOtherHandCard(Move, frozen=True, kw_only=True, tag="choose_other_hand_card", gc=False):
    """Choose a card of the other hand, which a peek has shown (DP-27b)."""

    other_card: Annotated[int, Meta(ge=0, le=9, title="Card of the other hand", description=_CARD)]


class ChoosePileCard(Move, frozen=True, kw_only=True, tag="choose_pile_card", gc=False):
    """Choose a card of the own discard pile (DP-16)."""

    pile_card: Annotated[int, Meta(ge=0, le=9, title="Card of the pile", description=_CARD)]


class ChooseDeckCard(Move, frozen=True, kw_only=True, tag="choose_deck_card", gc=False):
    """Choose a card of the own deck while looking through it (DP-12)."""

    deck_card: Annotated[int, Meta(ge=0, le=9, title="Card of the deck", description=_CARD)]


class Exchange(Move, frozen=True, kw_only=True, tag="exchange", gc=False):
    """Exchange a card of a player's path with one of that player's pile (DP-14)."""

    path: Annotated[int, Meta(ge=0, le=1, title="Whose path", description="The seat")]
    path_card: Annotated[int, Meta(ge=0, le=9, title="Card of the path", description=_CARD)]
    pile_card: Annotated[int, Meta(ge=0, le=9, title="Card of the pile", description=_CARD)]


class SwapCards(Move, frozen=True, kw_only=True, tag="swap_cards", gc=False):
    """Swap a card of the own path with one of the other path (DP-27)."""

    own_path_card: Annotated[int, Meta(ge=0, le=9, title="Card of your path", description=_CARD)]
    other_path_card: Annotated[int, Meta(ge=0, le=9, title="Card of the other path", description=_CARD)]


PathMove: TypeAlias = (
    KeepSpell
    | PlayCard
    | CastSpell
    | Pass
    | React
    | CancelSpell
    | Decline
    | ChoosePlayer
    | ChoosePathCard
    | ChooseHandCard
    | ChooseOtherHandCard
    | ChoosePileCard
    | ChooseDeckCard
    | Exchange
    | SwapCards
)

_SEATS: Final = range(SEAT_COUNT)

PASS: Final = Pass()
DECLINE: Final = Decline()
CANCEL_SPELL: Final = CancelSpell()
KEEP_SPELL: Final = {spell: KeepSpell(spell=spell) for spell in SPELL_CARDS}
CAST_SPELL: Final = {spell: CastSpell(spell=spell) for spell in SPELL_CARDS}

PLAY_CARD: Final = tuple(
    tuple(PlayCard(card=card, effect=effect) for effect in CARD_EFFECTS[ELEMENT_OF[card]]) for card in CARDS
)
"""``PLAY_CARD[card]``: one move for each effect that can be declared."""

REACT: Final = tuple(React(card=card) for card in CARDS)
CHOOSE_PLAYER: Final = tuple(ChoosePlayer(player=seat) for seat in _SEATS)
CHOOSE_HAND_CARD: Final = tuple(ChooseHandCard(card=card) for card in CARDS)
CHOOSE_OTHER_HAND_CARD: Final = tuple(ChooseOtherHandCard(other_card=card) for card in CARDS)
CHOOSE_PILE_CARD: Final = tuple(ChoosePileCard(pile_card=card) for card in CARDS)
CHOOSE_DECK_CARD: Final = tuple(ChooseDeckCard(deck_card=card) for card in CARDS)

CHOOSE_PATH_CARD: Final = tuple(tuple(ChoosePathCard(path=seat, path_card=card) for card in CARDS) for seat in _SEATS)
"""``CHOOSE_PATH_CARD[path][card]``."""

EXCHANGE: Final = tuple(
    tuple(tuple(Exchange(path=seat, path_card=card, pile_card=other) for other in CARDS) for card in CARDS)
    for seat in _SEATS
)
"""``EXCHANGE[path][path card][pile card]``."""

SWAP_CARDS: Final = tuple(
    tuple(SwapCards(own_path_card=card, other_path_card=other) for other in CARDS) for card in CARDS
)
"""``SWAP_CARDS[own path card][other path card]``."""
