"""Which games wait on a bot."""

from projections import BOT_TURNS
from projections.bot_turns import BotTurnsRow
from tests.projections.stories import BOT, GAME, HOST, OPEN, Story, begun


def test_a_game_waits_from_when_the_first_bot_owes_until_none_does() -> None:
    story = Story(HOST, OPEN, BOT).join("ben")
    assert story.rows(BOT_TURNS) == {}
    story.start()
    began_ms = story.now_ms
    waits = {"waiting": BotTurnsRow(game_id=GAME, since_ms=began_ms)}
    assert story.rows(BOT_TURNS) == waits
    assert story.choose("anna").rows(BOT_TURNS) == waits
    assert story.choose(2).rows(BOT_TURNS) == {}
    story.choose("ben")
    assert story.rows(BOT_TURNS) == {"waiting": BotTurnsRow(game_id=GAME, since_ms=story.now_ms)}


def test_people_are_not_waited_for_here() -> None:
    assert begun().rows(BOT_TURNS) == {}
