"""Moves, events and effects in few words, for the tests: dragons by the names of ``card_sets``."""

from typing import Literal

from domain.games.dragonbound import events, moves
from domain.games.dragonbound.cards import ORBS
from domain.games.dragonbound.state import Trigger, Triggered
from domain.ids import Seat
from tests.domain.games.dragonbound.card_sets import card_of, cards_of
from tests.domain.games.dragonbound.table import Expected

# Moves


def release(stack: int) -> moves.Release:
    return moves.Release(stack=stack)


def place(name: str) -> moves.PlaceForCommand:
    return moves.PlaceForCommand(card=card_of(name))


def play(name: str, onto: int = 0) -> moves.PlayDragon:
    return moves.PlayDragon(card=card_of(name), onto=onto)


def recruit(name: str, onto: int = 0) -> moves.RecruitDragon:
    return moves.RecruitDragon(wild=card_of(name), onto=onto)


def use(effect: int = 0) -> moves.UseEffect:
    return moves.UseEffect(effect=effect)


def drop(effect: int = 0) -> moves.DeclineEffect:
    return moves.DeclineEffect(effect=effect)


def choose_wild(name: str) -> moves.ChooseWild:
    return moves.ChooseWild(wild=card_of(name))


def choose_stacked(stack: int, name: str) -> moves.ChooseStacked:
    return moves.ChooseStacked(stack=stack, dragon=card_of(name))


def choose_hand(name: str) -> moves.ChooseHandCard:
    return moves.ChooseHandCard(card=card_of(name))


def choose_pile(name: str) -> moves.ChoosePileCard:
    return moves.ChoosePileCard(pile_card=card_of(name))


def play_pile(name: str, onto: int = 0) -> moves.PlayFromPile:
    return moves.PlayFromPile(pile_card=card_of(name), onto=onto)


def swap(wild: str, pile_card: str) -> moves.SwapWild:
    return moves.SwapWild(wild=card_of(wild), dragon_pile_card=card_of(pile_card))


def move(stack: int, name: str, onto: int) -> moves.MoveDragon:
    return moves.MoveDragon(stack=stack, dragon=card_of(name), onto=onto)


def put_back(name: str, where: Literal["top", "bottom"]) -> moves.PlaceLooked:
    return moves.PlaceLooked(looked=card_of(name), place=where)


def option(number: int) -> moves.ChooseOption:
    return moves.ChooseOption(option=number)


# Effects


def effect(seat: Seat, name: str, on: Trigger, stack: int = 0, number: int = 0) -> Triggered:
    return Triggered(seat=seat, card=card_of(name), effect=number, trigger=on, stack=stack)


def orb_effect(seat: Seat, number: int = 0) -> Triggered:
    """What the orb of this place in the card set does when a stack is released."""
    return Triggered(seat=seat, card=ORBS[number], effect=0, trigger="release")


def triggered(*effects: Triggered) -> events.EffectsTriggered:
    return events.EffectsTriggered(effects=effects)


def done(which: Triggered, *inner: Expected, place: int = 0) -> Expected:
    """An effect that waited at this place begins, does this, and ends."""
    return (events.EffectBegan(place=place, effect=which), *inner, events.EffectEnded())


def began(which: Triggered, place: int = 0) -> events.EffectBegan:
    return events.EffectBegan(place=place, effect=which)


def ended() -> events.EffectEnded:
    return events.EffectEnded()


def dropped(
    which: Triggered, reason: Literal["declined", "nothing_to_do", "left"], place: int = 0
) -> events.EffectDropped:
    return events.EffectDropped(place=place, effect=which, reason=reason)


def asked(step: int = 0, left: int = 1, asking: tuple[Seat, ...] = ()) -> events.ChoiceOpened:
    return events.ChoiceOpened(step=step, left=left, asking=asking)


# Events


def drawn(seat: Seat, names: str) -> events.CardsDrawn:
    return events.CardsDrawn(seat=seat, cards=tuple(sorted(cards_of(names))))


def refilled(owner: Seat | None, names: str) -> events.DeckRefilled:
    return events.DeckRefilled(owner=owner, deck=tuple(cards_of(names)))


def turned_up(name: str) -> events.WildTurnedUp:
    return events.WildTurnedUp(card=card_of(name))


def placed(seat: Seat, name: str, gained: int) -> events.PlacedForCommand:
    return events.PlacedForCommand(seat=seat, card=card_of(name), command=gained)


