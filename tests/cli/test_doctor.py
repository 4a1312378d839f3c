"""`porter doctor`: what works here, and what installs the rest."""

from __future__ import annotations

import json
import os
from pathlib import Path

from porter.toolchain.checkup import _abilities
from porter.toolchain.status import Part
from tests.cli.calls import porter


def part(name: str, found: bool, remedy: str = "") -> Part:
    return Part(name, found, "", "", "", remedy)


def test_what_is_missing_is_told_with_its_remedy() -> None:
    install = "porter toolchain install compiler"
    parts = [
        part("clang (amdgcn)", False, install),
        part("lld", False, install),
        part("ROCm headers", True),
        part("ROCm device libraries", True),
    ]
    build = next(one for one in _abilities(parts) if one.what.startswith("build"))
    assert not build.works
    assert build.is_needed
    assert build.told == "needs clang (amdgcn), lld"
    assert build.remedy == install


def test_an_empty_machine_converts_and_is_told_the_rest(tmp_path: Path) -> None:
    environment = {**os.environ, "PORTER_HOME": str(tmp_path / "home"), "PATH": "/nowhere"}
    done = porter("doctor", "--json", env=environment)
    found = {one["what"]: one for one in json.loads(done.stdout)}
    assert found["convert, assess, report"]["works"]
    assert found["cache"]["told"] == str(tmp_path / "home")
    is_ready = all(one["works"] for one in found.values() if one["is_needed"])
    assert done.returncode == (0 if is_ready else 1)


def test_a_line_an_ability(tmp_path: Path) -> None:
    lines = porter("doctor").stdout.splitlines()
    assert all(line.startswith(("ok ", "missing ", "   ")) for line in lines)
    assert lines[0].startswith("ok       convert, assess, report")
