"""The effect that waits for an answer or a choice, and the spells that lie open, in words for each who looks."""

from collections.abc import Mapping, Sequence

from domain.games.dragons_path.cards import ELEMENT_OF
from domain.games.dragons_path.effects import CARD_EFFECTS, Steps, in_sentence, voice_to
from domain.games.dragons_path.spells import Spells, spell_of
from domain.games.dragons_path.state import State
from domain.ids import Viewer


def declared_steps(state: State, spells: Spells) -> Steps:
    """Give the steps of the effect or the spell that was declared this turn; none before that."""
    if state.spell is not None:
        return spell_of(spells, state.spell).steps
    if state.played is None or state.effect is None:
        return ()
    return CARD_EFFECTS[ELEMENT_OF[state.played]][state.effect]


def declared_text(state: State, names: Sequence[str], viewer: Viewer, spells: Spells) -> str:
    """Give what was declared this turn, as a sentence to the viewer; "" if nothing waits."""
    if state.phase not in {"response", "choice"} or state.active is None:
        return ""
    return in_sentence(declared_steps(state, spells), voice_to(viewer, state.active, names))


def board_facts(state: State, names: Sequence[str], viewer: Viewer, spells: Spells) -> Mapping[str, str]:
    """Give the sentences of the board that each viewer reads otherwise.

    ``declared`` is the effect that waits; ``spell 12`` what that spell does for the player who has it.
    """
    texts = {
        f"spell {card}": in_sentence(spell_of(spells, card).steps, voice_to(viewer, seat, names))
        for zones in (state.spells, state.used_spells)
        for seat, cards in enumerate(zones)
        for card in cards
    }
    if declared := declared_text(state, names, viewer, spells):
        texts["declared"] = declared
    return texts
