"""Stored lines: which bytes a commit is, and which bytes are refused without a word of what is in them."""

from typing import Any

import pytest

from domain.chance import Draw
from domain.commit import FORMAT, Commit, ToldCommit
from domain.game.commands import AnswerByOrder, CreateGame, JoinGame, MakeMove, SeatPlan
from domain.game.events import GameCreated, GameStarted, OrderAnswered, SeatTaken
from domain.rules import Outcome
from services.stream.codec import Codec, NewerFormat, UnreadableCommit, begun_with, codec_of
from tests.support.processes import GAMES
from tests.toys.hidden_hoards.rules import CardChosen, ChooseCard, GameRules, HoardOptions, HoardState

CODEC = codec_of(GAMES["hidden_hoards"])

CREATED: Any = Commit(
    format=1,
    version=1,
    time_ms=1_700_000_000_000,
    actor="player:ann",
    key='key with " and Drache \U0001f409',
    command=CreateGame(
        game="hidden_hoards",
        options=HoardOptions(rounds=2),
        seats=(SeatPlan(kind="host"), SeatPlan(kind="bot", level="random")),
        nonce="n",
        previous=Outcome(placings=(1, 2), ending="played_out"),
    ),
    events=(
        GameCreated(
            game="hidden_hoards",
            rules_version=1,
            options=HoardOptions(rounds=2),
            host="ann",
            reserved=(None, None),
            listed=False,
            watchable=True,
            starts_when_full=False,
            commitment="c0",
            previous_game=None,
            previous=None,
        ),
        SeatTaken(seat=0, pseudonym="ann", nonce="n"),
    ),
    draws=(),
    hidden_from=(),
)
CREATED_LINE = (
    '{"format":1,"version":1,"time_ms":1700000000000,"actor":"player:ann",'
    '"key":"key with \\" and Drache \U0001f409",'
    '"command":{"type":"create_game","game":"hidden_hoards","options":{"rounds":2},'
    '"seats":[{"kind":"host"},{"kind":"bot","level":"random"}],"nonce":"n",'
    '"previous":{"placings":[1,2],"scores":[],"ending":"played_out","starter":null}},'
    '"events":[{"type":"game_created","game":"hidden_hoards","rules_version":1,"options":{"rounds":2},"host":"ann",'
    '"reserved":[null,null],"listed":false,"watchable":true,"starts_when_full":false,"commitment":"c0",'
    '"previous_game":null,"previous":null},{"type":"seat_taken","seat":0,"pseudonym":"ann","nonce":"n"}],'
    '"draws":[],"hidden_from":[]}'
).encode()
MOVED: Any = Commit(
    format=1,
    version=5,
    time_ms=1_700_000_000_001,
    actor="bot:1",
    key="1.4",
    command=MakeMove(decision="1.4", move=ChooseCard(card=3)),
    events=(CardChosen(seat=1, card=3),),
    draws=(Draw(number=7, kind="shuffle", size=3, result=(2, 0, 1)),),
    hidden_from=(-1, 0),
)
MOVED_LINE = (
    b'{"format":1,"version":5,"time_ms":1700000000001,"actor":"bot:1","key":"1.4",'
    b'"command":{"type":"make_move","decision":"1.4","move":{"type":"choose_card","card":3}},'
    b'"events":[{"type":"card_chosen","seat":1,"card":3}],'
    b'"draws":[{"number":7,"kind":"shuffle","size":3,"result":[2,0,1]}],"hidden_from":[-1,0]}'
)


NEWER_LINE = (
    b'{"format":2,"version":5,"time_ms":1700000000001,"actor":"order:1","key":"1.4",'
    b'"command":{"type":"answer_by_order","decision":"1.4"},'
    b'"events":[{"type":"order_answered","seat":1}],"draws":[],"hidden_from":[-1,0]}'
)
NEWER: Any = Commit(
    format=2,
    version=5,
    time_ms=1_700_000_000_001,
    actor="order:1",
    key="1.4",
    command=AnswerByOrder(decision="1.4"),
    events=(OrderAnswered(seat=1),),
    draws=(),
    hidden_from=(-1, 0),
)


@pytest.mark.parametrize(("commit", "line"), [(CREATED, CREATED_LINE), (MOVED, MOVED_LINE), (NEWER, NEWER_LINE)])
def test_a_commit_is_these_bytes_for_ever(commit: Any, line: bytes) -> None:
    assert CODEC.encode(commit) == line
    assert CODEC.decode(line) == commit


