"""Where ``CI`` is set, a test that would be skipped fails: a missing browser or server must not look like success."""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def _refuse_skip(report: Report) -> Report:
    is_expected_failure = hasattr(report, "wasxfail")
    if os.environ.get("CI") and report.skipped and not is_expected_failure:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} may not be skipped where CI is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the skip of a test into its failure."""
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn the skip of a whole file into an error."""
    return _refuse_skip((yield))
