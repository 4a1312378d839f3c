"""What porter needs is to be had as wheels for each kind of machine: nothing has to be compiled."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
_LINUX = ("2014", "_2_17", "_2_28")


@pytest.mark.parametrize(
    "tags",
    [
        pytest.param([f"manylinux{one}_x86_64" for one in _LINUX], id="linux-x86_64"),
        pytest.param([f"manylinux{one}_aarch64" for one in _LINUX], id="linux-aarch64"),
        pytest.param(["musllinux_1_2_x86_64"], id="alpine-x86_64"),
        pytest.param(["macosx_11_0_arm64", "macosx_14_0_arm64"], id="macos-arm64"),
        pytest.param(["macosx_10_9_x86_64", "macosx_14_0_x86_64"], id="macos-x86_64"),
    ],
)
@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_there_are_wheels_for(python: str, tags: list[str], tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    platforms = [f"--platform={tag}" for tag in tags]
    words = ["install", "--dry-run", "--quiet", "--report", "-", "--only-binary=:all:", *platforms]
    words += [f"--python-version={python}", "--target", str(tmp_path), *project["dependencies"]]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = {one["metadata"]["name"].lower() for one in json.loads(done.stdout)["install"]}
    assert {"libclang", "ninja", "numpy", "tree-sitter", "tree-sitter-cuda"} <= found
