"""cuBLAS's products, converted with `--gemm ck`, run on the cpu executor by Composable Kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.toolchain.composable_kernel import composable_kernel
from porter.toolchain.home import Prefix, porter_home
from tests.compat.test_cutlass_gemm import ran

PROGRAM = Path(__file__).parent / "programs" / "ck_gemm.cu"


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.skipif(
    composable_kernel(Prefix(porter_home())) is None, reason="needs Composable Kernel"
)
def test_products_epilogues_and_what_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "source" / "ck_gemm.cu"
    source.parent.mkdir()
    source.write_text(PROGRAM.read_text())
    assert ran(source, tmp_path / "port", gemm="ck").startswith("status 0 0 1, worst ")