def gained(seat: Seat, count: int) -> events.CommandGained:
    return events.CommandGained(seat=seat, count=count)


def paid(seat: Seat, count: int) -> events.CommandPaid:
    return events.CommandPaid(seat=seat, count=count)


def played(
    seat: Seat,
    name: str,
    stack: int,
    at: int = 0,
    *,
    onto: str = "",
    source: Literal["hand", "pile"] = "hand",
    is_action: bool = True,
) -> events.DragonPlayed:
    """A dragon was played. ``onto``: the largest of a stack that was there."""
    return events.DragonPlayed(
        seat=seat,
        card=card_of(name),
        source=source,
        stack=stack,
        place=at,
        joined=card_of(onto) if onto else None,
        is_action=is_action,
    )


def recruited(
    seat: Seat,
    name: str,
    cost: int,
    stack: int,
    at: int = 0,
    *,
    onto: str = "",
    is_stunned: bool = True,
    is_action: bool = True,
) -> events.DragonRecruited:
    """A dragon was recruited. ``onto``: the largest of a stack that was there."""
    return events.DragonRecruited(
        seat=seat,
        card=card_of(name),
        cost=cost,
        stack=stack,
        place=at,
        joined=card_of(onto) if onto else None,
        is_stunned=is_stunned,
        is_action=is_action,
    )


def released(seat: Seat, stack: int, names: str, *, may_send_egg: bool = False) -> events.StackReleased:
    return events.StackReleased(seat=seat, stack=stack, cards=tuple(cards_of(names)), may_send_egg=may_send_egg)


def discarded(name: str, place: events.Place, seat: Seat | None = None, stack: int = 0) -> events.CardDiscarded:
    return events.CardDiscarded(card=card_of(name), place=place, seat=seat, stack=stack)


def moved(seat: Seat, name: str, stack: int, onto: int, at: int, joined: str = "") -> events.DragonMoved:
    """A dragon was moved. ``joined``: the largest of a stack that was there."""
    return events.DragonMoved(
        seat=seat, card=card_of(name), stack=stack, onto=onto, place=at, joined=card_of(joined) if joined else None
    )


def stunned(seat: Seat, stack: int, name: str) -> events.DragonStunned:
    return events.DragonStunned(seat=seat, stack=stack, card=card_of(name))


def unstunned(seat: Seat, stack: int, name: str) -> events.StunEnded:
    return events.StunEnded(seat=seat, stack=stack, card=card_of(name))


def taken_back(seat: Seat, name: str) -> events.CardTakenBack:
    return events.CardTakenBack(seat=seat, card=card_of(name))


def sent(seat: Seat, name: str, source: Literal["hand", "pile", "stack"], stack: int = 0) -> events.SentToDen:
    return events.SentToDen(seat=seat, card=card_of(name), source=source, stack=stack)


def swapped(wild: str, name: str, source: Literal["deck", "pile"]) -> events.WildSwapped:
    return events.WildSwapped(wild=card_of(wild), card=card_of(name), source=source)


def bottomed(name: str) -> events.WildPlacedOnBottom:
    return events.WildPlacedOnBottom(card=card_of(name))


def looked(seat: Seat, owner: Seat | None, names: str) -> events.DeckLooked:
    return events.DeckLooked(seat=seat, owner=owner, cards=tuple(cards_of(names)))


def placed_back(seat: Seat, owner: Seat | None, name: str, where: Literal["top", "bottom"]) -> events.LookedPlaced:
    return events.LookedPlaced(seat=seat, owner=owner, card=card_of(name), place=where)


def rolled(seat: Seat, name: str, result: int) -> events.DieRolled:
    return events.DieRolled(seat=seat, card=card_of(name), result=result)


def orb(number: int = 0) -> events.OrbRevealed:
    """The orb of this place in the card set is revealed; they lie in order, the first on top."""
    return events.OrbRevealed(orb=ORBS[number])


def limit(which: events.Limit) -> events.LimitReached:
    return events.LimitReached(limit=which)


def turn_of(seat: Seat, round_number: int) -> events.TurnBegan:
    return events.TurnBegan(seat=seat, round_number=round_number)


def reset(seat: Seat) -> events.TurnReset:
    return events.TurnReset(seat=seat)


FILL = events.FillBegan()


def interference(count: int = 0) -> events.InterferenceBegan:
    return events.InterferenceBegan(count=count)


INTERFERED = events.OrbInterfered()
