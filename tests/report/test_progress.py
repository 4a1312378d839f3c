"""The progress of long work: on terminals, with the time left."""

from __future__ import annotations

import os
import pty
import re
import sys
from contextlib import suppress

import pytest

from porter.report import progress
from porter.report.progress import progress_bar


def test_nothing_is_shown_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("converting", 3) as advance:
        advance(3)
    assert capsys.readouterr().err == ""


def test_a_terminal_shows_how_much_and_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(progress, "_INTERVAL", 0.0)
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        with progress_bar("converting", 4) as advance:
            advance(1)
            advance(3)
        stream.flush()
        shown = _read(ours)
    os.close(ours)
    assert "converting" in shown
    assert "1/4" in shown
    assert re.search(r"4/4.*0:00:0", shown)


def _read(terminal: int) -> str:
    """Return everything that a terminal has been given."""
    os.set_blocking(terminal, False)
    shown = b""
    with suppress(BlockingIOError):
        while True:
            shown += os.read(terminal, 4096)
    return shown.decode()
