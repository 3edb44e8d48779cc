"""Prints what the differential tests compared, also when they ran in other processes."""

from collections.abc import Iterator

import pytest
from browsing import browser, served, visit
from hosting import fuzzed

__all__ = ["browser", "fuzzed", "served", "visit"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = sorted(_compared(terminalreporter))
    if lines:
        terminalreporter.section("differential tests")
        for line in lines:
            terminalreporter.write_line(line)


def _compared(terminalreporter: pytest.TerminalReporter) -> Iterator[str]:
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == "compared":
                yield str(value)
