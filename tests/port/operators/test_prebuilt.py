"""PREBUILD_KERNELS builds an operator with its package, which then needs no compiler for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package
from porter.toolchain.home import porter_home
from tests.composable_kernel import needs_composable_kernel

from .test_run import COLUMNS

PRODUCT = """
import torch, aiter
torch.manual_seed(0)
x, w = torch.randn(33, 71).bfloat16(), torch.randn(50, 71).bfloat16()
wanted = x.double() @ w.double().T
torch.testing.assert_close(aiter.made(x, w).double(), wanted, atol=0.02, rtol=0.01)
"""


@pytest.mark.slow
@pytest.mark.parametrize("said", ["4", "gemm", "-1"])
def test_a_kind_that_there_is_not_is_told_before_anything_is_built(
    package: Package, said: str
) -> None:
    add_operator(package, "made", choose("gemm", "bf16", None))
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_py", "--build-lib", "lib"],
        cwd=package.root,
        env=os.environ | {"PREBUILD_KERNELS": said},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"error: PREBUILD_KERNELS={said} is none of 0, 1, 2, 3\n"
    assert not (package.root / "lib").exists()


@pytest.mark.slow
@pytest.mark.toolchain
@needs_composable_kernel
def test_products_of_matrices_come_with_the_package_and_nothing_else(
    package: Package, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    add_operator(package, "made", choose("gemm", "bf16", None))
    table = package.root / "aiter/configs/made_tuned.csv"
    table.write_text(f"{COLUMNS}0,0,0,0,bf16,0,0,0,not measured,0,0,0\n")
    lib = tmp_path / "lib"
    environment = os.environ | {
        "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}",
        "PORTER_HOME": str(porter_home()),
        "AITER_JIT_DIR": str(tmp_path / "jit"),
        "GPU_ARCHS": "gfx942",
    }
    build = [sys.executable, "setup.py", "-q", "build", "--build-base", str(tmp_path / "base")]
    done = subprocess.run(
        [*build, "--build-lib", str(lib)],
        cwd=package.root,
        env=environment | {"PREBUILD_KERNELS": "2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "built module_made" in done.stdout
    assert "module_norm" not in done.stdout
    broken = tmp_path / "porter-broken-hipcc"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    ran = subprocess.run(
        [sys.executable, "-c", PRODUCT],
        cwd=tmp_path,
        env=environment
        | {"PYTHONPATH": str(lib), "HIPCC": str(broken), "AITER_JIT_DIR": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
