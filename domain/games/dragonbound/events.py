"""What can happen. Each event carries its outcome, so that folding needs no rules, no card set and no generator."""

from typing import Literal, TypeAlias

from domain.games.dragonbound.cards import Card
from domain.games.dragonbound.state import Ending, Triggered
from domain.ids import Seat
from domain.rules import Event

Place: TypeAlias = Literal["wilds", "dragon_deck", "stack", "hand", "deck"]
"""Whence a card is discarded; the first two belong to nobody (DB-16)."""

Limit: TypeAlias = Literal["actions", "effects", "turned_up", "only_greatest"]
"""What came to its limit (DB-30a); or nothing but dragons of size 6 is left to turn up (DB-26)."""


# The game and its turns


class GameBegan(Event, frozen=True, kw_only=True, tag="game_began", gc=False):
    """The decks were shuffled and the first player drawn (DB-5, DB-7). Of each deck the last is the top; nobody sees it."""

    first: Seat
    decks: tuple[tuple[Card, ...], ...]
    dragon_deck: tuple[Card, ...]
    orb_deck: tuple[Card, ...]


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began", gc=False):
    """A player's play phase began (DB-20). ``round_number`` rises with each turn that comes to the first player's seat."""

    seat: Seat
    round_number: int


class TurnReset(Event, frozen=True, kw_only=True, tag="turn_reset", gc=False):
    """A player's play phase is over; stuns ended and the unspent command was lost (DB-25)."""

    seat: Seat


class FillBegan(Event, frozen=True, kw_only=True, tag="fill_began", gc=False):
    """The wilds are being filled (DB-26)."""


class InterferenceBegan(Event, frozen=True, kw_only=True, tag="interference_began", gc=False):
    """So many dragons will be discarded from the dragon deck (DB-27)."""

    count: int


class OrbInterfered(Event, frozen=True, kw_only=True, tag="orb_interfered", gc=False):
    """One of those discards comes now (DB-27)."""


class LimitReached(Event, frozen=True, kw_only=True, tag="limit_reached", gc=False):
    """Something has come to its limit, and stops (DB-30a, DB-26)."""

    limit: Limit


class EndSet(Event, frozen=True, kw_only=True, tag="end_set", gc=False):
    """The game ends just before the first player's next turn (DB-28, DB-30)."""

    ending: Ending


class PlayerLeft(Event, frozen=True, kw_only=True, tag="player_left", gc=False):
    """A player left, and all that player's cards with them (DB-31). ``cards`` is sorted: hand and deck are known to all."""

    seat: Seat
    cards: tuple[Card, ...]


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended", gc=False):
    """The game is over, and all that was hidden is shown."""

    ending: Ending
    placings: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    decks: tuple[tuple[Card, ...], ...]
    dragon_deck: tuple[Card, ...]
    orb_deck: tuple[Card, ...]
    looked: tuple[Card, ...]


# Decks


class CardsDrawn(Event, frozen=True, kw_only=True, tag="cards_drawn", gc=False):
    """A player drew from the top of the own deck. Sorted: in which order they lay there is known to nobody, nor matters."""

    seat: Seat
    cards: tuple[Card, ...]


class DeckRefilled(Event, frozen=True, kw_only=True, tag="deck_refilled", gc=False):
    """A discard pile was shuffled and is the deck (DB-8). ``owner``: whose; None: the dragon deck. Nobody sees the order."""

    owner: Seat | None
    deck: tuple[Card, ...]


class WildTurnedUp(Event, frozen=True, kw_only=True, tag="wild_turned_up", gc=False):
    """The top of the dragon deck was added to the wilds (DB-6, DB-26)."""

    card: Card


class GreatestShuffledBack(Event, frozen=True, kw_only=True, tag="greatest_shuffled_back", gc=False):
    """A third dragon of size 6 was turned up, and shuffled with the discard pile into the deck (DB-6, DB-26)."""

    card: Card
    deck: tuple[Card, ...]


class DeckLooked(Event, frozen=True, kw_only=True, tag="deck_looked", gc=False):
    """A player looks at cards of a deck, the top first. ``owner``: whose deck; None: the dragon deck."""

    seat: Seat
    owner: Seat | None
    cards: tuple[Card, ...]


class LookedPlaced(Event, frozen=True, kw_only=True, tag="looked_placed", gc=False):
    """A card that was looked at went back to its deck. ``owner``: whose deck; None: the dragon deck."""

    seat: Seat
    owner: Seat | None
    card: Card
    place: Literal["top", "bottom"]


# Dragons and eggs


class StackReleased(Event, frozen=True, kw_only=True, tag="stack_released", gc=False):
    """All dragons of a stack went to the discard pile at once (DB-21). ``may_send_egg``: that is asked next."""

    seat: Seat
    stack: int
    cards: tuple[Card, ...]
    may_send_egg: bool


class PlacedForCommand(Event, frozen=True, kw_only=True, tag="placed_for_command", gc=False):
    """A card went from hand to discard pile for its command (DB-22). It is not discarded."""

    seat: Seat
    card: Card
    command: int


class DragonPlayed(Event, frozen=True, kw_only=True, tag="dragon_played", gc=False):
    """A dragon was played to a stack (DB-23).

    ``place``: where in the stack. ``joined``: the largest dragon that lay there, by which people call the stack; None if it
    is new. ``is_action``: it is one of DB-21 to DB-24.
    """

    seat: Seat
    card: Card
    source: Literal["hand", "pile"]
    stack: int
    place: int
    joined: Card | None
    is_action: bool


