"""The AMD GPU that a port runs on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from porter.execute import amd
from porter.execute.amd import program


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    amd.device.cache_clear()
    yield
    amd.device.cache_clear()


@pytest.fixture
def hipcc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "hipcc"
    made.write_text("#!/bin/sh\necho 'HIP version: 6.4.43484'\n")
    made.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    return made


def test_a_gpu_with_hipcc(hipcc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "amd_gpus", lambda: ["gfx942", "gfx942"])
    found = amd.device()
    assert found is not None
    assert (found.name, found.compiler, found.version) == ("gfx942", hipcc, "6.4.43484")
    assert "--offload-arch=gfx942" in found.compile_words


def test_no_gpu(hipcc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "amd_gpus", list)
    assert amd.device() is None
