"""The laws of design 3 that hold for whole tables. Each takes a recorded game and raises AssertionError where broken."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from domain.binding import FIRST_HEAD, commitment_of, head_of, leaf_of, root_of, seal_of
from domain.chance import SeededChance, seed_of
from domain.commit import AnyCommit, AnyToldCommit, Commit
from domain.errors import Refused
from domain.game import events
from domain.game.aggregate import AnyGame, Game, clone_game
from domain.game.commands import (
    AnswerByOrder,
    AnyCommand,
    JoinGame,
    MakeMove,
    OfferRematch,
    Resign,
    SetStandingOrder,
)
from domain.game.decide import decide
from domain.game.deciding import Context
from domain.game.events import LIFECYCLE_EVENTS
from domain.game.evolve import evolve
from domain.game.view import seen_by, tell
from domain.ids import SPECTATOR, Viewer, order_actor, viewers
from services.stream.codec import codec_of
from services.telling import BoundCommit, bound_commits
from tests.domain.game.undo_laws import (
    L7_redo,
    L7_undo,
    free_undo_tells_nothing,
    requests_are_answered_by_all,
    undo_is_told_to_those_it_concerns,
)
from tests.domain.game.whole_games import TableStep, WholeGame
from tests.domain.laws.companions import companion

STEPS_TRIED = 8
FIELDS: Final = ["format", "version", "time_ms", "actor", "key", "command", "events", "draws", "hidden_from"]


def fold_gives_the_game(whole: WholeGame) -> None:
    """Folding the commits from nothing gives, at each version, the game that deciding gave; deciding changes nothing."""
    game: AnyGame = Game(id=whole.id)
    for step in whole.steps:
        assert game == step.before, f"{step}: the game before is not the fold of the commits before"
        evolve(whole.rules, game, step.commit)
        assert game == step.after, f"{step}: the fold differs from the game that was decided"


def L5_replay(whole: WholeGame) -> None:
    """Decided again from the stored line's time, actor, key and command, with S, each commit is the same bytes."""
    codec = codec_of(whole.rules)
    game: AnyGame = Game(id=whole.id)
    for step in whole.steps:
        line = codec.encode(step.commit)
        stored = codec.decode(line)
        context = Context(now_ms=stored.time_ms, actor=stored.actor, key=stored.key, secret=whole.secret)
        again = decide(whole.rules, game, stored.command, context)
        assert codec.encode(again.commit) == line, f"{step}: decided again it is {again.commit}, not {step.commit}"
        game = again.game


def L6_round_trip(whole: WholeGame) -> None:
    """A commit and a whole game come back from their bytes as they were; a line has its fields in their fixed order."""
    codec = codec_of(whole.rules)
    from_snapshot: AnyGame | None = None
    for number, step in enumerate(whole.steps):
        line = codec.encode(step.commit)
        assert codec.decode(line) == step.commit, f"{step}: the commit comes back as {codec.decode(line)}"
        assert codec.encode(codec.decode(line)) == line, f"{step}: the bytes change"
        assert list(msgspec.json.decode(line)) == FIELDS, f"{step}: the fields are in another order"
        if from_snapshot is not None:
            evolve(whole.rules, from_snapshot, codec.decode(line))
        if number == len(whole.steps) // 2:
            from_snapshot = codec.decode_game(codec.encode_game(step.after))
        data = codec.encode_game(step.after)
        assert codec.decode_game(data) == step.after, f"{step}: the game comes back otherwise"
        assert codec.encode_game(codec.decode_game(data)) == data, f"{step}: the bytes of the game change"
    assert from_snapshot in (None, whole.steps[-1].after), "a game folded on from its snapshot ends otherwise"


def history_gives_earlier_states(whole: WholeGame) -> None:
    """The state of play at every version since the start is the fold of the history up to it, but for what was taken back."""
    last = whole.steps[-1].after
    if last.state is None:
        assert last.history == [], "a game that never started has a history"
        return
    started = whole.first_step_of_play
    commits = [step.commit for step in whole.steps[started:]]
    assert last.history == commits, "the history is not what happened since the start"
    state = whole.rules.new_state(last.options, whole.seat_count)
    undone: frozenset[int] = frozenset()
    for count, step in enumerate(whole.steps[started:], start=1):
        fresh = [step.commit]
        if step.after.undone != undone:
            undone = step.after.undone
            state = whole.rules.new_state(last.options, whole.seat_count)
            fresh = [commit for commit in last.history[:count] if commit.version not in undone]
        for event in (event for commit in fresh for event in commit.events):
            if isinstance(event, events.StateGiven):
                state = whole.rules.clone(event.state)
            elif type(event) not in LIFECYCLE_EVENTS:
                whole.rules.evolve(state, event)
        assert state == step.after.state, f"{step}: the history gives another state"


