"""Build files that nobody would write are followed in time, and cost nothing else."""

from __future__ import annotations

import time
from pathlib import Path

from porter.trial.cmake import CMakeTrial
from porter.trial.makefile import MakeTrial

#: Seconds that either takes at most, on a machine that others use.
_MOST = 30


def test_patterns_that_lead_to_patterns(tmp_path: Path) -> None:
    rules = "".join(f"%.{n}: %.{n + 1} %.{n + 2} %.{n + 3}\n\tx\n" for n in range(300))
    (tmp_path / "Makefile").write_text(
        "all: " + " ".join(f"a.{n}" for n in range(300)) + "\n" + rules
    )
    began = time.monotonic()
    list(MakeTrial(tmp_path, tmp_path / "Makefile").complaints())
    assert time.monotonic() - began < _MOST


def test_makefiles_that_send_make_to_one_another(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("all:\n\t$(MAKE) -C .\n\t$(MAKE) -C ..\n")
    assert list(MakeTrial(tmp_path, tmp_path / "Makefile").complaints()) == []


def test_scripts_that_include_themselves(tmp_path: Path) -> None:
    text = "project(p)\n" + "include(CMakeLists.txt)\nadd_subdirectory(.)\n" * 5
    (tmp_path / "CMakeLists.txt").write_text(text)
    began = time.monotonic()
    assert CMakeTrial(tmp_path, tmp_path).complaints() == []
    assert time.monotonic() - began < _MOST
