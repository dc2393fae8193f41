"""What a player can do in the play phase: release, command, stack, recruit (DB-21 to DB-24)."""

from domain.games.dragonbound import events
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.cards import EGGS, Card
from domain.games.dragonbound.discarding import roll_for, send_to_den
from domain.games.dragonbound.effects.denning import can_hold_egg, eggs_in_hand
from domain.games.dragonbound.moves import (
    DECLINE,
    END_PLAY_PHASE,
    ChooseHandCard,
    Decline,
    DragonboundMove,
    EndPlayPhase,
    PlaceForCommand,
    PlayDragon,
    RecruitDragon,
    Release,
)
from domain.games.dragonbound.phases import end_play_phase
from domain.games.dragonbound.playing import places_for, play, recruit
from domain.games.dragonbound.state import State, own_stack
from domain.games.dragonbound.triggers import trigger
from domain.games.dragonbound.turn import Turn
from domain.ids import Seat


def actions(state: State, cards: CardSet, seat: Seat) -> list[DragonboundMove]:
    """Give all that the turn player can do, in a fixed order; ending the phase comes last and is always there."""
    moves: list[DragonboundMove] = []
    hand = sorted(set(state.hands[seat]))
    moves += [PlaceForCommand(card=card) for card in hand]
    for card in hand:
        moves += [PlayDragon(card=card, onto=onto) for onto in places_for(state, cards, seat, card)]
    cost, command = cards.rules_in(state).cost, state.command[seat]
    for wild in sorted(set(state.wilds)):
        if cost[wild] <= command:
            moves += [RecruitDragon(wild=wild, onto=onto) for onto in places_for(state, cards, seat, wild)]
    moves += [Release(stack=stack.number) for stack in state.stacks[seat] if not stack.has_grown]
    moves.append(END_PLAY_PHASE)
    return moves


def release(turn: Turn, seat: Seat, move: Release) -> None:
    """Discard a whole stack: all leave at once, dice are rolled, an egg may be sent, then effects happen (DB-21a).

    A stunned dragon counts for the egg and still rolls, but triggers nothing (DB-11a). Whether an egg is in hand is not
    known to all, so who can hold one is asked.
    """
    state = turn.state
    stack = own_stack(state, seat, move.stack)
    assert stack is not None
    dragons = tuple(stack.dragons)
    awake = [dragon for dragon in dragons if dragon not in stack.stunned]
    is_high = len(dragons) >= turn.cards.rules_in(state).release_count
    turn.emit(
        events.StackReleased(
            seat=seat, stack=move.stack, cards=dragons, may_send_egg=is_high and can_hold_egg(state, seat)
        )
    )
    orbs = tuple(state.orbs)
    for dragon in dragons:
        roll_for(turn, seat, dragon)
    trigger(turn, seat, awake, "discarded")
    trigger(turn, seat, orbs, "release")


def place_for_command(turn: Turn, seat: Seat, move: PlaceForCommand) -> None:
    """Gain a card's command, and trigger its command effect once it lies in the pile (DB-22, DB-22a)."""
    card = move.card
    command = command_of(turn.state, turn.cards, seat, card)
    turn.emit(events.PlacedForCommand(seat=seat, card=card, command=command))
    trigger(turn, seat, [card], "command")


def command_of(state: State, cards: CardSet, seat: Seat, card: Card) -> int:
    """Give how much command a player gains by placing a card now (DB-22)."""
    egg_command = cards.rules_in(state).egg_command if card in EGGS else 0
    return cards.command[card] + state.command_bonus[seat] + egg_command


def play_dragon(turn: Turn, seat: Seat, move: PlayDragon) -> None:
    """Play a dragon from the hand (DB-23)."""
    play(turn, seat, move.card, move.onto, is_action=True)


def recruit_dragon(turn: Turn, seat: Seat, move: RecruitDragon) -> None:
    """Recruit a dragon at its size (DB-24)."""
    recruit(turn, seat, move.wild, move.onto, turn.cards.rules_in(turn.state).cost[move.wild], is_action=True)


def end_phase(turn: Turn, seat: Seat, move: EndPlayPhase) -> None:
    """End the play phase (DB-20)."""
    end_play_phase(turn)


def eggs_to_send(state: State, seat: Seat) -> list[DragonboundMove]:
    """Give the eggs that can be sent after a release, or to send none (DB-21)."""
    return [*eggs_in_hand(state, seat), DECLINE]


def answer_egg(turn: Turn, seat: Seat, move: ChooseHandCard | Decline) -> None:
    """Send an egg to the den, or none (DB-21)."""
    if isinstance(move, ChooseHandCard):
        send_to_den(turn, events.SentToDen(seat=seat, card=move.card, source="hand"))
    else:
        turn.emit(events.EggKept(seat=seat))
