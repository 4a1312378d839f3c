"""No kernel of ac4k's port keeps registers in memory, on any architecture."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.driver import build
from porter.errors import PorterError
from porter.toolchain.discovery import find

AC4K = Path(__file__).parents[3] / "ported" / "ac4k"
#: Operators, and how many kernels each has at least.
KERNELS = {"attention_kernel": 12, "gemm_kernel": 3, "quantize": 9, "rope3d_kernel": 3}


#: Architectures, and one that the compiler knows: by the usual one, and by clang 22.
CASES = [
    *((arch, arch) for arch in ("gfx90a", "gfx942", "gfx950", "gfx1100")),
    *((arch, "gfx950") for arch in ("gfx90a", "gfx942", "gfx1100")),
]


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(("arch", "known"), CASES)
def test_no_kernel_spills(arch: str, known: str, tmp_path: Path) -> None:
    try:
        toolchain = find(archs=[known])
    except PorterError as error:
        pytest.skip(error.message)
    # What the host does with the same sources is no matter here, and takes most of the time.
    report = build(AC4K, [arch], folder=tmp_path, jobs=2, toolchain=toolchain, device_only=True)
    assert [str(unit.error) for unit in report.failed] == []
    kernels = [kernel for unit in report.units for kernel in unit.kernels]
    for name, count in KERNELS.items():
        assert sum(name in kernel.name for kernel in kernels) >= count, name
    spilling = [
        (kernel.name, kernel.vgpr_spills, kernel.sgpr_spills, kernel.scratch)
        for kernel in kernels
        if kernel.vgpr_spills or kernel.sgpr_spills or kernel.scratch
    ]
    assert spilling == []