def test_a_told_commit_is_these_bytes_for_ever() -> None:
    told: Any = ToldCommit(
        format=1, position=4, time_ms=1, by=None, events=(CardChosen(seat=1, card=-1), GameStarted())
    )
    line = (
        b'{"format":1,"position":4,"time_ms":1,"by":null,'
        b'"events":[{"type":"card_chosen","seat":1,"card":-1},{"type":"game_started"}]}'
    )
    assert CODEC.encode(told) == line
    assert CODEC.decode_told(line) == told


def test_what_was_left_out_reads_as_its_default() -> None:
    assert CODEC.decode(CREATED_LINE).command.watchable is True
    join = MOVED_LINE.replace(
        b'{"type":"make_move","decision":"1.4","move":{"type":"choose_card","card":3}}', b'{"type":"join_game"}'
    )
    assert CODEC.decode(join).command == JoinGame()


DAMAGED = {
    "empty": b"",
    "cut off": MOVED_LINE[:-1],
    "not JSON": b"\xff\x00",
    "no object": b"[]",
    "no format": MOVED_LINE.replace(b'"format":1,', b""),
    "format 0": MOVED_LINE.replace(b'"format":1', b'"format":0'),
    "a field too many": MOVED_LINE.replace(b'"draws"', b'"colour":1,"draws"'),
    "a field too few": MOVED_LINE.replace(b'"key":"1.4",', b""),
    "an unknown event": MOVED_LINE.replace(b"card_chosen", b"card_eaten"),
    "an unknown event field": MOVED_LINE.replace(b'"seat":1,"card":3', b'"seat":1,"card":3,"by":2'),
    "an unknown command": MOVED_LINE.replace(b"make_move", b"eat_card"),
    "another game's move": MOVED_LINE.replace(b'{"type":"choose_card","card":3}', b'{"type":"let_dragon_go"}'),
    "a text for a number": MOVED_LINE.replace(b'"version":5', b'"version":"5"'),
}


@pytest.mark.parametrize("line", DAMAGED.values(), ids=DAMAGED)
def test_what_does_not_fit_is_refused_and_nothing_of_it_is_told(line: bytes) -> None:
    with pytest.raises(UnreadableCommit) as caught:
        CODEC.decode(line)
    assert not isinstance(caught.value, NewerFormat)
    assert caught.value.__cause__ is None
    assert not any(word in str(caught.value) for word in ("card", "1.4", "bot:1", "eaten", "colour"))


@pytest.mark.parametrize(
    "line",
    [
        MOVED_LINE.replace(b'"format":1', b'"format":%d' % (FORMAT + 1)),
        b'{"format":9}',
        b'{"lines":{"a":[1]},"format":7,"what":"ever"}',
    ],
)
def test_a_newer_format_is_known_by_its_number_alone(line: bytes) -> None:
    with pytest.raises(NewerFormat, match=rf"reads up to {FORMAT}"):
        CODEC.decode(line)
    with pytest.raises(NewerFormat):
        begun_with(line)


def test_the_first_line_names_the_game_whatever_else_happened_in_it() -> None:
    """Once it could not be read where the host sat down at once, for the seat's event names no game."""
    assert begun_with(CREATED_LINE) == ("hidden_hoards", "")


@pytest.mark.parametrize("line", [b"", b'{"format":1,"events":[]}', MOVED_LINE])
def test_a_line_that_creates_nothing_names_no_game(line: bytes) -> None:
    with pytest.raises(UnreadableCommit):
        begun_with(line)


def test_every_game_has_a_codec_and_a_shape_of_its_own() -> None:
    shapes = {codec_of(rules).game_shape() for rules in GAMES.values()}
    assert len(shapes) == len(GAMES)
    assert all(codec_of(rules) is codec_of(rules) for rules in GAMES.values())
    assert CODEC.game_shape() == Codec(GAMES["hidden_hoards"]).game_shape()


class OtherState(HoardState, kw_only=True):
    """A state of another shape."""

    wind: int = 0


class OtherRules(GameRules):
    """Rules whose state has another shape."""

    State = OtherState


def test_the_shape_changes_with_what_is_stored() -> None:
    assert Codec(OtherRules()).game_shape() != CODEC.game_shape()
