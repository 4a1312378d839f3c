"""Lines that kernels print come in no order that anything determines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.program.unprepared import verdict

PROGRAM = """
#include <cstdio>
__global__ void tell() {
    int i = blockIdx.x;
#ifdef __HIP__
    i = 7 - i;  // as another device might take the blocks
#endif
    printf("block %d has %d\\n", i, WHAT);
}
int main() { tell<<<8, 1>>>(); cudaDeviceSynchronize(); }
"""


@pytest.mark.toolchain
@pytest.mark.parametrize(("what", "is_same"), [("i * i", True), ("i * (int)blockIdx.x", False)])
def test_lines_of_kernels_are_compared_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, is_same: bool
) -> None:
    found = verdict(tmp_path, monkeypatch, {"tell.cu": PROGRAM.replace("WHAT", what)})
    assert found["passed"] is is_same, found
    assert found["numbers"] == 16
    assert any("the order of its lines" in one for one in found["remarks"])
