"""The laws of what a move told whom, on which it hangs whether it may be taken back without asking."""

from collections import Counter
from typing import Any, NamedTuple

from domain.game.learning import learned_as_told, tells_nobody_anything
from domain.ids import Seat, Viewer, viewers
from tests.domain.laws.companions import companion
from tests.domain.laws.laws_of_secrets import ChanceIsUsed, NoChance
from tests.domain.laws.plays import Play, Step

STEPS_TRIED = 12
WORLDS_TRIED = 6


class Told(NamedTuple):
    """What a move came to in one world: the events, whether it is free to take back, and what was told of it."""

    events: list[Any]
    is_free: bool
    told: list[Any]
    learned: dict[Seat, Counter[int]]


def known_cards_are_there(play: Play) -> None:
    """What a viewer knows is part of what there is, each card once; whoever sees all knows all."""
    for step in play.some_steps(STEPS_TRIED, play.generator()):
        everything = play.rules.known_cards(step.after)
        for viewer in viewers(play.seat_count):
            known = play.rules.known_cards(play.rules.seen_by(step.after, viewer))
            assert known <= everything, f"after {step}: viewer {viewer} knows {known - everything}, which is not there"
            assert all(card >= 0 for card in known), f"after {step}: viewer {viewer} knows what is no card"


def what_surely_teaches_does(play: Play) -> None:
    """An event of which the rules say so shows every viewer a card that it did not know: a move with it is never free."""
    rules = play.rules
    for step in play.some_steps(STEPS_TRIED, play.generator()):
        for happening in step.happenings:
            if rules.surely_teaches(happening.event):
                for viewer in viewers(play.seat_count):
                    before, after = (
                        rules.known_cards(rules.seen_by(state, viewer)) for state in (happening.before, happening.after)
                    )
                    assert after - before, f"{happening.event} of {step} teaches viewer {viewer} nothing"


def L3_undo_hangs_on_what_is_known(play: Play) -> None:
    """A move that is free to take back told its player nothing: in every other world it is told the same, and free too.

    And whatever any viewer cannot know makes no difference to what it is told of this: neither to whether the move was
    free, nor to who has learned what by it. What others have chosen unseen is no part of this: whether a choice was the
    last for which all waited shows by it, and is nothing that could be used.
    """
    worlds = companion(play.rules.name, "worlds").worlds
    generator = play.generator()
    for step in play.some_steps(STEPS_TRIED, generator):
        if step.move is None:
            continue
        for viewer in viewers(play.seat_count):
            here = _told(play, step, step.before, viewer)
            for _ in range(WORLDS_TRIED):
                other = worlds(step.before, viewer, generator)
                if here is None or not _is_like(play, step, other):
                    continue
                there = _told(play, step, other, viewer)
                if viewer == step.seat and here.is_free:
                    assert there is not None, f"{step} is free to take back, though elsewhere it asks chance"
                    assert here.told == there.told, f"{step} is free to take back and told {here.told} or {there.told}"
                if there is None or here.told != there.told:
                    continue
                assert here.is_free == there.is_free, f"{step}: whether it is free hangs on what {viewer} cannot know"
                assert here.learned == there.learned, (
                    f"{step}: viewer {viewer} can tell worlds apart by who learned what, {here.learned} and {there.learned}"
                )


def _is_like(play: Play, step: Step, other: Any) -> bool:
    """Whether the move is there in another world, and the same seats have still to choose."""
    here, there = ([decision.seat for decision in play.rules.decisions(world)] for world in (step.before, other))
    return here == there and step.move in play.rules.legal_moves(other, step.seat)


def _told(play: Play, step: Step, world: Any, viewer: Viewer) -> Told | None:
    """Play the move in a world; None if it asks chance, for then it is never free."""
    rules = play.rules
    state = rules.clone(world)
    events: list[Any] = []

    def emit(event: Any) -> None:
        events.append(event)
        rules.evolve(state, event)

    try:
        rules.play(state, step.seat, step.move, NoChance(), emit)
    except ChanceIsUsed:
        return None
    assert step.seat is not None
    told, before = [], rules.clone(world)
    for event in events:
        told.append(rules.event_seen_by(before, event, viewer))
        rules.evolve(before, event)
    return Told(
        events=events,
        is_free=tells_nobody_anything(rules, world, events, step.seat, play.seat_count),
        told=told,
        learned=learned_as_told(rules, world, events, viewer, play.seat_count),
    )
