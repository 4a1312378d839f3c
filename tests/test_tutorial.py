"""The commands of docs/tutorial.md, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[1] / "docs" / "tutorial.md"


def steps() -> list[str]:
    return re.findall(
        r"^```bash\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def test_it_takes_ten_commands() -> None:
    assert len(steps()) == 10


@pytest.mark.slow
@pytest.mark.toolchain
def test_every_command_does_what_the_tutorial_says(tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for step in steps():
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", step], cwd=tmp_path, env=environment,
            capture_output=True, text=True, timeout=3600, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{step}\n{done.stdout}\n{done.stderr}"
    assert "cudaMalloc" not in (tmp_path / "port/csrc/causal_conv1d.cpp").read_text()
    assert "1 of 1 cases give what CUDA gives" in (tmp_path / "parity.html").read_text()
    assert "Work list" in (tmp_path / "report.html").read_text()