def identities_are_remembered(whole: WholeGame) -> None:
    """A game knows the version of each of its commands, and of no other."""
    for place, step in enumerate(whole.steps):
        known = {(past.commit.actor, past.commit.key): past.commit.version for past in whole.steps[: place + 1]}
        for (actor, key), version in known.items():
            assert step.after.version_of(actor, key) == version, f"{step}: {actor} {key} is forgotten"
        assert len(step.after.commands) == len(known), f"{step}: more commands are known than were accepted"


def hidden_from_is_true(whole: WholeGame) -> None:
    """A commit is hidden from exactly those whom none of its events tells anything; positions count the others."""
    positions = dict.fromkeys(viewers(whole.seat_count), 0)
    for step, bound in zip(whole.steps, _bound(whole), strict=True):
        untold = tuple(sorted(viewer for viewer, told in bound.told.items() if told is None))
        assert step.commit.hidden_from == untold, f"{step}: hidden from {step.commit.hidden_from}, untold {untold}"
        for viewer, told in bound.told.items():
            positions[viewer] += told is not None
            assert step.after.position_of(viewer) == positions[viewer], f"{step}: {viewer} stands elsewhere"
            assert told is None or told.position == positions[viewer], f"{step}: {viewer} is told another position"


def L2_told_lines_rebuild_the_view(whole: WholeGame) -> None:
    """A viewer who has its own lines and nothing else has exactly its view of the table, at every moment."""
    codec = codec_of(whole.rules)
    clients = {viewer: _Client(whole, viewer) for viewer in viewers(whole.seat_count)}
    for step, bound in zip(whole.steps, _bound(whole), strict=True):
        for viewer, client in clients.items():
            line = bound.told_line(viewer, whole.secret)
            if line is not None:
                client.read(codec.decode_told(line.line))
            view, own = seen_by(whole.rules, step.after, viewer), client.view()
            assert own == view, f"{step}: viewer {viewer} rebuilds {own}, its view is {view}"


class _Client:
    """A table rebuilt from told lines, by the same fold: each line becomes the commit that it looks like from there."""

    def __init__(self, whole: WholeGame, viewer: Viewer) -> None:
        self._rules = whole.rules
        self._viewer = viewer
        self._game: AnyGame = Game(id=whole.id)

    def read(self, told: AnyToldCommit) -> None:
        evolve(self._rules, self._game, self._as_commit(told))

    def view(self) -> Any:
        return seen_by(self._rules, self._game, self._viewer)

    def _as_commit(self, told: AnyToldCommit) -> AnyCommit:
        own = self._game.open_decisions.get(self._viewer)
        is_play = any(type(event) not in LIFECYCLE_EVENTS for event in told.events)
        is_own_move = is_play and told.by == self._viewer and own is not None
        command = MakeMove(decision=own.id, move=None) if is_own_move and own is not None else None
        return Commit(
            format=told.format,
            version=told.position,
            time_ms=told.time_ms,
            actor="told",
            key=str(told.position),
            command=command,
            events=told.events,
            draws=(),
            hidden_from=(),
        )


def lines_are_bound(whole: WholeGame) -> None:
    """Each told line is proved by its salt and leaves; at the end, with S, everything is, from the commitment on."""
    head = FIRST_HEAD
    assert whole.steps[0].after.commitment == commitment_of(whole.id, whole.secret)
    for bound in _bound(whole):
        binding = bound.binding
        assert binding.root == root_of(binding.seal, binding.leaf_full, binding.leaves), (
            f"{bound.commit}: the root is wrong"
        )
        assert binding.seal == seal_of(whole.secret, bound.commit.version, head), f"{bound.commit}: the seal is wrong"
        assert binding.head == (head := head_of(head, binding.root)), f"{bound.commit}: the chain is broken"
        for viewer in viewers(whole.seat_count):
            line = bound.told_line(viewer, whole.secret)
            if line is None:
                assert bound.lines[viewer] == b"", f"{bound.commit}: viewer {viewer} has a line it is not told"
            else:
                assert leaf_of(line.salt, line.line) == binding.leaves[viewer], f"viewer {viewer} cannot prove its line"


