"""Data sets of spells to try one effect with."""

from domain.games.dragons_path.rules import GameRules

FILLERS = [
    ["fire", "fire", "fire"],
    ["water", "water", "water"],
    ["earth", "earth", "earth"],
    ["wind", "wind", "wind"],
    ["thunder", "thunder", "thunder"],
    ["fire", "fire", "water"],
    ["fire", "fire", "earth"],
    ["fire", "fire", "wind"],
    ["fire", "fire", "thunder"],
]


def spells_text(effect: str, combination: str = '["fire", "water"]') -> str:
    """Write a data set whose first spell, number 10, has this effect and combination."""
    first = f'[[spell]]\nname = "Trial"\ncombination = {combination}\neffect = {effect}\n'
    fillers = (
        f'[[spell]]\nname = "Filler {number}"\ncombination = {list(elements)}\neffect = [{{ do = "draw" }}]\n'
        for number, elements in enumerate(FILLERS)
    )
    return "\n".join([first, *fillers])


def rules_with(effect: str, combination: str = '["fire", "water"]') -> GameRules:
    """Give rules whose spell number 10 has this effect; it costs fire and water where nothing else is said."""
    return GameRules().with_data({"spells.toml": spells_text(effect, combination)})
