from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.port.operators.package import Package, open_package

ROOT = Path(__file__).parents[3]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the small package of AITER's layout."""
    return shutil.copytree(
        ROOT / "csrc_cuda" / "aiter_mini",
        tmp_path / "mini",
        ignore=shutil.ignore_patterns("__pycache__"),
    )


@pytest.fixture
def package(root: Path) -> Package:
    return open_package(root)
