"""CMake, which finds the cpu executor in ROCm's place."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from porter.own_build.installation import Rocm


def on_the_executor(port: Path, folder: Path, *, is_built: bool = True) -> Path:
    """Configure a port in `folder` as `porter build --native` does, and build it.

    Args:
        port: a converted project.
        folder: where the log goes, and what CMake makes.
        is_built: also build it.

    Returns:
        CMake's build folder.
    """
    found = _executor()
    from porter.own_build.systems import System, Target, commands

    wanted = commands(Target(port, System.CMAKE), found, folder, 1)
    wanted[0].append("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    for command in wanted if is_built else wanted[:1]:
        _run(command, port, found)
    return folder


def with_preset(port: Path, name: str) -> None:
    """Configure a port by one of its presets."""
    _run(["cmake", "--preset", name], port, _executor())


def _executor() -> Rocm:
    if shutil.which("cmake") is None or shutil.which("make") is None:
        pytest.skip("needs cmake and make")
    from porter.own_build.installation import Against, rocm

    return rocm(Against.CPU, "gfx942")


def _run(command: list[str], folder: Path, executor: Rocm) -> None:
    environment = executor.environment(os.environ)
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
