"""A library of the executor that a Makefile links is built before make runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.own_build.installation import Against, Rocm
from porter.own_build.linked_libraries import build_linked_libraries


@pytest.fixture
def rocm(tmp_path: Path) -> Rocm:
    """Return a folder whose hipcc makes the library that it is asked for."""
    root = tmp_path / "rocm"
    for name in ("bin", "lib"):
        (root / name).mkdir(parents=True)
    for name in ("hipblas", "hipfft"):
        (root / f"lib/lib{name}.so").write_text(f'INPUT("{tmp_path}/{name}")\n')
    hipcc = root / "bin/hipcc"
    hipcc.write_text(f'#!/bin/sh\ntouch "{tmp_path}/${{1#-print-library=}}"\n')
    hipcc.chmod(0o755)
    return Rocm(root, hipcc, Against.CPU, "gfx942")


def test_those_that_a_makefile_names(tmp_path: Path, rocm: Rocm) -> None:
    (tmp_path / "port/src").mkdir(parents=True)
    (tmp_path / "port/src/Makefile").write_text("a: a.o\n\tg++ a.o -lhipblas -lm -o a\n")
    build_linked_libraries(tmp_path / "port", rocm, {})
    assert (tmp_path / "hipblas").exists()
    assert not (tmp_path / "hipfft").exists()


def test_an_installed_rocm_has_its_own(tmp_path: Path, rocm: Rocm) -> None:
    (tmp_path / "port").mkdir()
    (tmp_path / "port/Makefile").write_text("a:\n\tg++ a.o -lhipblas\n")
    build_linked_libraries(tmp_path / "port", rocm._replace(against=Against.ROCM), {})
    assert not (tmp_path / "hipblas").exists()
