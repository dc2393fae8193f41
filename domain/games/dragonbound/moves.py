"""What a player may wish. The same field always means the same zone, so that a board can offer it by clicking there.

``card`` lies in the own hand, ``wild`` in the wilds, ``pile_card`` in the own discard pile, ``dragon_pile_card`` in that of
the dragon deck; ``stack`` is the number of a stack, ``dragon`` a dragon in it, ``onto`` the number of the stack to which a
dragon is added, 0 for a new one.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.rules import Move

_CARD = "0 to 2 for an egg, 3 and up for a dragon, in the order of the card set"
_STACK = "The number of the stack"

HandCard: TypeAlias = Annotated[int, Meta(ge=0, title="Card of your hand", description=_CARD)]
Wild: TypeAlias = Annotated[int, Meta(ge=0, title="Dragon of the wilds", description=_CARD)]
StackNumber: TypeAlias = Annotated[int, Meta(ge=1, title="Stack", description=_STACK)]
StackedDragon: TypeAlias = Annotated[int, Meta(ge=0, title="Dragon of the stack", description=_CARD)]
Onto: TypeAlias = Annotated[int, Meta(ge=0, title="Onto", description=f"{_STACK}, 0 for a new one")]
PileCard: TypeAlias = Annotated[int, Meta(ge=0, title="Card of your discard pile", description=_CARD)]
Waiting: TypeAlias = Annotated[int, Meta(ge=0, title="Effect", description="Its place among those that wait")]


class Release(Move, frozen=True, kw_only=True, tag="release", gc=False):
    """Discard all dragons of a stack (DB-21)."""

    stack: StackNumber


class PlaceForCommand(Move, frozen=True, kw_only=True, tag="place_for_command", gc=False):
    """Place a card on the discard pile and gain its command (DB-22)."""

    card: HandCard


class PlayDragon(Move, frozen=True, kw_only=True, tag="play_dragon", gc=False):
    """Play a dragon from the hand to a stack (DB-23)."""

    card: HandCard
    onto: Onto


class RecruitDragon(Move, frozen=True, kw_only=True, tag="recruit_dragon", gc=False):
    """Pay for a dragon of the wilds and play it to a stack, stunned (DB-24)."""

    wild: Wild
    onto: Onto


class EndPlayPhase(Move, frozen=True, kw_only=True, tag="end_play_phase", gc=False):
    """Do nothing more this turn (DB-20)."""


class UseEffect(Move, frozen=True, kw_only=True, tag="use_effect", gc=False):
    """Let a triggered effect happen, now (DB-13)."""

    effect: Waiting


class DeclineEffect(Move, frozen=True, kw_only=True, tag="decline_effect", gc=False):
    """Let a triggered effect not happen (DB-12)."""

    effect: Waiting


class ChooseWild(Move, frozen=True, kw_only=True, tag="choose_wild", gc=False):
    """Choose a dragon of the wilds."""

    wild: Wild


class ChooseStacked(Move, frozen=True, kw_only=True, tag="choose_stacked", gc=False):
    """Choose a dragon of a stack. The dragon comes first: who chooses step by step is asked for it by name."""

    dragon: StackedDragon
    stack: StackNumber


class ChooseHandCard(Move, frozen=True, kw_only=True, tag="choose_hand_card", gc=False):
    """Choose a card of the own hand."""

    card: HandCard


class ChoosePileCard(Move, frozen=True, kw_only=True, tag="choose_pile_card", gc=False):
    """Choose a card of the own discard pile."""

    pile_card: PileCard


class PlayFromPile(Move, frozen=True, kw_only=True, tag="play_from_pile", gc=False):
    """Play a dragon from the own discard pile to a stack."""

    pile_card: PileCard
    onto: Onto


class SwapWild(Move, frozen=True, kw_only=True, tag="swap_wild", gc=False):
    """Let a dragon of the wilds and one of the dragon deck's discard pile change places."""

    wild: Wild
    dragon_pile_card: Annotated[int, Meta(ge=0, title="Dragon of the dragon deck's discard pile", description=_CARD)]


class MoveDragon(Move, frozen=True, kw_only=True, tag="move_dragon", gc=False):
    """Move a dragon from one of the own stacks to another."""

    dragon: StackedDragon
    stack: StackNumber
    onto: Onto


class PlaceLooked(Move, frozen=True, kw_only=True, tag="place_looked", gc=False):
    """Place one of the cards looked at on its deck."""

    looked: Annotated[int, Meta(ge=0, title="Card you look at", description=_CARD)]
    place: Annotated[Literal["top", "bottom"], Meta(title="Where", description="The top or the bottom of the deck")]


class ChooseOption(Move, frozen=True, kw_only=True, tag="choose_option", gc=False):
    """Choose one of several things that an effect can do."""

    option: Annotated[int, Meta(ge=0, title="What to do", description="Its place in the effect, from 0")]


class Accept(Move, frozen=True, kw_only=True, tag="accept", gc=False):
    """Do what an effect offers."""


class Decline(Move, frozen=True, kw_only=True, tag="decline", gc=False):
    """Leave what an effect offers; or say that nothing fits."""


END_PLAY_PHASE = EndPlayPhase()
ACCEPT = Accept()
DECLINE = Decline()

DragonboundMove: TypeAlias = (
    Release
    | PlaceForCommand
    | PlayDragon
    | RecruitDragon
    | EndPlayPhase
    | UseEffect
    | DeclineEffect
    | ChooseWild
    | ChooseStacked
    | ChooseHandCard
    | ChoosePileCard
    | PlayFromPile
    | SwapWild
    | MoveDragon
    | PlaceLooked
    | ChooseOption
    | Accept
    | Decline
)
