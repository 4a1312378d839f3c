"""What tests of rules share: converting a text, and type-checking what came of it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from porter.compat.headers import SUPPORT_FOLDER
from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.source.text.languages import language_of
from porter.testing import convert, single_text

Convert = Callable[..., Conversion]

#: Rules that give every build file the same line, which their own examples show.
EVERYWHERE = frozenset({"BLD44", "BLD45"})


@pytest.fixture(scope="session")
def converted() -> Convert:
    """Convert a text with all rules but those of `EVERYWHERE`, or with those that are named."""

    def run(
        text: str, *rules: str, path: str = "unit.cu", files: tuple[str, ...] = ()
    ) -> Conversion:
        options = Options(only=frozenset(rules), skip=frozenset() if rules else EVERYWHERE)
        return convert(*single_text(path, text.encode(), language_of(path), options, files))

    return run


@pytest.fixture
def written(tmp_path: Path, converted: Convert) -> Callable[[str], Path]:
    """Convert a text and write the outcome, with all support headers beside it."""

    def run(text: str) -> Path:
        source = tmp_path / "unit.hip"
        source.write_bytes(converted(text).data)
        folder = tmp_path / SUPPORT_FOLDER
        folder.mkdir(exist_ok=True)
        for header in files("porter.compat").iterdir():
            if header.name.endswith(".hpp"):
                (folder / header.name).write_bytes(header.read_bytes())
        return source

    return run


@pytest.fixture
def type_errors(written: Callable[[str], Path]) -> Callable[..., list[str]]:
    """Convert a text, compile host and device of the outcome, and return the errors."""
    from porter.toolchain.discovery import find
    from porter.toolchain.model import Emit

    tools = find()

    def run(text: str, arch: str = "gfx942", std: str = "c++17") -> list[str]:
        command = tools.hip_command(written(text), arch, emit=Emit.SYNTAX, std=std, flags=["-w"])
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return [line for line in result.stderr.splitlines() if "error" in line]

    return run