class DragonRecruited(Event, frozen=True, kw_only=True, tag="dragon_recruited", gc=False):
    """A dragon of the wilds was paid for and played to a stack (DB-24). ``cost``: in command. ``joined``: as when played."""

    seat: Seat
    card: Card
    cost: int
    stack: int
    place: int
    joined: Card | None
    is_stunned: bool
    is_action: bool


class CardDiscarded(Event, frozen=True, kw_only=True, tag="card_discarded", gc=False):
    """A card was discarded (DB-16). ``seat``: whose it was, None in the wilds and the dragon deck. ``stack``: 0 if in none."""

    card: Card
    place: Place
    seat: Seat | None = None
    stack: int = 0


class DragonMoved(Event, frozen=True, kw_only=True, tag="dragon_moved", gc=False):
    """A dragon was moved from one stack to another of the same player (DB-9a). ``joined``: as when played."""

    seat: Seat
    card: Card
    stack: int
    onto: int
    place: int
    joined: Card | None


class DragonStunned(Event, frozen=True, kw_only=True, tag="dragon_stunned", gc=False):
    """A dragon of a stack is stunned (DB-11)."""

    seat: Seat
    stack: int
    card: Card


class StunEnded(Event, frozen=True, kw_only=True, tag="stun_ended", gc=False):
    """A dragon is stunned no longer."""

    seat: Seat
    stack: int
    card: Card


class CardTakenBack(Event, frozen=True, kw_only=True, tag="card_taken_back", gc=False):
    """A dragon went from discard pile to hand."""

    seat: Seat
    card: Card


class SentToDen(Event, frozen=True, kw_only=True, tag="sent_to_den", gc=False):
    """A card was set aside for good (DB-17). ``stack``: 0 if it lay in none."""

    seat: Seat
    card: Card
    source: Literal["hand", "pile", "stack"]
    stack: int = 0


class EggKept(Event, frozen=True, kw_only=True, tag="egg_kept", gc=False):
    """No egg was sent to the den after a release (DB-21)."""

    seat: Seat


class WildPlacedOnBottom(Event, frozen=True, kw_only=True, tag="wild_placed_on_bottom", gc=False):
    """A dragon of the wilds went to the bottom of the dragon deck, openly (DB-7a)."""

    card: Card


class WildSwapped(Event, frozen=True, kw_only=True, tag="wild_swapped", gc=False):
    """A dragon of the wilds and one of the dragon deck's top or pile changed places."""

    wild: Card
    card: Card
    source: Literal["deck", "pile"]


# Command, orbs and effects


class CommandGained(Event, frozen=True, kw_only=True, tag="command_gained", gc=False):
    """A player has more command."""

    seat: Seat
    count: int


class CommandPaid(Event, frozen=True, kw_only=True, tag="command_paid", gc=False):
    """A player paid command for an effect."""

    seat: Seat
    count: int


class CommandBonusGained(Event, frozen=True, kw_only=True, tag="command_bonus_gained", gc=False):
    """Each card that the player places for command this turn gives more."""

    seat: Seat
    count: int


class DieRolled(Event, frozen=True, kw_only=True, tag="die_rolled", gc=False):
    """A die was rolled for who had a dragon of size 6; even reveals an orb (DB-19). ``result``: 1 to 6."""

    seat: Seat
    card: Card
    result: int


class OrbRevealed(Event, frozen=True, kw_only=True, tag="orb_revealed", gc=False):
    """The top orb holds from now on (DB-3, DB-19)."""

    orb: Card


class EffectsTriggered(Event, frozen=True, kw_only=True, tag="effects_triggered", gc=False):
    """Effects wait to happen (DB-13)."""

    effects: tuple[Triggered, ...]


class EffectBegan(Event, frozen=True, kw_only=True, tag="effect_began", gc=False):
    """The effect at this place of those waiting is carried out. ``effect`` says which it is."""

    place: int
    effect: Triggered


class EffectDropped(Event, frozen=True, kw_only=True, tag="effect_dropped", gc=False):
    """The effect at this place of those waiting does not happen: it was declined, or can do nothing (DB-12, DB-13b)."""

    place: int
    effect: Triggered
    reason: Literal["declined", "nothing_to_do", "left"]


class ChoiceOpened(Event, frozen=True, kw_only=True, tag="choice_opened", gc=False):
    """The running effect waits for a choice. ``asking``: who must make it, if not whose effect it is; one after the other."""

    step: int
    left: int
    asking: tuple[Seat, ...] = ()


class EffectEnded(Event, frozen=True, kw_only=True, tag="effect_ended", gc=False):
    """The running effect is done."""


DragonboundEvent: TypeAlias = (
    GameBegan
    | TurnBegan
    | TurnReset
    | FillBegan
    | InterferenceBegan
    | OrbInterfered
    | LimitReached
    | EndSet
    | PlayerLeft
    | GameEnded
    | CardsDrawn
    | DeckRefilled
    | WildTurnedUp
    | GreatestShuffledBack
    | DeckLooked
    | LookedPlaced
    | StackReleased
    | PlacedForCommand
    | DragonPlayed
    | DragonRecruited
    | CardDiscarded
    | DragonMoved
    | DragonStunned
    | StunEnded
    | CardTakenBack
    | SentToDen
    | EggKept
    | WildPlacedOnBottom
    | WildSwapped
    | CommandGained
    | CommandPaid
    | CommandBonusGained
    | DieRolled
    | OrbRevealed
    | EffectsTriggered
    | EffectBegan
    | EffectDropped
    | ChoiceOpened
    | EffectEnded
)
