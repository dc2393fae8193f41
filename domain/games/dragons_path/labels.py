"""Labels for moves, as on a button: they say what happens."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from domain.games.dragons_path import moves
from domain.games.dragons_path.cards import ELEMENT_NAMES, ELEMENT_OF, OWNER_OF, WIND, element_name
from domain.games.dragons_path.effects import CARD_EFFECTS, NUMBER_WORDS, cards_in_words, in_sentence, in_words
from domain.games.dragons_path.moves import PathMove
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import Asked, State
from domain.ids import Seat


def describe_move(state: State, seat: Seat, move: PathMove, spells: Spells) -> str:
    """Give a short label for a legal move."""
    match move:
        case moves.KeepSpell():
            spell = spell_of(spells, move.spell)
            return f"Keep {spell.name} ({spell.cost}): {in_words(spell.steps)}"
        case moves.PlayCard():
            return f"Play {element_name(move.card)}: {in_words(CARD_EFFECTS[ELEMENT_OF[move.card]][move.effect])}"
        case moves.CastSpell():
            spell = spell_of(spells, move.spell)
            return f"Use {spell.name}, discarding {spell.cost}: {in_words(spell.steps)}"
        case moves.Pass():
            return "Play nothing"
        case moves.React() | moves.CancelSpell() | moves.Decline():
            return _response(state, move, spells)
        case _:
            assert state.asked is not None
            return _CHOICE[state.asked](state, seat, move)


def _response(state: State, move: PathMove, spells: Spells) -> str:
    if isinstance(move, moves.React):
        played = "the played card" if state.played is None else element_name(state.played)
        what = "cancel the effect" if ELEMENT_OF[move.card] == WIND else f"send {played} back to hand"
        return f"Discard {element_name(move.card)} to {what}"
    if isinstance(move, moves.CancelSpell) and state.spell is not None:
        return f"Discard {spell_of(spells, state.spell).cost} to cancel the spell"
    return "Let it happen"


def _whose(seat: Seat, owner: Seat) -> str:
    return "your" if owner == seat else "the other"


def _burn(state: State, seat: Seat, move: moves.ChoosePathCard) -> str:
    owner = OWNER_OF[move.path_card]
    note = "" if owner == move.path else f" (it goes to {_whose(seat, owner)} pile)"
    return f"Burn {element_name(move.path_card)} of {_whose(seat, move.path)} path{note}"


def _return(state: State, seat: Seat, move: moves.ChoosePathCard) -> str:
    whose = _whose(seat, OWNER_OF[move.path_card])
    return f"Send {element_name(move.path_card)} of {_whose(seat, move.path)} path back to {whose} hand"


def _exchange(state: State, seat: Seat, move: moves.Exchange) -> str:
    whose = _whose(seat, move.path)
    return f"In {whose} path, exchange {element_name(move.path_card)} for {element_name(move.pile_card)} of the pile"


def _swap(state: State, seat: Seat, move: moves.SwapCards) -> str:
    own, other = move.own_path_card, move.other_path_card
    whose = "" if (OWNER_OF[own], OWNER_OF[other]) == (seat, 1 - seat) else f" ({_owners(seat, own, other)})"
    return f"Give {element_name(own)} of your path for {element_name(other)} of the other path{whose}"


def _owners(seat: Seat, *cards: int) -> str:
    """Give whose the cards are, where they do not lie with their owners."""
    return ", ".join(f"{'your' if OWNER_OF[card] == seat else 'their'} {element_name(card)}" for card in cards)


def _player(state: State, seat: Seat, move: moves.ChoosePlayer) -> str:
    cards = cards_in_words(state.count)
    if move.player == seat:
        return f"You draw {cards}" + (f", then discard {NUMBER_WORDS[state.count]}" if state.asked == "renew" else "")
    rest = f", then discards {NUMBER_WORDS[state.count]}" if state.asked == "renew" else ""
    return f"The other player draws {cards}{rest}"


_CHOICE: Final[Mapping[Asked, Callable[[State, Seat, Any], str]]] = MappingProxyType(
    {
        "burn": _burn,
        "discard": lambda state, seat, move: f"Discard {element_name(move.card)}",
        "exchange": _exchange,
        "gift": _player,
        "peek": lambda state, seat, move: f"Have the other player discard {element_name(move.other_card)}",
        "play": lambda state, seat, move: f"Play {element_name(move.card)} without its effect",
        "raise": lambda state, seat, move: f"Lay {element_name(move.pile_card)} of your pile into your path",
        "renew": _player,
        "return": _return,
        "search": lambda state, seat, move: f"Take {element_name(move.deck_card)} from your deck",
        "swap": _swap,
        "take_back": lambda state, seat, move: f"Take {element_name(move.pile_card)} back from your pile",
    }
)


def card_tables(spells: Spells) -> Sequence[Sequence[Sequence[str]]]:
    """Give a table of the Path cards, and one of the spells if there are any."""
    rows = [[name, *map(in_sentence, effects.values())] for name, effects in _EFFECTS_BY_NAME]
    path_cards = [["Card", "First effect", "Second effect"], *([*row, *_REACTIONS.get(row[0], [])] for row in rows)]
    if not spells:
        return [path_cards]
    return [path_cards, [["Spell", "Costs", "Effect"], *([spell.name, spell.cost, spell.text] for spell in spells)]]


_EFFECTS_BY_NAME: Final = tuple(zip(ELEMENT_NAMES, CARD_EFFECTS, strict=True))
_REACTIONS: Final = MappingProxyType(
    {
        "wind": ["Reaction: the declared effect is cancelled."],
        "thunder": ["Reaction: the played card goes back to hand; its effect still happens."],
    }
)
