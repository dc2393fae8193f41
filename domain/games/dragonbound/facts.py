"""What a board shows of a game beside what lies there: what cards do, the agenda in words, scores so far, what is in reach."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict

from domain.games.dragonbound.actions import command_of
from domain.games.dragonbound.card_set import CardSet, Effect
from domain.games.dragonbound.cards import DRAGONS, EGGS, GREATEST, Card
from domain.games.dragonbound.deck_ends import ends_of
from domain.games.dragonbound.happening import happening
from domain.games.dragonbound.scoring import orbs_to_end, score_of
from domain.games.dragonbound.state import State
from domain.ids import SPECTATOR, Seat, Viewer

MOST_AT_AN_END: Final = 6
"""So many cards at an end of a deck are shown: more than one looks at, and few of those that a replay may reveal."""


def board_facts(state: State, names: Sequence[str], viewer: Viewer, cards: CardSet) -> Mapping[str, Any]:
    """Give all of it as plain data.

    ``happening``: as in that module. ``cards``: by card, what each egg and dragon is; see ``_card_facts``. ``orbs``: by card,
    name and text. ``players``: by seat, score and number of dragons. ``limits``: how many stacks, cards in hand and dragons
    in the wilds the orbs in force leave. ``orbs_to_end``: how many orbs are still to be revealed until the end is set.
    ``reach``: the viewer's command, with that of all cards in hand. ``deck_ends``: by seat, and under ``dragons``, the cards
    of both ends of a deck that the viewer knows; none once the game is over.
    """
    seats = range(len(state.hands))
    rules = cards.rules_in(state)
    return {
        "happening": asdict(happening(state, cards, names)),
        "cards": {card: _card_facts(state, viewer, card, cards) for card in [*EGGS, *DRAGONS[: len(cards.dragons)]]},
        "orbs": {
            orb: {"name": cards.name_of(orb), "text": cards.orb(orb).text, "story": cards.orb(orb).story}
            for orb in state.orbs
        },
        "players": [dict(zip(("score", "dragons"), score_of(state, cards, seat), strict=True)) for seat in seats],
        "limits": {"stacks": rules.stack_limit, "hand": rules.hand_size, "wilds": rules.wilds_count},
        "orbs_to_end": orbs_to_end(state),
        "reach": 0 if viewer == SPECTATOR else _reach(state, viewer, cards),
        "deck_ends": {seat: _ends(state, state.decks[seat]) for seat in seats}
        | {"dragons": _ends(state, state.dragon_deck)},
    }


def _card_facts(state: State, viewer: Viewer, card: Card, cards: CardSet) -> Mapping[str, Any]:
    """Give what a card is. ``gives``: the command for placing it now, ``cost``: that for recruiting it now."""
    rules = cards.rules_in(state)
    facts = {
        "name": cards.name_of(card),
        "size": cards.size[card],
        "nature": cards.nature[card] or "egg",
        "gives": cards.command[card] if viewer == SPECTATOR else command_of(state, cards, viewer, card),
        "slides": rules.slides[card],
        "effects": [_effect_facts(effect) for effect in cards.effects[card]],
    }
    if card in EGGS:
        return facts
    dragon = cards.dragon(card)
    return {**facts, "cost": rules.cost[card], "wakes": dragon.size == GREATEST, "story": dragon.story}


def _effect_facts(effect: Effect) -> Mapping[str, Any]:
    return {"on": list(effect.on), "words": effect.words}


def _reach(state: State, seat: Seat, cards: CardSet) -> int:
    return state.command[seat] + sum(command_of(state, cards, seat, card) for card in state.hands[seat])


def _ends(state: State, deck: Sequence[Card]) -> Mapping[str, Sequence[Card]]:
    ends = ends_of([] if state.phase == "over" else deck)
    return {"top": ends.top[:MOST_AT_AN_END], "bottom": ends.bottom[:MOST_AT_AN_END]}
