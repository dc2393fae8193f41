"""All words of the effect vocabulary (DB-4).

To add a word, write its class in the file it belongs to and list it in ``VOCABULARY``; everything else is found from there.
"""

from typing import Final

from domain.games.dragonbound.effects import command, control, decks, denning, hands, sacrifice, stacks, wilds
from domain.games.dragonbound.effects.step import Step

VOCABULARY: Final[tuple[type[Step], ...]] = (
    command.GainCommand,
    command.PayCommand,
    command.GainCommandBonus,
    decks.Draw,
    decks.Look,
    decks.DiscardTop,
    sacrifice.Sacrifice,
    wilds.DiscardWild,
    wilds.PlaceWildOnBottom,
    wilds.SwapWildWithDeck,
    wilds.SwapWildWithPile,
    wilds.Recruit,
    stacks.DiscardStacked,
    stacks.Stun,
    stacks.Unstun,
    stacks.Move,
    stacks.RepeatStackEffect,
    hands.TakeBack,
    hands.PlayFromHand,
    hands.PlayFromPile,
    hands.OpponentsDraw,
    hands.OpponentsDiscard,
    denning.DenEgg,
    denning.DenDragon,
    control.May,
    control.If,
    control.ChooseOne,
)
"""Every word that a card set can use."""
