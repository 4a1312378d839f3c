"""Composable Kernel is found: what CK_DIR names, ROCm's own, then what porter installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.toolchain import rocm
from porter.toolchain.composable_kernel import ck_include_dirs, composable_kernel
from porter.toolchain.home import Prefix


def kernel(root: Path, *, configured: bool = True) -> Path:
    (root / "include/ck").mkdir(parents=True)
    (root / "include/ck/ck.hpp").write_text("")
    if configured:
        (root / "include/ck/config.h").write_text("")
    return root


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prefix:
    for name in ("CK_DIR", "ROCM_PATH", "HIP_PATH", "ROCM_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(rocm, "DEFAULT_ROCM", tmp_path / "nowhere")
    return Prefix(tmp_path / "home")


def test_without_any_there_is_none(prefix: Prefix) -> None:
    assert composable_kernel(prefix) is None


def test_the_environment_wins_then_rocm_then_porters(
    prefix: Prefix, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = kernel(prefix.place("ck"))
    (own / "manifest.json").write_text("{}")
    assert composable_kernel(prefix) == own
    installed = kernel(tmp_path / "rocm")
    monkeypatch.setenv("ROCM_PATH", str(installed))
    assert composable_kernel(prefix) == installed
    named = kernel(tmp_path / "named")
    monkeypatch.setenv("CK_DIR", str(named))
    assert composable_kernel(prefix) == named
    monkeypatch.setenv("CK_DIR", str(tmp_path))
    assert composable_kernel(prefix) == installed


def test_sources_that_nobody_configured_get_a_configuration(tmp_path: Path) -> None:
    root = kernel(tmp_path / "a")
    assert ck_include_dirs(root) == (root / "include",)
    root = kernel(tmp_path / "b", configured=False)
    (root / "library/include").mkdir(parents=True)
    first, second, config = ck_include_dirs(root)
    assert (first, second) == (root / "include", root / "library/include")
    assert "CK_USE_XDL" in (config / "ck/config.h").read_text()
