"""Which moves a seat could take back or restore now, and what that would cost: asked by commands and by views alike."""

from typing import Any

from domain.commit import AnyCommit
from domain.game.aggregate import AnyGame, Undo, UndoRequest, decider_of, fold_play, play_in
from domain.game.commands import MakeMove
from domain.game.learning import tells_nobody_anything
from domain.ids import Seat, Viewer
from domain.rules import AnyRules


def last_decision(game: AnyGame, seat: Seat) -> AnyCommit | None:
    """Give the commit of the seat's latest decision that counts, by itself or by its order.

    None if there is none, or if play went on since otherwise than by decisions: nothing reaches back across the start, or
    across somebody's leaving.
    """
    undone = game.undone
    for commit in reversed(game.history):
        if commit.version in undone:
            continue
        decider = decider_of(commit)
        if decider == seat:
            return commit
        if decider is None and play_in(commit):
            return None
    return None


def is_free(
    rules: AnyRules,
    game: AnyGame,
    seat: Seat,
    decision: AnyCommit,
    *,
    before: AnyGame | None = None,
    seen_state: Any | None = None,
) -> bool:
    """Whether the seat may take its last decision back without asking.

    ``before``: an earlier ``game``, if one is at hand; ``seen_state``: what the seat sees of the state of play now.

    So it is if in all that the seat was told of since, this decision included, nobody else decided, chance was not asked,
    the seat learned nothing, and nobody learned anything but what the seat showed. What was taken back since was told all
    the same: it has to have been free itself.
    """
    if decision.draws:
        return False
    for later in game.since(decision.version + 1):
        if seat in later.hidden_from or not play_in(later):
            continue
        if decider_of(later) != seat or not _was_undone_freely(game, later.version):
            return False
    played = play_in(decision)
    if any(map(rules.surely_teaches, played)):
        return False
    if before is not None and before.version == decision.version - 1 and before.undos == game.undos:
        state = before.state  # what the fold would come to
    else:
        state = fold_play(rules, game, before=decision.version)
    seen_after = seen_state if decision is game.history[-1] else None
    return tells_nobody_anything(rules, state, played, seat, len(game.seats), seen_after=seen_after)


def _was_undone_freely(game: AnyGame, version: int) -> bool:
    return all(undo.is_free for undo in game.undos if version in undo.commits)


def commits_to_undo(rules: AnyRules, game: AnyGame, seat: Seat, since: int) -> tuple[int, ...]:
    """Give what goes when a seat takes back all from the commit of its decision on.

    What was hidden from the seat stays if it answers a decision that was open before, and can still be played: the seat
    does not know of it, and nothing may show whether there was such a thing.
    """
    undone = game.undone
    gone: list[AnyCommit] = []
    hidden: list[AnyCommit] = []
    for commit in game.since(since):
        if commit.version in undone or not play_in(commit):
            continue
        (hidden if seat in commit.hidden_from else gone).append(commit)
    if hidden:
        gone += _not_to_be_kept(rules, game, since, hidden)
    return tuple(sorted(commit.version for commit in gone))


def _not_to_be_kept(rules: AnyRules, game: AnyGame, since: int, hidden: list[AnyCommit]) -> list[AnyCommit]:
    """Give those hidden choices that are none any more, once play stands where it stood before a commit."""
    state = fold_play(rules, game, before=since)
    gone = []
    for commit in hidden:
        if _was_open(game, commit, since) and _is_legal(rules, state, commit):
            for event in play_in(commit):
                rules.evolve(state, event)
        else:
            gone.append(commit)
    return gone


def _was_open(game: AnyGame, choice: AnyCommit, since: int) -> bool:
    """Whether the decision that a choice answers had opened before a commit. Its id says at which position of its seat.

    Who took an earlier choice back answers the same decision anew, under another id: then the earlier one says it.
    """
    seat, _, opened_at = choice.command.decision.partition(".")
    if int(opened_at) <= game.position_at(int(seat), since - 1):
        return True
    for undo in game.undos:
        if undo.seat == int(seat) and game.position_at(undo.seat, undo.version) == int(opened_at):
            return _was_open(game, game.since(undo.commits[0])[0], since)
    return False


def _is_legal(rules: AnyRules, state: Any, choice: AnyCommit) -> bool:
    seat = decider_of(choice)
    assert seat is not None
    if isinstance(choice.command, MakeMove):
        return choice.command.move in rules.legal_moves(state, seat)
    return rules.decline(state, seat) is not None


def yet_to_grant(game: AnyGame, request: UndoRequest) -> tuple[Seat, ...]:
    """Give the people who must still agree: all who play on but who asks."""
    return tuple(
        seat
        for seat, holder in enumerate(game.seats)
        if holder.kind == "person" and not holder.resigned and seat != request.seat and seat not in request.granted
    )


def must_answer(game: AnyGame, seat: Viewer) -> bool:
    """Whether an open request to take moves back waits for the player of a seat."""
    request = game.undo_request
    return game.phase == "playing" and request is not None and seat in yet_to_grant(game, request)


def redoable(rules: AnyRules, game: AnyGame, viewer: Viewer) -> Undo | None:
    """Give what the viewer took back and could restore: the latest of all it was told of, nothing having been played since.

    Where others decide at the same time, nothing can be restored: one of them may have chosen unseen, and whether it has
    must not show.
    """
    known = [undo for undo in game.undos if not undo.is_redone and game.was_told(viewer, undo.version)]
    if game.phase != "playing" or not known or known[-1].seat != viewer:
        return None
    if any(play_in(commit) and viewer not in commit.hidden_from for commit in game.since(known[-1].version)):
        return None
    waiting = {decision.seat for decision in rules.decisions(rules.seen_by(game.state, viewer))}
    return known[-1] if waiting == {viewer} else None
