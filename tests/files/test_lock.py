"""One run at a time on a folder."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from porter.files.lock import locked


def test_one_holds_the_lock_at_a_time(tmp_path: Path) -> None:
    waited, order = threading.Event(), []

    def second() -> None:
        with locked(tmp_path / "port", waited.set):
            order.append("second")

    with locked(tmp_path / "port"):
        thread = threading.Thread(target=second)
        thread.start()
        assert waited.wait(10)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
    assert list((tmp_path / "port").iterdir()) == []


def test_the_lock_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="inside"), locked(tmp_path):
        raise ValueError("inside")
    with locked(tmp_path, lambda: pytest.fail("still held")):
        pass
