"""Nonces and draws: that every player's nonce is in the seed, and that every draw is what the seed gives."""

from typing import Any, Final

from domain.chance import Draw, SeededChance, nonce_fits, seed_of
from domain.ids import GameId
from services.auditing.report import Report
from services.auditing.stored_line import NONCE_OPENED, SEAT_FREED, SEAT_TAKEN, SomeEvent, StoredLine

LARGEST_BELOW: Final = 2**64


class DrawsCheck:
    """Follows the nonces from line to line, and draws again what was drawn. It needs no rules."""

    def __init__(self, report: Report, game_id: GameId, secret: bytes, seat_count: int) -> None:
        self._nonce_check = report.check("nonces")
        self._draw_check = report.check("draws")
        self._game_id = game_id
        self._secret = secret
        self._nonces = [""] * seat_count
        self._hashes = [""] * seat_count
        self._seed: bytes | None = None
        self._draw_count = 0

    def look(self, stored: StoredLine, version: int) -> None:
        """Look at the next line."""
        for event in stored.events:
            if event.type == SEAT_TAKEN:
                self._take_seat(stored, version, event)
            elif event.type == NONCE_OPENED:
                self._open_nonce(stored, version, event)
            elif event.type in SEAT_FREED and self._is_seat(event.seat):
                self._nonces[event.seat] = self._hashes[event.seat] = ""
        if stored.draws and any(self._hashes):
            self._nonce_check.failed("Something is drawn before every nonce that was bound is open.", version=version)
            self._hashes = [""] * len(self._hashes)
        for draw in stored.draws:
            wrong = self._what_is_wrong(draw)
            if wrong:
                self._draw_check.failed(wrong, version=version)
            else:
                self._draw_check.passed()
            self._draw_count += 1

    def _take_seat(self, stored: StoredLine, version: int, event: SomeEvent) -> None:
        if not self._is_seat(event.seat) or not isinstance(event.nonce, str) or not isinstance(event.nonce_hash, str):
            self._nonce_check.failed("A person sits down on a seat that the table does not have.", version=version)
            return
        self._nonces[event.seat], self._hashes[event.seat] = event.nonce, event.nonce_hash
        if (event.nonce, event.nonce_hash) == (stored.command.nonce, stored.command.nonce_hash):
            self._nonce_check.passed()
        else:
            self._nonce_check.failed("The nonce is not the one that was given with the command.", version=version)

    def _open_nonce(self, stored: StoredLine, version: int, event: SomeEvent) -> None:
        """Check a nonce against the hash that was given when sitting down, where the start is strict."""
        if not self._is_seat(event.seat) or not isinstance(event.nonce, str):
            self._nonce_check.failed("A nonce is opened on a seat that the table does not have.", version=version)
            return
        bound = self._hashes[event.seat]
        self._nonces[event.seat], self._hashes[event.seat] = event.nonce, ""
        if event.nonce != stored.command.nonce:
            self._nonce_check.failed("The nonce is not the one that was given with the command.", version=version)
        elif not bound or not nonce_fits(bound, event.nonce):
            self._nonce_check.failed(
                "The nonce does not fit the hash that was given when sitting down.", version=version
            )
        else:
            self._nonce_check.passed()

    def _is_seat(self, seat: Any) -> bool:
        return type(seat) is int and 0 <= seat < len(self._nonces)

    def _what_is_wrong(self, draw: Draw) -> str:
        if draw.number != self._draw_count:
            return f"The draw has number {draw.number}, and {self._draw_count} were made before it."
        is_below = draw.kind == "below"
        if not (1 <= draw.size <= LARGEST_BELOW if is_below else draw.size == len(draw.result)):
            return f"Draw {draw.number} has a size that no draw can have."
        if self._seed is None:
            self._seed = seed_of(self._game_id, self._secret, self._nonces)
        chance = SeededChance(self._seed, draw.number)
        result = (chance.below(draw.size),) if is_below else chance.permutation(draw.size)
        if result != draw.result:
            return f"Draw {draw.number} is not what the seed gives: the log has {_few(draw.result)}, the seed {_few(result)}."
        return ""


def _few(numbers: tuple[int, ...], most: int = 8) -> str:
    shown = ", ".join(str(number)[:20] for number in numbers[:most])
    return f"{shown}, …" if len(numbers) > most else shown
