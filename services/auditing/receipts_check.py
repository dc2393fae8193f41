"""Receipts: what the install signed during the game lies on the chain of the log, at the place that it names."""

from collections.abc import Sequence

from services.auditing.chain import name_and_was, name_of
from services.auditing.report import Report
from services.auditing.timeline import Timeline
from services.receipts import Receipt, is_signed


def check_receipts(report: Report, receipts: Sequence[Receipt], timeline: Timeline, key: str) -> None:
    """Check receipts. ``key``: the public key (64 hex digits) whose fingerprint the log names; "" where it names none."""
    check = report.check("receipts")
    unknown_count = 0
    for number, receipt in enumerate(receipts, start=1):
        place = timeline.place_of(receipt.viewer, receipt.position)
        if receipt.game_id == report.game_id and not timeline.knows(receipt.viewer):
            unknown_count += 1
            continue
        wrong = _what_is_wrong(report, receipt, timeline, key)
        if wrong:
            version = timeline.version_at(place)
            position = receipt.position if receipt.game_id == report.game_id else None
            check.failed(wrong, line=number, version=version, position=position)
        else:
            check.passed()
    if unknown_count:
        check.not_done = f"{unknown_count} of other viewers can only be checked once the game is over."
    elif not key and receipts:
        check.not_done = "The signatures were not checked: the log names no key. Say one with --key."


def _what_is_wrong(report: Report, receipt: Receipt, timeline: Timeline, key: str) -> str:
    if receipt.game_id != report.game_id:
        return "The receipt is of another game."
    if key and receipt.key != key:
        return "The receipt names another key than the log does."
    if key and not is_signed(receipt, key):
        return "The signature is not that of the key which the log names."
    place = timeline.place_of(receipt.viewer, receipt.position)
    if place is None:
        return f"The log has no position {receipt.position} of {name_of(receipt.viewer)}: less was told."
    root = timeline.root_at(place)
    if root is None:
        return "The root at this position could not be worked out, because the log cannot be followed so far."
    if bytes.fromhex(receipt.root) != root:
        found = timeline.find(bytes.fromhex(receipt.root))
        elsewhere = "is not on the chain" if found is None else f"stands at {found} instead: they are out of order"
        return f"{name_and_was(receipt.viewer).capitalize()} shown another line at position {receipt.position}: its root {elsewhere}."
    head = timeline.head_at(place)
    if receipt.head and head and bytes.fromhex(receipt.head) != head:
        return f"{name_and_was(receipt.viewer).capitalize()} shown another head at position {receipt.position}."
    return ""
