"""The generators of curand_kernel.h in kernels give an H200's numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain

PROGRAM = Path(__file__).parent / "programs" / "rand_kernels.cu"
WORDS, SAMPLES = slice(0, 6), slice(6, None)
#: Of normal numbers that are at most 6.6: a sine of a GPU is off by 2^-20 (CUDA's programming
#: guide, accuracy of `__sincosf`); a log-normal one is that of a quarter of it.
LOST = {"normal": 6.6 * 2**-20, "log-normal": 6.6 / 4 * 2**-20, "double": 1e-15, "poisson": 0}


@pytest.mark.slow
def test_words_and_numbers_are_those_of_an_h200() -> None:
    """By generator: sums of words, after a leap too, and of uniform numbers; others by value."""
    if find().cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    run = cpu.build(PROGRAM, arch="sm_80").run(timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    recorded = PROGRAM.with_suffix(".txt").read_text().splitlines()
    made = run.stdout.splitlines()
    assert len(made) == len(recorded) == 7 * 6 + 3
    for line, expected in zip(made, recorded, strict=True):
        ours, theirs = line.split("\t"), expected.split("\t")
        assert ours[WORDS] == theirs[WORDS], expected
        for i, (a, b) in enumerate(zip(ours[SAMPLES], theirs[SAMPLES], strict=True)):
            kind = tuple(LOST)[i % 4]
            scale = float(b) if kind == "log-normal" else max(1.0, abs(float(b)))
            assert abs(float(a) - float(b)) <= LOST[kind] * scale, (expected, i)
