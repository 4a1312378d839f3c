"""A build that would say the same again is not done again; what it depends on is looked at."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import porter.replay.shortcut as shortcut
from porter.replay.asked import Asked
from porter.replay.builds import keep_build
from porter.replay.shortcut import say_again
from tests.replay.commands import ran

KERNEL = "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[threadIdx.x] = 2; }\n"
WORDS = ["build", "port"]


@pytest.fixture
def port(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A port, and a folder in which ninja has nothing to do."""
    root = tmp_path / "port"
    root.mkdir()
    (root / "k.hip").write_text(KERNEL)
    (tmp_path / "objects").mkdir()
    (tmp_path / "objects" / "build.ninja").write_text("")
    monkeypatch.setattr(shortcut, "_nothing_to_do", lambda *_: True)
    return root


def forgets(port: Path) -> bool:
    """Tell whether what was kept is said no more, and keep it anew."""
    asked = Asked.of(WORDS)
    assert asked is not None
    found = say_again(asked) is None
    keep_build(asked, "all is well\n", port, port.parent / "objects")
    return found


def test_whatever_changes_is_seen(
    port: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert forgets(port) and not forgets(port)
    assert capsys.readouterr() == ("all is well\n", "")
    (port / "k.hip").write_text(KERNEL + "\n")
    assert forgets(port) and not forgets(port)
    (port / "new.h").write_text("")
    assert forgets(port) and not forgets(port)
    monkeypatch.setenv("CPATH", "/somewhere")
    assert forgets(port) and not forgets(port)
    (port.parent / "objects" / "build.ninja").write_text("# of other architectures\n")
    assert forgets(port) and not forgets(port)
    monkeypatch.setattr(shortcut, "_nothing_to_do", lambda *_: False)
    assert forgets(port)


def test_a_file_that_changed_during_the_build_is_not_trusted(port: Path) -> None:
    asked = Asked.of(WORDS)
    assert asked is not None
    (port / "k.hip").write_text(KERNEL + "// changed meanwhile\n")
    keep_build(asked, "all is well\n", port, port.parent / "objects")
    assert say_again(asked) is None


def test_only_a_ninja_that_would_be_found_is_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    for name in ("ninja", "other"):
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {started}\necho ninja: no work to do.\n")
        (tmp_path / name).chmod(0o755)
        assert not shortcut._nothing_to_do(str(tmp_path / name), str(tmp_path))
    assert not started.exists()


@pytest.mark.toolchain
def test_the_second_build_says_what_the_first_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "port"
    root.mkdir()
    (root / "k.hip").write_text(KERNEL)
    words = ["build", str(root), "--arch", "gfx942", "--folder", str(tmp_path / "objects")]
    time.sleep(0.1)
    first, second = ran(words, capsys), ran(words, capsys)
    assert (first.status, first.is_replayed, second.is_replayed) == (0, False, True)
    assert second[:3] == first[:3]
    os.utime(tmp_path / "objects" / "build.ninja")
    assert not ran(words, capsys).is_replayed
    (root / "k.hip").write_text("int broken\n")
    assert [ran(words, capsys).status for _ in range(2)] == [1, 1]
