"""Generated kernels give what their reference says, as CUDA and as HIP at both waves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.generated.__main__ import ARCHITECTURES, run_unit, units
from tests.generated.expressions import bits, from_bits, popcount
from tests.generated.unit import checksum, kernel, program


def test_a_seed_gives_one_kernel() -> None:
    assert kernel(7).text == kernel(7).text
    assert kernel(7).text != kernel(8).text


def test_the_reference_knows_words() -> None:
    words = np.array([0, 1, 0x80000001, 0xFFFFFFFF], np.uint32)
    assert popcount(words).tolist() == [0, 1, 2, 32]
    np.testing.assert_array_equal(from_bits(bits(words)), words)
    assert checksum(np.array([], np.uint32)) == 2166136261


def test_units_hold_every_seed_once() -> None:
    assert [seed for unit in units(5, 250, 100) for seed in unit] == list(range(5, 255))


def test_a_program_launches_and_checks_every_kernel() -> None:
    text = program(range(3))
    assert all(f"k{seed}<<<" in text and f'check("k{seed}"' in text for seed in range(3))


def test_units_are_written_for_an_nvidia_gpu(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.generated", "0", "6", "--size", "3"]
    subprocess.run([*command, "--write", str(tmp_path)], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"unit0.cu", "unit3.cu", "run.sh"}


_STAND_IN = """#!/bin/sh
[ "$4" = unit1.cu.out ] && exit 1
printf '#!/bin/sh\\necho PASS 1\\n' > "$4"; chmod +x "$4"
"""


def test_what_an_nvidia_gpu_gave_is_counted(tmp_path: Path) -> None:
    (nvcc := tmp_path / "nvcc").write_text(_STAND_IN, encoding="utf-8")
    nvcc.chmod(0o755)
    command = [sys.executable, "-m", "tests.generated", "0", "3", "--size", "1"]
    subprocess.run([*command, "--write", str(folder := tmp_path / "units")], check=True)
    surroundings = {**os.environ, "NVCC": str(nvcc)}
    done = subprocess.run(
        ["sh", str(folder / "run.sh")],
        capture_output=True,
        text=True,
        env=surroundings,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert sorted(lines[:-1]) == [
        "unit0.cu: PASS 1",
        "unit1.cu: does not build",
        "unit2.cu: PASS 1",
    ]
    assert lines[-1] == "2 kernels as their reference, 1 units with others"


@pytest.mark.toolchain
@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_a_unit_passes(arch: str, tmp_path: Path) -> None:
    assert run_unit(range(30), tmp_path, (arch,)) == []
