"""Applies the events of turns, decks and effects; those that move cards from zone to zone stand in ``evolve``."""

from collections.abc import Callable
from typing import Any, Final

from domain.games.dragonbound import events
from domain.games.dragonbound.hands import come_from_deck
from domain.games.dragonbound.state import State, bit_of

# The game and its turns


def _game_began(state: State, event: events.GameBegan) -> None:
    state.first = event.first
    state.decks = [list(deck) for deck in event.decks]
    state.deck_known = [[0] * len(deck) for deck in event.decks]
    state.dragon_deck = list(event.dragon_deck)
    state.dragon_deck_known = [0] * len(event.dragon_deck)
    state.orb_deck = list(event.orb_deck)


def _turn_began(state: State, event: events.TurnBegan) -> None:
    if event.round_number > state.round_number:
        state.quiet_rounds = state.quiet_rounds + 1 if state.is_quiet else 0
        state.is_quiet = True
        state.round_number = event.round_number
    state.phase = "play"
    state.active = event.seat
    state.action_count = state.triggered_count = state.turned_up_count = 0
    state.command_bonus = [0] * len(state.hands)
    for stacks in state.stacks:
        for stack in stacks:
            stack.has_grown = False


def _turn_reset(state: State, event: events.TurnReset) -> None:
    state.command[event.seat] = 0
    for stack in state.stacks[event.seat]:
        stack.stunned.clear()


def _fill_began(state: State, event: events.FillBegan) -> None:
    state.phase = "fill"


def _interference_began(state: State, event: events.InterferenceBegan) -> None:
    state.phase = "interference"
    state.interference_count = event.count


def _orb_interfered(state: State, event: events.OrbInterfered) -> None:
    state.interference_count -= 1


def _end_set(state: State, event: events.EndSet) -> None:
    state.end_set = event.ending


def _player_left(state: State, event: events.PlayerLeft) -> None:
    seat = event.seat
    state.leavers.append(seat)
    state.out = sorted([*state.out, *event.cards])
    zones = (state.hands, state.decks, state.deck_known, state.piles, state.held, state.dens, state.known_in_hand)
    for zone in zones:
        zone[seat] = []
    state.stacks[seat] = []
    state.command[seat] = state.command_bonus[seat] = 0
    if state.looked and state.looked_deck == seat:
        state.looked, state.looked_known, state.looked_deck = [], 0, None
    if state.asking and state.asking[0] == seat:
        state.left = 0
    state.asking = [asked for asked in state.asking if asked != seat]


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase = "over"
    state.ending = event.ending
    state.placings, state.scores = list(event.placings), list(event.scores)
    state.hands, state.decks = [list(hand) for hand in event.hands], [list(deck) for deck in event.decks]
    state.dragon_deck, state.orb_deck = list(event.dragon_deck), list(event.orb_deck)
    state.looked = list(event.looked)


# Decks


def _cards_drawn(state: State, event: events.CardsDrawn) -> None:
    for card in event.cards:
        come_from_deck(state, event.seat, card)


def _deck_refilled(state: State, event: events.DeckRefilled) -> None:
    owner, deck = event.owner, list(event.deck)
    if owner is None:
        state.dragon_deck, state.dragon_deck_known = deck, [0] * len(deck)
        state.dragon_pile = []
    else:
        state.decks[owner], state.deck_known[owner] = deck, [0] * len(deck)
        state.held[owner] = sorted([*state.held[owner], *state.piles[owner]])
        state.piles[owner] = []


def _greatest_shuffled_back(state: State, event: events.GreatestShuffledBack) -> None:
    state.dragon_deck = list(event.deck)
    state.dragon_deck_known = [0] * len(event.deck)
    state.dragon_pile = []
    state.turned_up_count += state.phase == "fill"


def _deck_looked(state: State, event: events.DeckLooked) -> None:
    owner = event.owner
    deck = state.dragon_deck if owner is None else state.decks[owner]
    known = state.dragon_deck_known if owner is None else state.deck_known[owner]
    count = len(event.cards)
    # Who knew a single card still knows it; of several, nobody else knows which goes where.
    before = known[-1] if count == 1 else 0
    del deck[-count:], known[-count:]
    state.looked, state.looked_known, state.looked_deck = list(event.cards), before | bit_of(event.seat), owner


def _looked_placed(state: State, event: events.LookedPlaced) -> None:
    owner = state.looked_deck
    deck = state.dragon_deck if owner is None else state.decks[owner]
    known = state.dragon_deck_known if owner is None else state.deck_known[owner]
    state.looked.remove(event.card)
    place = len(deck) if event.place == "top" else 0
    deck.insert(place, event.card)
    known.insert(place, state.looked_known)
    if not state.looked:
        state.looked_known, state.looked_deck = 0, None


# Command, orbs and effects


def _command_gained(state: State, event: events.CommandGained) -> None:
    state.command[event.seat] += event.count


def _command_paid(state: State, event: events.CommandPaid) -> None:
    state.command[event.seat] -= event.count


def _command_bonus_gained(state: State, event: events.CommandBonusGained) -> None:
    state.command_bonus[event.seat] += event.count


def _orb_revealed(state: State, event: events.OrbRevealed) -> None:
    state.orb_deck.pop()
    state.orbs.append(event.orb)


def _effects_triggered(state: State, event: events.EffectsTriggered) -> None:
    state.waiting += event.effects
    state.triggered_count += len(event.effects)


def _effect_began(state: State, event: events.EffectBegan) -> None:
    state.running = state.waiting.pop(event.place)
    state.step = state.left = 0


def _effect_dropped(state: State, event: events.EffectDropped) -> None:
    del state.waiting[event.place]


def _choice_opened(state: State, event: events.ChoiceOpened) -> None:
    state.step, state.left, state.asking = event.step, event.left, list(event.asking)


def _effect_ended(state: State, event: events.EffectEnded) -> None:
    state.running = None
    state.step = state.left = 0
    state.asking = []


def _nothing(state: State, event: object) -> None:
    """It is told, and changes nothing."""


APPLY_TO_GAME: Final[dict[type, Callable[[State, Any], None]]] = {
    events.GameBegan: _game_began,
    events.TurnBegan: _turn_began,
    events.TurnReset: _turn_reset,
    events.FillBegan: _fill_began,
    events.InterferenceBegan: _interference_began,
    events.OrbInterfered: _orb_interfered,
    events.LimitReached: _nothing,
    events.EndSet: _end_set,
    events.PlayerLeft: _player_left,
    events.GameEnded: _game_ended,
    events.CardsDrawn: _cards_drawn,
    events.DeckRefilled: _deck_refilled,
    events.GreatestShuffledBack: _greatest_shuffled_back,
    events.DeckLooked: _deck_looked,
    events.LookedPlaced: _looked_placed,
    events.CommandGained: _command_gained,
    events.CommandPaid: _command_paid,
    events.CommandBonusGained: _command_bonus_gained,
    events.DieRolled: _nothing,
    events.OrbRevealed: _orb_revealed,
    events.EffectsTriggered: _effects_triggered,
    events.EffectBegan: _effect_began,
    events.EffectDropped: _effect_dropped,
    events.ChoiceOpened: _choice_opened,
    events.EffectEnded: _effect_ended,
}
