from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.port.operators.package import Package, open_package

ROOT = Path(__file__).parents[3]


def copied_package(folder: Path) -> Path:
    """Copy the small package of AITER's layout into a folder; return its root."""
    return shutil.copytree(
        ROOT / "csrc_cuda" / "aiter_mini",
        folder / "mini",
        ignore=shutil.ignore_patterns("__pycache__"),
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the small package of AITER's layout."""
    return copied_package(tmp_path)


@pytest.fixture
def package(root: Path) -> Package:
    return open_package(root)
