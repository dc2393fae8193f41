"""Carries moves out by emitting what happens, in the order of the rules."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.errors import BrokenGame
from domain.games.dragons_path import events
from domain.games.dragons_path.cards import ELEMENT_OF, SEAT_COUNT, THUNDER, Card, card_of
from domain.games.dragons_path.events import (
    CARD_PLAYED,
    PLAYED_CARD_RETURNED,
    REACTION_MADE,
    RESPONSE_DECLINED,
    TURN_PASSED,
)
from domain.games.dragons_path.moves import (
    CancelSpell,
    CastSpell,
    ChooseDeckCard,
    ChooseHandCard,
    ChooseOtherHandCard,
    ChoosePathCard,
    ChoosePileCard,
    ChoosePlayer,
    Decline,
    Exchange,
    KeepSpell,
    Pass,
    PathMove,
    PlayCard,
    React,
    SwapCards,
)
from domain.games.dragons_path.resolve import choose, resolve
from domain.games.dragons_path.spells import FILE, Spell, spell_of
from domain.games.dragons_path.turn import Turn, begin_match, deal_spells, end_game, end_turn
from domain.ids import Seat


def setup(turn: Turn) -> None:
    """Deal the spells in advanced mode, else begin the match (DP-3, DP-23). Raises ``BrokenGame`` without spells."""
    if not turn.state.is_advanced:
        begin_match(turn, turn.chance.below(SEAT_COUNT))
        return
    if not turn.spells:
        raise BrokenGame(f"The advanced mode of Dragon's Path needs the spells of {FILE}, and none were read.")
    deal_spells(turn)


def play(turn: Turn, seat: Seat, move: PathMove) -> None:
    """Carry out a legal move."""
    _PLAY[type(move)](turn, seat, move)


def _keep_spell(turn: Turn, seat: Seat, move: KeepSpell) -> None:
    """Note the choice unseen; once both have chosen, show the spells and begin the first match (DP-23)."""
    turn.emit(events.SpellKept(seat=seat, spell=move.spell))
    state = turn.state
    kept = [spell for spell in state.kept if spell is not None]
    if len(kept) < SEAT_COUNT:
        return
    given = [spell for own in state.dealt for spell in own if spell not in kept]
    turn.emit(events.SpellsShown(spells=tuple(zip(kept, reversed(given), strict=True))))
    begin_match(turn, turn.chance.below(SEAT_COUNT))


def _play_card(turn: Turn, seat: Seat, move: PlayCard) -> None:
    """Lay the card; the other player may respond, unless there is no card to respond with (DP-5, DP-7a)."""
    turn.emit(CARD_PLAYED[move.card][move.effect])
    if not turn.state.hands[1 - seat]:
        resolve(turn)


def _cast_spell(turn: Turn, seat: Seat, move: CastSpell) -> None:
    """Pay for the spell; the other player may cancel it, unless holding fewer cards than it costs (DP-24, DP-7a)."""
    spell = spell_of(turn.spells, move.spell)
    turn.emit(events.SpellCast(seat=seat, spell=move.spell, cards=_cost(spell, seat)))
    if len(turn.state.hands[1 - seat]) < len(spell.combination):
        resolve(turn)


def _cost(spell: Spell, seat: Seat) -> tuple[Card, ...]:
    """Give the cards that a player discards for the spell, or to cancel it."""
    return tuple(card_of(seat, element) for element in spell.combination)


def _pass(turn: Turn, seat: Seat, move: Pass) -> None:
    turn.emit(TURN_PASSED[seat])
    end_turn(turn)


def _react(turn: Turn, seat: Seat, move: React) -> None:
    """Wind cancels the effect; thunder sends the card back, and the effect still resolves (DP-18, DP-20)."""
    played = turn.state.played
    assert played is not None
    turn.emit(REACTION_MADE[move.card])
    if ELEMENT_OF[move.card] == THUNDER:
        turn.emit(PLAYED_CARD_RETURNED[played])
        resolve(turn)
    else:
        end_turn(turn)


def _cancel_spell(turn: Turn, seat: Seat, move: CancelSpell) -> None:
    """Discard the same combination, which has no other effect (DP-25)."""
    spell = turn.state.spell
    assert spell is not None
    turn.emit(events.SpellCancelled(seat=seat, cards=_cost(spell_of(turn.spells, spell), seat)))
    end_turn(turn)


def _decline(turn: Turn, seat: Seat, move: Decline) -> None:
    turn.emit(RESPONSE_DECLINED[seat])
    resolve(turn)


_PLAY: Final[Mapping[type, Callable[[Turn, Seat, Any], None]]] = MappingProxyType(
    {
        KeepSpell: _keep_spell,
        PlayCard: _play_card,
        CastSpell: _cast_spell,
        Pass: _pass,
        React: _react,
        CancelSpell: _cancel_spell,
        Decline: _decline,
        ChoosePlayer: choose,
        ChoosePathCard: choose,
        ChooseHandCard: choose,
        ChooseOtherHandCard: choose,
        ChoosePileCard: choose,
        ChooseDeckCard: choose,
        Exchange: choose,
        SwapCards: choose,
    }
)


def leave(turn: Turn, seat: Seat) -> None:
    """Give the game to the other player, unless it is over (DP-22a)."""
    if turn.state.ending is None:
        end_game(turn, 1 - seat, "resigned")
