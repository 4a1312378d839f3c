"""The matrix instructions of each architecture, as an older and a newer compiler make them."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

pytestmark = [pytest.mark.toolchain, pytest.mark.slow]

MADE = {
    "gfx90a": {"v_mfma_f32_16x16x16f16": 2},
    "gfx942": {"v_mfma_f32_16x16x16_f16": 2},
    "gfx950": {"v_mfma_f32_16x16x16_f16": 2},
    "gfx1100": {"v_wmma_f32_16x16x16_f16": 1},
    "gfx1201": {"v_wmma_f32_16x16x16_f16": 1},
    "gfx1030": {},
}


@pytest.mark.parametrize("newest", [False, True], ids=["clang", "newest clang"])
@pytest.mark.parametrize("arch", MADE)
def test_a_product_is_made_by_matrix_instructions(
    arch: str, newest: bool, folders: dict[bool, Path]
) -> None:
    try:
        toolchain = find(archs=[arch, *(["gfx950"] if newest else [])])
    except PorterError as error:
        pytest.skip(error.message)
    kernel = "mma_m16n8k16_row_col_f32_f16_f16_f32"
    flags = ["-nogpulib", "-w", "-DPORTER_WHOLE_WAVES"]
    command = toolchain.hip_command(
        folders[True] / "mma.cu", arch, emit=Emit.DEVICE_ASM, output="-", flags=flags
    )
    assembly = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    body = assembly.partition(f"\n{kernel}:")[2].partition("s_endpgm")[0]
    assert body
    words = (line.split()[0] for line in body.splitlines() if line.split())
    made = Counter(word for word in words if word.startswith(("v_mfma", "v_wmma")))
    assert made == MADE[arch]