def L3_no_leak(whole: WholeGame) -> None:
    """What a viewer cannot know, permuted, makes no difference to its table, nor to any refusal it gets."""
    worlds = companion(whole.rules.name, "worlds").worlds
    generator = random.Random(whole.start.seed + 1)
    steps = [step for step in whole.steps if step.after.state is not None]
    for step in generator.sample(steps, min(STEPS_TRIED, len(steps))):
        for viewer in viewers(whole.seat_count):
            other = clone_game(whole.rules, step.after)
            other.state = worlds(step.after.state, viewer, generator)
            seen, seen_elsewhere = (
                msgspec.json.encode(seen_by(whole.rules, game, viewer)) for game in (step.after, other)
            )
            assert seen == seen_elsewhere, f"{step}: viewer {viewer} sees {seen!r} or elsewhere {seen_elsewhere!r}"
            _check_refused_alike(whole, step, viewer, other)


def _check_refused_alike(whole: WholeGame, step: TableStep, viewer: Viewer, other: AnyGame) -> None:
    holder = step.after.seats[viewer] if viewer != SPECTATOR else None
    actor = "player:zoe" if holder is None else holder.actor(viewer)
    assert actor is not None
    for command in _many_commands(whole, step, viewer):
        answers = [_refusal_of(whole, game, actor, command) for game in (step.after, other)]
        assert answers[0] == answers[1], f"{step}: viewer {viewer} who asks for {command} is told {answers}"


def _many_commands(whole: WholeGame, step: TableStep, viewer: Viewer) -> list[AnyCommand]:
    made = [past.commit.command for past in whole.steps if isinstance(past.commit.command, MakeMove)]
    own = step.after.open_decisions.get(viewer)
    answers = [MakeMove(decision=own.id, move=past.move) for past in made[::3]] if own is not None else []
    return [*made[::5], *answers, Resign(), JoinGame(), OfferRematch(game="x"), SetStandingOrder(order="ask")]


def _refusal_of(whole: WholeGame, game: AnyGame, actor: str, command: AnyCommand) -> tuple[str, str] | None:
    context = Context(now_ms=game.time_ms, actor=actor, key="asked", secret=whole.secret)
    try:
        decide(whole.rules, game, command, context)
    except Refused as refusal:
        return refusal.code, str(refusal)
    return None


def orders_show_to_nobody_else(whole: WholeGame) -> None:
    """All but its owner are told, and see, the same bytes as if there were no order and its answers were given by hand."""
    for step in whole.steps:
        if isinstance(step.commit.command, SetStandingOrder):
            setter = step.before.seat_of(step.commit.actor)
            others = [viewer for viewer in viewers(whole.seat_count) if viewer != setter]
            assert step.commit.hidden_from == tuple(sorted(others)), f"{step}: {others} learn of the order"
            assert _seen_by_all(whole, step.before, others) == _seen_by_all(whole, step.after, others), f"{step} shows"
            continue
        for owner in step.before.standing_orders:
            others = [viewer for viewer in viewers(whole.seat_count) if viewer != owner]
            without = clone_game(whole.rules, step.before)
            del without.standing_orders[owner]
            by_hand = _by_hand(whole, without, step, owner)
            with_order = _told_to(whole, step.before, step.commit, others)
            assert with_order == _told_to(whole, without, by_hand, others), (
                f"{step}: {others} can tell it from {by_hand}"
            )


def _by_hand(whole: WholeGame, game: AnyGame, step: TableStep, owner: Viewer) -> AnyCommit:
    """Decide the same as a step did, where no order stands; an answer of the owner's order is given by its player."""
    command, actor = step.commit.command, step.commit.actor
    if isinstance(command, AnswerByOrder) and actor == order_actor(owner):
        player = game.seats[owner].actor(owner)
        assert player is not None
        actor = player
        command = MakeMove(decision=command.decision, move=whole.rules.decline(game.state, owner))
    context = Context(now_ms=step.commit.time_ms, actor=actor, key=step.commit.key, secret=whole.secret)
    return decide(whole.rules, game, command, context).commit


def _told_to(whole: WholeGame, game: AnyGame, commit: AnyCommit, those: list[Viewer]) -> list[bytes]:
    """Give what a commit on a game tells these viewers, and what they then see."""
    after = clone_game(whole.rules, game)
    told = tell(whole.rules, after, commit)
    codec = codec_of(whole.rules)
    lines = [b"" if (line := told[viewer]) is None else codec.encode(line) for viewer in those]
    return lines + _seen_by_all(whole, after, those)


