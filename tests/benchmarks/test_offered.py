"""The page's table of functions that the executor offers is the one that is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.offered import main
from porter.toolchain.discovery import find

PAGE = Path(__file__).parents[2] / "docs/cpu-executor.md"


@pytest.mark.toolchain
def test_the_page_has_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    if find().host_blas is None or find().cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install host-blas cuda-library-headers`")
    main([])
    assert capsys.readouterr().out in PAGE.read_text(encoding="utf-8")
