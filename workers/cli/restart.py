"""``dragonpost restart``."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

import typer

from services.settings import Settings
from workers.cli.choices import InvalidChoice, settings_from
from workers.cli.log import DATA_HELP
from workers.instance import running_instance
from workers.renewal import LEAVE_SECONDS, START_SECONDS
from workers.renewal_record import RenewalState, Step, read_renewal

LOOK_SECONDS: Final = 0.1
BEGIN_SECONDS: Final = 10.0
"""A supervisor that has noted nothing by then is of a build that notes nothing, or hangs."""

STEP_SECONDS: Final = max(START_SECONDS, LEAVE_SECONDS) + 30.0
"""Longer than anything between two steps takes."""


class NotRestarted(Exception):
    """Not every process is a new one; the text says which, why, and what to do."""

    code: ClassVar[str] = "not_restarted"


def run(data: Annotated[str | None, typer.Option("--data", help=DATA_HELP)] = None) -> None:
    """Renew the processes of a running 'dragonpost serve', one after the other, from the code that is installed now.

    The new one comes before the old one goes, so no request fails, and event streams go on after a moment. The store and the
    supervisor itself stay as they are, and so do the settings: those take a stop and a start. Ends when all is done, with
    exit code 1 if a new process could not start; the old ones then go on.
    """
    settings = settings_from(data=data)
    pid = running_instance(settings.data_dir)
    if pid is None:
        raise InvalidChoice(
            f"No 'dragonpost serve' runs on the data directory {settings.data_dir}. Name another with --data."
        )
    before = read_renewal(settings.data_dir, pid)
    if before is not None and not before.is_over:
        raise NotRestarted(_under_way(before))
    os.kill(pid, signal.SIGUSR1)
    typer.echo(f"Dragonpost (process {pid}) renews its processes, one after the other.")
    told = 0
    for state in _states(settings, pid, after=0 if before is None else before.number):
        for step in state.steps[told:]:
            _tell(step, state)
        told = len(state.steps)
    typer.echo(f"All {state.process_count} processes are new ones.")


def _states(settings: Settings, pid: int, *, after: int) -> Iterator[RenewalState]:
    """Give each state of the renewal that comes after that number, to its end. Raises ``NotRestarted``."""
    seen: RenewalState | None = None
    give_up_at = time.monotonic() + BEGIN_SECONDS
    while seen is None or not seen.is_over:
        state = read_renewal(settings.data_dir, pid)
        if state is not None and state.number > after and state != seen:
            seen, give_up_at = state, time.monotonic() + STEP_SECONDS
            yield state
        elif running_instance(settings.data_dir) != pid:
            raise NotRestarted("The server has ended meanwhile. Start it with 'dragonpost serve'.")
        elif time.monotonic() > give_up_at:
            raise NotRestarted(
                "The supervisor was asked, and tells nothing of how it goes on. Its log does; if there is nothing either, "
                "stop it and start it again."
            )
        else:
            time.sleep(LOOK_SECONDS)


def _tell(step: Step, state: RenewalState) -> None:
    match step.what:
        case "starts":
            typer.echo(f"{step.process_name}: process {step.pid} starts.")
        case "serves":
            typer.echo(f"{step.process_name}: process {step.pid} is ready; the one before ends what it has begun.")
        case "renewed":
            done = sum(one.what == "renewed" for one in state.steps[: state.steps.index(step) + 1])
            typer.echo(f"{step.process_name}: renewed ({done} of {state.process_count}).")
        case "failed":
            raise NotRestarted(_why_not(step, state))


def _why_not(step: Step, state: RenewalState) -> str:
    renewed = [one.process_name for one in state.steps if one.what == "renewed"]
    reason = step.fault or f"It ended, or was not ready after {START_SECONDS:.0f} s: the server's log says more."
    others = f"Renewed before it: {', '.join(renewed)}. All others" if renewed else "All processes"
    return (
        f"{step.process_name} was not renewed. {reason}\n"
        f"{others} go on as they were. Put right what is said, or install the version before, and restart again."
    )


def _under_way(state: RenewalState) -> str:
    now = state.steps[-1].process_name if state.steps else "the first process"
    return f"A restart is under way already, and has come to {now}. Restart again when it has ended."
