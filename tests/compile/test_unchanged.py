"""A build that would say the same again is not done again; what it depends on is looked at."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import porter.compile.unchanged as unchanged
from porter.cli.build import command
from porter.compile.unchanged import keep, now, recall

KERNEL = "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[threadIdx.x] = 2; }\n"


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A port an hour old, and a folder in which ninja has nothing to do."""
    root = tmp_path / "port"
    root.mkdir()
    (root / "k.hip").write_text(KERNEL)
    then = time.time() - 3600
    os.utime(root / "k.hip", (then, then))
    (tmp_path / "objects").mkdir()
    (tmp_path / "objects" / "build.ninja").write_text("")
    monkeypatch.setattr(unchanged, "nothing_to_do", lambda folder: True)
    # The time of change of a file cannot be set: what lies a moment back is trusted.
    monkeypatch.setattr("porter.files.signatures._RACE_NS", 0)
    return root


def test_what_was_said_is_said_again(port: Path) -> None:
    objects = port.parent / "objects"
    assert recall(objects, port, "asked") is None
    keep(objects, port, "asked", "all is well", now())
    assert recall(objects, port, "asked") == "all is well"
    assert recall(objects, port, "asked something else") is None


def test_whatever_changes_is_seen(port: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    objects = port.parent / "objects"

    def forgets() -> bool:
        found = recall(objects, port, "asked") is None
        keep(objects, port, "asked", "all is well", now())
        return found

    assert forgets() and not forgets()
    (port / "k.hip").write_text(KERNEL + "\n")
    assert forgets() and not forgets()
    (port / "new.h").write_text("")
    assert forgets() and not forgets()
    monkeypatch.setenv("CPATH", "/somewhere")
    assert forgets() and not forgets()
    (objects / "build.ninja").write_text("# of other architectures\n")
    assert forgets() and not forgets()
    monkeypatch.setattr(unchanged, "nothing_to_do", lambda folder: False)
    assert forgets()


def test_a_file_that_changed_during_the_build_is_not_trusted(port: Path) -> None:
    objects = port.parent / "objects"
    began = now()
    (port / "k.hip").write_text(KERNEL + "// changed meanwhile\n")
    keep(objects, port, "asked", "all is well", began)
    assert recall(objects, port, "asked") is None


@pytest.mark.toolchain
def test_the_second_build_says_what_the_first_said(tmp_path: Path) -> None:
    root = tmp_path / "port"
    root.mkdir()
    (root / "k.hip").write_text(KERNEL)
    time.sleep(0.1)
    words = [str(root), "--arch", "gfx942", "--folder", str(tmp_path / "objects")]
    first = CliRunner().invoke(command, words)
    assert first.exit_code == 0 and (tmp_path / "objects" / "said.json").exists()
    second = CliRunner().invoke(command, words)
    assert (second.exit_code, second.output) == (0, first.output)
    (root / "k.hip").write_text("int broken\n")
    assert CliRunner().invoke(command, words).exit_code == 1
    assert CliRunner().invoke(command, words).exit_code == 1
