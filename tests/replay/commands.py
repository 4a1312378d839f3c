"""Runs commands of porter in this process as `porter.__main__` does, and tells how they came."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from porter.cli import group
from porter.replay.asked import Asked
from porter.replay.shortcut import say_again


class Ran(NamedTuple):
    status: int
    out: str
    err: str
    #: It was said again, and nothing was done.
    is_replayed: bool


def ran(words: list[str], capsys: pytest.CaptureFixture[str]) -> Ran:
    asked = Asked.of(words)
    assert asked is not None
    capsys.readouterr()
    status = say_again(asked)
    is_replayed = status is not None
    if status is None:
        try:
            group.main(words, prog_name="porter", obj=asked, standalone_mode=False)
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Ran(status, *capsys.readouterr(), is_replayed)
