"""cuBLAS's products, converted with `--gemm ck`, run on the cpu executor by Composable Kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.test_cutlass_gemm import ran
from tests.composable_kernel import needs_composable_kernel

PROGRAM = Path(__file__).parent / "programs" / "ck_gemm.cu"


@pytest.mark.slow
@pytest.mark.toolchain
@needs_composable_kernel
def test_products_epilogues_and_what_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "source" / "ck_gemm.cu"
    source.parent.mkdir()
    source.write_text(PROGRAM.read_text())
    assert ran(source, tmp_path / "port", gemm="ck").startswith("status 0 0 1, worst ")
