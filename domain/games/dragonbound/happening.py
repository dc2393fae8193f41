"""The agenda in words: what is happening, who must choose what, what comes after, and whether the end is set."""

from collections.abc import Sequence

from msgspec import Struct

from domain.games.dragonbound.agenda import decider, next_item
from domain.games.dragonbound.card_set import CardSet
from domain.games.dragonbound.deciding import decisions
from domain.games.dragonbound.describe import effect_words, why_end_is_set
from domain.games.dragonbound.labels import effect_name
from domain.games.dragonbound.state import State


class Happening(Struct, frozen=True, kw_only=True):
    """Sentences, each "" or empty where there is nothing to say.

    ``waiting``: the effects that were triggered, in that order. ``after``: what of the turn comes when none waits.
    ``exhausted``: that no dragon comes from the middle any more.
    """

    now: str
    asked: str
    waiting: tuple[str, ...]
    after: tuple[str, ...]
    end: str
    exhausted: str = ""


def happening(state: State, cards: CardSet, names: Sequence[str]) -> Happening:
    """Put into words where a game stands, as the reader knows it. ``names`` by seat."""
    if state.phase == "opening":
        return Happening(now="The game has not begun.", asked="", waiting=(), after=(), end="")
    if state.phase == "over":
        return Happening(now=_over(state, names), asked="", waiting=(), after=(), end="")
    return Happening(
        now=_now(state, cards, names),
        asked=_asked(state, cards, names),
        waiting=_waiting(state, cards, names),
        after=_after(state),
        end=_end(state, names),
        exhausted=_exhausted(state),
    )


def _over(state: State, names: Sequence[str]) -> str:
    winners = [names[seat] for seat, placing in enumerate(state.placings) if placing == 1]
    return f"The game is over: {' and '.join(winners)} won."


def _now(state: State, cards: CardSet, names: Sequence[str]) -> str:
    """Give the turn, and the effect or the part of the turn that is going on."""
    assert state.active is not None
    turn = f"Round {state.round_number}, {names[state.active]}'s turn"
    if state.running is not None:
        effect = state.running
        return f"{turn}. {cards.name_of(effect.card)} for {names[effect.seat]}: {effect_words(effect, cards)}."
    return f"{turn}: {_PARTS[state.phase]}."


_PARTS = {
    "play": "the play phase",
    "egg": "a stack was released",
    "fill": "the wilds are filled",
    "interference": "the orbs interfere",
}


def _exhausted(state: State) -> str:
    """Say it once neither deck nor pile nor wilds hold a dragon, while there are orbs that could still set the end."""
    is_looked_at = bool(state.looked) and state.looked_deck is None
    if state.dragon_deck or state.dragon_pile or state.wilds or is_looked_at or state.end_set or not state.orb_deck:
        return ""
    return "No dragon is left to appear: only those of size 6 that players have can wake more orbs."


def _asked(state: State, cards: CardSet, names: Sequence[str]) -> str:
    """Give who must choose what; nothing in a play phase, of which everybody knows what can be done."""
    seat = decider(state)
    if seat is None or next_item(state) == "phase":
        return ""
    return f'{names[seat]} is asked: "{decisions(state, cards)[0].prompt}"'


def _waiting(state: State, cards: CardSet, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        f"{effect_name(state, effect, cards)} for {names[effect.seat]}: {effect_words(effect, cards)}."
        for effect in state.waiting
    )


def _after(state: State) -> tuple[str, ...]:
    """Give the parts of the turn that are still to come, as far as they are certain (DB-20)."""
    match state.phase:
        case "play" | "egg" if state.running or state.waiting or state.phase == "egg":
            return ("The play phase goes on.",)
        case "fill":
            return ("The wilds are filled up.", "The orbs interfere.") if state.orbs else ("The wilds are filled up.",)
        case "interference" if state.interference_count:
            count = state.interference_count
            return (f"The orbs discard {'a dragon' if count == 1 else f'{count} dragons'} of the dragon deck.",)
        case _:
            return ()


def _end(state: State, names: Sequence[str]) -> str:
    if state.end_set is None or state.first is None:
        return ""
    return f"{why_end_is_set(state.end_set)}: the game ends before {names[state.first]}'s next turn."
