"""The handle of an array is no memory: copies to it and from it end with an error, as CUDA's do."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

PROGRAM = Path(__file__).parent / "programs" / "array_handles.cu"


@pytest.mark.toolchain
def test_copies_that_take_an_array_for_memory_are_refused() -> None:
    run = cpu.build(PROGRAM, arch="sm_80").run(timeout=60)
    assert (run.returncode, run.stdout) == (0, "16"), run.stderr
