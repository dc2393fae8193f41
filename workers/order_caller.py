"""Standing orders answer: each when its time has come, through the same command path as people.

The time follows from the log alone, so a process that is killed and started again keeps to it; the decision is the
command's key, so an answer that was given twice, or by two processes, is given once. Only where a clock was moved does it
count from when this process first saw the question (``waits``).
"""

import logging
from collections.abc import Callable, Iterator
from typing import Final

from domain.errors import Refused
from domain.game.commands import AnswerByOrder
from domain.ids import GameId, order_actor
from projections import ORDER_ANSWERS
from projections.order_answers import WAITING, OrderAnswersRow, OrderedAnswer
from services.commanding import Commanding
from services.errors import GamePaused
from services.install import LEAST_ORDER_DELAY_MS, InstallKey
from services.reading.documents import Document, decode_row
from services.reading.ports import ReadStore
from workers.due_games import DueGames
from workers.waits import EVER_MS, Waits, may_be_due

log = logging.getLogger(__name__)

SWEPT_COUNT: Final = 200
"""Of each partition, at most so many games in one sweep, those that began to wait first. All are due within 90 s."""


class OrderCalling:
    """Gives the answers of standing orders that are due. Holds nothing between two sweeps but which games failed."""

    def __init__(
        self,
        *,
        commanding: Commanding,
        read_store: ReadStore,
        install: InstallKey,
        now_ms: Callable[[], int],
        waits: Waits | None = None,
    ) -> None:
        self._commanding = commanding
        self._read_store = read_store
        self._install = install
        self._now_ms = now_ms
        self._waits = waits or Waits()
        self._due = DueGames("order_answer_failed")

    async def sweep(self) -> None:
        """Answer all that is due. Raises ``StoreUnavailable``, ``OutcomeUnknown``; the next sweep then goes on."""
        now_ms = self._now_ms()
        places = await self._read_store.first_places(ORDER_ANSWERS.name, WAITING, up_to_ms=EVER_MS, count=SWEPT_COUNT)
        game_ids = dict.fromkeys(may_be_due(places, LEAST_ORDER_DELAY_MS, now_ms))
        documents = await self._read_store.documents(ORDER_ANSWERS.name, game_ids)

        async def answer_what_is_due(game_id: GameId) -> None:
            for answer in _answers_in(documents[game_id]):
                waited_ms = self._waits.waited_ms(game_id, answer.decision, answer.since_ms, now_ms)
                if waited_ms >= self._install.order_delay_ms(game_id, answer.decision):
                    await self._answer(game_id, answer)

        await self._due.each(documents, answer_what_is_due)

    async def _answer(self, game_id: GameId, answer: OrderedAnswer) -> None:
        """Send one answer. Where the list lags behind the game, there may be nothing left to do."""
        fields = {"game_id": game_id, "decision": answer.decision}
        command = AnswerByOrder(decision=answer.decision)
        try:
            await self._commanding.execute(game_id, command, actor=order_actor(answer.seat), key=answer.decision)
        except (Refused, GamePaused) as late:
            log.info("order_answer_stale", extra={**fields, "code": late.code})
        else:
            log.info("order_answered", extra=fields)


def _answers_in(document: Document) -> Iterator[OrderedAnswer]:
    for raw in document.rows.values():
        row: OrderAnswersRow = decode_row(ORDER_ANSWERS, raw)
        yield from row.answers
