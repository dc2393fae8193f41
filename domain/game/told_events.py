"""What an event says to each viewer, be it the table's or the rules'."""

from typing import Any

from msgspec.structs import replace

from domain.game.aggregate import AnyGame
from domain.game.events import LIFECYCLE_EVENTS, PRIVATE_EVENTS, MovesRedone, MovesUndone, StateGiven, UndoAsked
from domain.ids import Viewer
from domain.rules import AnyRules


def told_to(rules: AnyRules, game: AnyGame, event: Any, viewer: Viewer) -> Any | None:
    """Give an event as told to the viewer, or None: not told at all. ``game`` stands just before it."""
    kind = type(event)
    if kind not in LIFECYCLE_EVENTS:
        return rules.event_seen_by(game.state, event, viewer)
    if kind in PRIVATE_EVENTS:
        return event if event.seat == viewer else None
    match event:
        case UndoAsked(since=since):
            return replace(event, since=game.position_at(viewer, since - 1) + 1)
        case MovesUndone():
            return _undone_told_to(game, event, viewer)
        case StateGiven(state=state):
            return replace(event, state=rules.seen_by(state, viewer))
        case MovesRedone(undo=undo):
            return replace(event, undo=game.position_at(viewer, undo)) if game.was_told(viewer, undo) else None
        case _:
            return event


def _undone_told_to(game: AnyGame, event: MovesUndone, viewer: Viewer) -> MovesUndone | None:
    """Tell who was told of something that is taken back; all others too if they were asked, for they know of it then."""
    told = tuple(game.position_at(viewer, version) for version in event.commits if game.was_told(viewer, version))
    return replace(event, commits=told) if told or not event.is_free else None
