"""What a viewer is told of taking moves back: whether it could, and what an open request is about, in words.

All of it is computed when asked for, from the views before and after each commit; nothing of it is stored.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from domain.game.aggregate import AnyGame, decider_of, fold_play, play_in
from domain.game.learning import learned_as_told
from domain.game.taking_back import is_free, last_decision
from domain.ids import SPECTATOR, Seat, Viewer
from domain.rules import UNKNOWN, AnyRules

UndoOffer: TypeAlias = Literal["none", "at_once", "ask"]
"""What taking back would mean for a viewer now: it is not possible, it happens at once, or others are asked first."""

MOST_CARDS_NAMED: Final = 5


def undo_offer(
    rules: AnyRules, game: AnyGame, viewer: Viewer, *, before: AnyGame | None = None, seen_state: Any | None = None
) -> UndoOffer:
    """Say whether the viewer could take its last decision back, and whether others would be asked.

    ``before``: the game as it stood before its last commit, if it is at hand, which saves a fold from the start.
    ``seen_state``: what the viewer sees of the state of play, if it is at hand.
    """
    if game.phase != "playing" or viewer == SPECTATOR or game.undo == "none":
        return "none"
    holder = game.seats[viewer]
    decision = last_decision(game, viewer)
    if holder.kind != "person" or holder.resigned or decision is None:
        return "none"
    if is_free(rules, game, viewer, decision, before=before, seen_state=seen_state):
        return "at_once"
    if game.undo == "free" or game.undo_request is not None:
        return "none"
    others = [other for seat, other in enumerate(game.seats) if seat != viewer and not other.resigned]
    return "ask" if any(other.kind == "person" for other in others) else "at_once"


def request_words(rules: AnyRules, game: AnyGame, reader: Viewer, names: Sequence[str]) -> tuple[str, ...]:
    """Say what was learned since the decision that an open request is about, and by whom, as far as the reader may know.

    ``names`` by seat. Empty where no request is open.
    """
    request = game.undo_request
    if request is None or game.phase != "playing":
        return ()
    undone = game.undone
    state = fold_play(rules, game, before=request.since)
    learned: dict[Viewer, Counter[int]] = {}
    decided: list[Seat] = []
    is_by_chance = False
    for commit in game.since(request.since):
        play = [] if commit.version in undone else play_in(commit)
        if play and reader not in commit.hidden_from:
            for who, cards in learned_as_told(rules, state, play, reader, len(game.seats)).items():
                learned.setdefault(who, Counter()).update(cards)
            is_by_chance |= bool(commit.draws)
            decider = decider_of(commit)
            is_told = rules.event_seen_by(state, play[0], reader) is not None
            if is_told and decider is not None and decider not in (request.seat, *decided):
                decided.append(decider)
        for event in play:
            rules.evolve(state, event)
    return (
        *(_has_seen(rules, who, cards, names) for who, cards in sorted(learned.items())),
        *(f"{names[seat]} has decided since." for seat in sorted(decided)),
        *(["Chance has decided since: it would be asked anew."] if is_by_chance else []),
    ) or ("Nobody has seen anything new since.",)


def _has_seen(rules: AnyRules, who: Viewer, cards: Counter[int], names: Sequence[str]) -> str:
    named = sorted(card for card in cards.elements() if card != UNKNOWN)
    hidden = cards[UNKNOWN]
    if len(named) > MOST_CARDS_NAMED:
        named, hidden = [], cards.total()
    parts = [rules.card_name(card) for card in named]
    if hidden:
        parts.append("a card" if hidden == 1 else f"{hidden} cards")
    *first, last = parts
    seen = f"{', '.join(first)} and {last}" if first else last
    return f"{'Everybody' if who == SPECTATOR else names[who]} has since seen {seen}."
