"""porter's own headers stand in for ROCm's that are not installed, and for no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.toolchain.model import Toolchain
from porter.toolchain.stand_in_headers import stand_in_headers


@pytest.fixture
def rocm(tmp_path: Path) -> Toolchain:
    return Toolchain(Path("clang"), "19", Path("bin"), "", tmp_path, "6.4", Path("bitcode"))


def test_what_is_not_installed_is_porter_s(rocm: Toolchain) -> None:
    assert any((folder / "roctracer/roctx.h").is_file() for folder in stand_in_headers(rocm))


def test_what_is_installed_is_rocm_s(rocm: Toolchain, tmp_path: Path) -> None:
    (tmp_path / "include/roctracer").mkdir(parents=True)
    assert not any((folder / "roctracer").is_dir() for folder in stand_in_headers(rocm))
