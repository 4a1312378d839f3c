from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute.cpu import Module

#: One architecture a wave size.
ARCHITECTURES = ("gfx942", "gfx1100")


@pytest.fixture(params=ARCHITECTURES)
def arch(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def slow(
    arch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Module:
    """Return the kernels of the test's SOURCE, one work-item after the other."""
    monkeypatch.setenv("PORTER_CPU_OPTIMIZE", "0")
    source = tmp_path / "slow.hip"
    source.write_text(request.module.SOURCE.read_text())
    return Module.load(source, arch=arch)
