"""How the renewal of a server's processes goes, in a file of the data directory: the supervisor writes, ``restart`` reads.

The file is always whole: each state is written aside and put in the place of the one before.
"""

import logging
import os
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

FILE: Final = "renewal.json"

log = logging.getLogger(__name__)


class Step(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one process: a new one starts, serves in its place, the old one has gone; or none got ready."""

    process_name: str
    what: Literal["starts", "serves", "renewed", "failed"]
    pid: int
    fault: str = ""


class RenewalState(Struct, frozen=True, kw_only=True):
    """A renewal and its steps so far. ``number`` counts those of one supervisor, from 1; 0: there was none yet."""

    supervisor: int
    number: int
    process_count: int
    steps: tuple[Step, ...] = ()
    is_over: bool = False


class RenewalRecord:
    """The supervisor's side: keeps the state, and writes it down whenever it changes."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / FILE
        self._state = RenewalState(supervisor=os.getpid(), number=0, process_count=0, is_over=True)
        self._write()

    def begin(self, process_count: int) -> None:
        """Note that so many processes are to be renewed, after those that wait already."""
        state = self._state
        if state.is_over:
            state = RenewalState(supervisor=state.supervisor, number=state.number + 1, process_count=0)
        self._become(msgspec.structs.replace(state, process_count=state.process_count + process_count))

    def add(self, step: Step) -> None:
        """Note a step."""
        self._become(msgspec.structs.replace(self._state, steps=(*self._state.steps, step)))

    def end(self) -> None:
        """Note that nothing more comes."""
        self._become(msgspec.structs.replace(self._state, is_over=True))

    def _become(self, state: RenewalState) -> None:
        self._state = state
        self._write()

    def _write(self) -> None:
        """A disk that takes no more keeps nobody from being renewed: who reads then waits in vain, and says so."""
        aside = self._path.with_suffix(".new")
        try:
            aside.write_bytes(msgspec.json.encode(self._state))
            aside.replace(self._path)
        except OSError as error:
            log.warning("renewal_not_noted", extra={"fault": error.strerror})


def read_renewal(data_dir: Path, supervisor: int) -> RenewalState | None:
    """Give the state that this supervisor wrote last; None if it wrote none that can be read."""
    try:
        state = msgspec.json.decode((data_dir / FILE).read_bytes(), type=RenewalState)
    except (OSError, msgspec.DecodeError):
        return None
    return state if state.supervisor == supervisor else None
