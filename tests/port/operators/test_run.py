"""What `porter new ck` writes is built by its package's JIT and runs on the cpu executor."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from porter.port.operators.catalogue import OPERATORS, choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package
from porter.toolchain.home import porter_home
from tests.composable_kernel import needs_composable_kernel

pytestmark = [pytest.mark.slow, pytest.mark.toolchain, needs_composable_kernel]

COLUMNS = "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"
#: Every operator in every type on gfx9, and by WMMA what Composable Kernel has for it.
CASES = [
    *((name, dtype, "gfx942") for name, one in OPERATORS.items() for dtype in one.dtypes),
    ("gemm", "bf16", "gfx1100"),
    ("batched_gemm", "f16", "gfx1100"),
    ("rmsnorm2d", "bf16", "gfx1100"),
]


@pytest.mark.parametrize(("operator", "dtype", "arch"), CASES)
def test_an_operator_passes_its_own_tests(
    package: Package, operator: str, dtype: str, arch: str
) -> None:
    pytest.importorskip("torch")
    add_operator(package, "made", choose(operator, dtype, None))
    table = package.root / "aiter/configs/made_tuned.csv"
    if table.is_file():  # a line for no shape leaves the kernel that takes any to be built
        usual = 0 if arch.startswith("gfx9") else 10
        table.write_text(f"{COLUMNS}0,0,0,0,{dtype},{usual},0,0,not measured,0,0,0\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "op_tests"],
        cwd=package.root,
        env=os.environ
        | {
            "PYTHONPATH": str(package.root),
            "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}",
            "PORTER_HOME": str(porter_home()),
            "AITER_JIT_DIR": str(package.root / "jit"),
            "GPU_ARCHS": arch,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
