"""``dragonpost verify``."""

import sys
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from services.auditing.audit import audit
from services.auditing.chain import name_of
from services.auditing.log_file import LogFile, NotALog, game_id_in, read_log, read_receipts
from services.auditing.report import Check, Report
from services.receipts import Receipt, fingerprint_of
from workers.cli.choices import InvalidChoice, installed_games

NOT_GOOD: Final = 1
NO_LOG: Final = 2


def run(
    log: Annotated[Path, typer.Argument(help="The log: what /games/ID/log gives, or 'dragonpost log ID --json'.")],
    receipts: Annotated[
        Path | None, typer.Option("--receipts", help="Receipts that were kept during the game, one a line.")
    ] = None,
    earlier: Annotated[
        Path | None, typer.Option("--earlier", help="A log of the same game that was kept earlier.")
    ] = None,
    game: Annotated[str, typer.Option("--game", help="The game's id, where the file holds stored lines alone.")] = "",
    key: Annotated[str, typer.Option("--key", help="The public key for receipts, where the log names none.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON, for machines.")] = False,
) -> None:
    """Verify a log here, without a server: that nothing was changed, and that every draw and every rule was right.

    A running game's own log verifies too: your lines are proven unchanged now, and what you were not told is opened at the end.
    Ends with 0 if nothing is wrong, 1 if something is, and 2 if the file is no log.
    """
    _check_key(key)
    try:
        read = read_log(log)
        kept = [] if receipts is None else read_receipts(receipts)
        game_id = game_id_in(read, game, kept)
        before = None if earlier is None else read_log(earlier)
        report = _audit(read, game_id, kept, before, key)
    except NotALog as error:
        _say_no_log(error, as_json=as_json)
        raise typer.Exit(NO_LOG) from None
    if as_json:
        typer.echo(msgspec.json.encode(json_of(report)).decode())
    else:
        print_report(Console(highlight=False), report, read)
    if not report.is_good:
        raise typer.Exit(NOT_GOOD)


def json_of(report: Report) -> dict[str, Any]:
    """Give the report for machines."""
    return {
        "game_id": report.game_id,
        "game": report.game,
        "viewer": report.viewer,
        "is_whole": report.is_whole,
        "is_good": report.is_good,
        "checks": report.in_order,
        "remarks": report.remarks,
    }


def _check_key(key: str) -> None:
    try:
        is_key = not key or len(bytes.fromhex(key)) == 32
    except ValueError:
        is_key = False
    if not is_key:
        raise InvalidChoice("--key takes the public key for receipts: 64 hex digits.")


def _audit(log: LogFile, game_id: str, receipts: list[Receipt], earlier: LogFile | None, key: str) -> Report:
    bar = Console(stderr=True)
    columns = (TextColumn("Verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task("", total=None)
        return audit(
            log,
            installed_games(),
            game_id,
            receipts=receipts,
            earlier=earlier,
            key=key.lower(),
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def _say_no_log(error: NotALog, *, as_json: bool) -> None:
    if as_json:
        problem = {"is_log": False, "file": error.name, "line": error.line_number, "reason": error.reason}
        typer.echo(msgspec.json.encode(problem).decode())
    else:
        sys.stderr.write(f"dragonpost: {error}\n")


def print_report(console: Console, report: Report, log: LogFile) -> None:
    """Print what was checked, how much of it, and what is wrong."""
    console.print(_title_of(report), markup=False)
    table = Table(box=None, pad_edge=False)
    for heading, justify in (("checked", "right"), ("what", "left"), ("result", "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # two of rich's words
    for check in report.in_order:
        table.add_row(f"{check.count:,}", check.title, result_of(check))
    console.print(table)
    for reason in dict.fromkeys(check.not_done for check in report.in_order if check.not_done):
        titles = "; ".join(check.title for check in report.in_order if check.not_done == reason)
        console.print(f"Not checked: {titles}. {reason}", markup=False)
    for remark in report.remarks:
        console.print(remark, markup=False)
    for check, fault in report.faults:
        place = f" at {fault.place}" if fault.place else ""
        console.print(f"WRONG{place} ({check.name}): {fault.what}", markup=False)
    if log.head is not None and log.head.receipt_key:
        console.print(f"Receipts are signed by the key {fingerprint_of(log.head.receipt_key)}.", markup=False)
    console.print(verdict_of(report), markup=False)


def result_of(check: Check) -> str:
    """Give the result of a check in a word or two."""
    if check.fault_count:
        return f"{check.fault_count:,} wrong"
    if not check.count:
        return "not checked" if check.not_done else "nothing to check"
    return "right, as far as checked" if check.not_done else "right"


def verdict_of(report: Report) -> str:
    """Give the last line."""
    if not report.is_good:
        places = [fault.place for _, fault in report.faults if fault.place]
        return f"This log does NOT verify. First at {places[0]}." if places else "This log does NOT verify."
    if report.is_whole:
        return "This log verifies."
    return (
        "Your own lines verify, up to now. What you were not told is bound by the seals between them: verify the log "
        "again when the game is over, with --earlier and this file."
    )


def _title_of(report: Report) -> str:
    whose = "stored lines" if report.viewer is None else f"as told to {name_of(report.viewer)}"
    return f"{report.game or 'A game'}, {report.game_id}, {whose}"
