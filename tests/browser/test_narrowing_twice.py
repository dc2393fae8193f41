"""The script narrows legal moves as the server does: the same questions, labels and moves, for every game."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.chance import RandomChance
from domain.rules import AnyRules
from services.http.pages.choosing import choosing_data
from services.http.pages.narrowing import Choice, choices_of, fitting, narrow, said_so_far, with_pairs
from tests.browser.conftest import People
from tests.support.web import ALL_GAMES

pytestmark = [pytest.mark.browser, pytest.mark.server]

CASES_OF_A_DECISION = 12
NARROW = """async ([page, cases]) => {
    const { narrow, withPairs } = await import(page.replace("page.js", "narrowing.js"));
    return cases.map(({ data, chosen, taken }) => {
        const { remaining, questions, move, said } = narrow(data.moves, chosen, data.titles);
        const after = withPairs(data.moves, chosen, taken);
        return [remaining.map(({ label }) => label), questions, move?.move ?? null, said, after];
    });
}"""


@pytest.mark.parametrize("game", sorted(ALL_GAMES))
def test_both_narrow_alike(people: People, game: str) -> None:
    generator = random.Random(game)
    cases, expected = [], []
    for choices in decisions_of(ALL_GAMES[game], generator):
        for _ in range(CASES_OF_A_DECISION):
            chosen, taken = some_pairs(choices, generator), some_pairs(choices, generator)
            if chosen and not fitting(choices, chosen):
                continue  # the script never comes there, and the server begins again
            cases.append({"data": choosing_data("0.1", choices), "chosen": chosen, "taken": taken})
            expected.append(narrowed_here(choices, chosen, taken))
    page = people()
    page.goto("/")
    script = page.locator("script[type=module]").get_attribute("src")
    assert page.evaluate(NARROW, [script, cases]) == expected
    assert len(cases) > 20


def decisions_of(rules: AnyRules, generator: random.Random) -> Iterator[tuple[Choice, ...]]:
    """The legal moves of every decision of a random game, with their labels."""
    chance, options = RandomChance(generator), rules.Options()
    state = rules.new_state(options, rules.seats[-1])
    rules.setup(state, options, None, chance, lambda event: rules.evolve(state, event))
    while rules.outcome(state) is None:
        seat = generator.choice(rules.decisions(state)).seat
        moves = rules.legal_moves(state, seat)
        seen = rules.seen_by(state, seat)
        yield choices_of(moves, [rules.describe_move(seen, seat, move) for move in moves])
        rules.play(state, seat, generator.choice(moves), chance, lambda event: rules.evolve(state, event))


def some_pairs(choices: tuple[Choice, ...], generator: random.Random) -> dict[str, str]:
    """Some of the fields of one of the moves; sometimes of two, which may fit together or not."""
    pairs = {**generator.choice(choices).pairs, **generator.choice(choices).pairs}
    return {field: value for field, value in pairs.items() if generator.random() < 0.4}


def narrowed_here(choices: tuple[Choice, ...], chosen: dict[str, str], taken: dict[str, str]) -> list[Any]:
    """What the server makes of it, in the shape of the script's answer."""
    narrowed = narrow(choices, chosen)
    questions = [
        {
            "title": question.title,
            "offers": [
                {"label": offer.label, "field": offer.field, "value": offer.value, "taken": dict(offer.taken)}
                for offer in question.offers
            ],
        }
        for question in narrowed.questions
    ]
    data = {move["label"]: move["move"] for move in choosing_data("0.1", choices)["moves"]}
    move = None if narrowed.move is None else data[narrowed.move.label]
    labels = [choice.label for choice in narrowed.remaining]
    return [labels, questions, move, said_so_far(narrowed), with_pairs(choices, chosen, taken)]