def _seen_by_all(whole: WholeGame, game: AnyGame, those: list[Viewer]) -> list[bytes]:
    return [msgspec.json.encode(seen_by(whole.rules, game, viewer)) for viewer in those]


def draws_follow_from_the_log(whole: WholeGame) -> None:
    """Whoever has the lines and S makes every draw again: the seed is of the nonces by seat, as people sat down."""
    nonces = [""] * whole.seat_count
    for step in whole.steps[: whole.first_step_of_play + 1]:
        for event in step.commit.events:
            match event:
                case events.SeatTaken(seat=seat, nonce=nonce) | events.NonceOpened(seat=seat, nonce=nonce):
                    nonces[seat] = nonce
                case events.SeatLeft(seat=seat) | events.PlayerRemoved(seat=seat):
                    nonces[seat] = ""
    seed, number = seed_of(whole.id, whole.secret, nonces), 0
    for step in whole.steps:
        for draw in step.commit.draws:
            chance = SeededChance(seed, number)
            _ = chance.permutation(draw.size) if draw.kind == "shuffle" else chance.below(draw.size)
            assert chance.draws == [draw], f"{step}: made again, the draw is {chance.draws}, not {draw}"
            number += 1


def seats_are_drawn_as_told(whole: WholeGame) -> None:
    """Where seats are drawn, the game's first draw says who sits where from the start on; elsewhere nobody moves."""
    sitting: list[Any] = [None] * whole.seat_count
    drawn = []
    for step in whole.steps:
        for event in step.commit.events:
            match event:
                case events.SeatTaken(seat=seat, pseudonym=pseudonym):
                    sitting[seat] = ("person", pseudonym, "")
                case events.BotSeated(seat=seat, level=level):
                    sitting[seat] = ("bot", "", level)
                case events.SeatReplaced(seat=seat, level=level):
                    sitting[seat] = ("bot", "", level)
                case events.SeatLeft(seat=seat) | events.PlayerRemoved(seat=seat) | events.BotUnseated(seat=seat):
                    sitting[seat] = None
                case events.SeatsDrawn(order=order):
                    assert (0, order) == (step.commit.draws[0].number, step.commit.draws[0].result), f"{step}: {order}"
                    sitting = [sitting[old] for old in order]
                    drawn.append(order)
        held = [None if h.kind == "empty" else (h.kind, h.pseudonym, h.level) for h in step.after.seats]
        assert held == sitting, f"{step}: the seats are held by {held}, not by {sitting}"
    last = whole.steps[-1].after
    assert len(drawn) == (last.draws_seats and last.state is not None), f"seats were drawn {len(drawn)} times"


def views_keep_secrets(whole: WholeGame) -> None:
    """No view and no told line holds the secret S, a nonce of the seed not shown in a line, or anybody's key, before the end."""
    for step, bound in zip(whole.steps, _bound(whole), strict=True):
        if step.after.is_over:
            continue
        for viewer in viewers(whole.seat_count):
            seen = msgspec.json.encode(seen_by(whole.rules, step.after, viewer))
            for data in (seen, bound.lines[viewer]):
                assert whole.secret.hex().encode() not in data, f"{step}: viewer {viewer} sees the secret"
                assert step.commit.key.encode() not in data, f"{step}: viewer {viewer} sees the key of a command"


def _bound(whole: WholeGame) -> list[BoundCommit]:
    codec = codec_of(whole.rules)
    lines = [codec.encode(step.commit) for step in whole.steps]
    return list(bound_commits(whole.rules, whole.id, whole.secret, lines))


TABLE_LAWS: Final[Mapping[str, Callable[[WholeGame], None]]] = MappingProxyType(
    {
        law.__name__: law
        for law in (
            fold_gives_the_game,
            L5_replay,
            L6_round_trip,
            history_gives_earlier_states,
            identities_are_remembered,
            hidden_from_is_true,
            L2_told_lines_rebuild_the_view,
            lines_are_bound,
            draws_follow_from_the_log,
            seats_are_drawn_as_told,
            orders_show_to_nobody_else,
            L3_no_leak,
            L7_redo,
            L7_undo,
            free_undo_tells_nothing,
            requests_are_answered_by_all,
            undo_is_told_to_those_it_concerns,
            views_keep_secrets,
        )
    }
)
