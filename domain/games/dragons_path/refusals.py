"""Why a move is not legal: what is wrong, and what would be right. Speaks only of what the seat itself knows."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from domain.games.dragons_path import moves
from domain.games.dragons_path.cards import CARDS, ELEMENT_NAMES, ELEMENT_OF, OWNER_OF, THUNDER, WIND, element_name
from domain.games.dragons_path.legal_moves import holds
from domain.games.dragons_path.moves import PathMove
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import Asked, State
from domain.ids import Seat

_ANSWERS: Final[Mapping[Asked, type]] = MappingProxyType(
    {
        "burn": moves.ChoosePathCard,
        "discard": moves.ChooseHandCard,
        "exchange": moves.Exchange,
        "gift": moves.ChoosePlayer,
        "peek": moves.ChooseOtherHandCard,
        "play": moves.ChooseHandCard,
        "raise": moves.ChoosePileCard,
        "renew": moves.ChoosePlayer,
        "return": moves.ChoosePathCard,
        "search": moves.ChooseDeckCard,
        "swap": moves.SwapCards,
        "take_back": moves.ChoosePileCard,
    }
)
_WANTED: Final[Mapping[Asked, str]] = MappingProxyType(
    {
        "burn": "choose a card of the other path",
        "discard": "choose a card of your hand to discard",
        "exchange": "choose a card of a path that is its player's own, and a card of that player's pile",
        "gift": "choose who draws",
        "peek": "choose a card of the other hand",
        "play": "choose a card of your hand to play, which is not the one just sent back",
        "raise": "choose a card of your pile",
        "renew": "choose who draws",
        "return": "choose a card of the other path",
        "search": "choose a card of your deck",
        "swap": "choose a card of your path and one of the other path",
        "take_back": "choose a card of your pile",
    }
)


def why_not(state: State, seat: Seat, move: PathMove, spells: Spells) -> str:
    """Give the sentence for a move that is not legal."""
    if state.phase == "over":
        return "The game is over: no more moves can be made."
    if state.phase == "spells":
        return _why_not_kept(state, seat, move, spells)
    if seat != state.decider:
        return "It is not for you to decide now: wait until the other player has."
    match state.phase:
        case "turn":
            return _why_not_in_turn(state, seat, move, spells)
        case "response":
            return _why_not_response(state, seat, move, spells)
        case _:
            return _why_not_choice(state, seat, move)


def _why_not_kept(state: State, seat: Seat, move: PathMove, spells: Spells) -> str:
    if state.kept[seat] is not None:
        return "You have chosen your spell: wait until the other player has."
    names = " or ".join(spell_of(spells, spell).name for spell in state.dealt[seat])
    return f"First choose which of your two spells you keep: {names}."


def _why_not_in_turn(state: State, seat: Seat, move: PathMove, spells: Spells) -> str:
    match move:
        case moves.PlayCard():
            return _why_not_played(state, seat, move)
        case moves.CastSpell():
            if move.spell not in state.spells[seat]:
                return "This spell does not lie before you: a spell can be used once, by the player beside whose path it lies."
            return (
                f"{spell_of(spells, move.spell).name} costs {spell_of(spells, move.spell).cost}, which you do not hold."
            )
        case _:
            return "It is your turn: play a card of your hand for one of its effects, use a spell, or play nothing."


def _why_not_played(state: State, seat: Seat, move: moves.PlayCard) -> str:
    if reason := _why_not_own(state, seat, move.card):
        return reason
    name = element_name(move.card)
    if move.effect == "b" and ELEMENT_OF[move.card] in {WIND, THUNDER}:
        return (
            f"{name.capitalize()} can be played for its first effect only: its reaction is for the other player's turn."
        )
    return "Nothing speaks against this move."


def _why_not_own(state: State, seat: Seat, card: int) -> str:
    """Say why a card cannot be one of the own hand; "" if it can."""
    if card not in CARDS:
        return f"There is no card {card}: they are numbered from 0 to {CARDS[-1]}."
    if OWNER_OF[card] != seat:
        return "That is a card of the other player: choose one of yours."
    if card not in state.hands[seat]:
        return f"You do not hold {element_name(card)}: choose a card of your hand."
    return ""


def _why_not_response(state: State, seat: Seat, move: PathMove, spells: Spells) -> str:
    if state.spell is not None:
        spell = spell_of(spells, state.spell)
        if isinstance(move, moves.CancelSpell) and not holds(state.hands[seat], spell.combination):
            return f"You do not hold {spell.cost}, which would cancel the spell: let it happen."
        return f"To a spell you can only answer with its own combination, {spell.cost}, or let it happen."
    if isinstance(move, moves.React):
        if reason := _why_not_own(state, seat, move.card):
            return reason
        if ELEMENT_OF[move.card] not in {WIND, THUNDER}:
            names = f"{ELEMENT_NAMES[WIND]} or {ELEMENT_NAMES[THUNDER]}"
            return f"{element_name(move.card).capitalize()} is no reaction: discard {names}, or let it happen."
    return "The other player has played a card: react with wind or thunder, or let it happen."


def _why_not_choice(state: State, seat: Seat, move: PathMove) -> str:
    assert state.asked is not None
    wanted = _WANTED[state.asked]
    if type(move) is not _ANSWERS[state.asked]:
        return f"Something else is asked now: {wanted}."
    if isinstance(move, moves.ChoosePathCard) and move.path == seat:
        return f"That is your own path: {wanted}."
    if isinstance(move, moves.Exchange) and move.path != seat and state.protected[move.path]:
        return "The other path is protected until its player's next turn: choose in your own."
    return f"What you chose is not there: {wanted}."
