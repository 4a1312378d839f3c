"""CUDA's side does what CUDA's guide and the PTX manual say, on each compute capability."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu

pytestmark = pytest.mark.toolchain

PROGRAMS = Path(__file__).parent / "programs" / "cuda"
#: Architecture -> bytes of shared memory that a block can ask for (CUDA C++ Programming Guide,
#: technical specifications).
OPT_IN = {
    "sm_70": 98304,
    "sm_75": 65536,
    "sm_80": 166912,
    "sm_86": 101376,
    "sm_89": 101376,
    "sm_90": 232448,
}


def said(name: str, arch: str) -> str:
    """Build and run a program, and return what it printed."""
    run = cpu.build(PROGRAMS / f"{name}.cu", arch=arch).run(timeout=100)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


QUICK = ("sm_70", "sm_90")


@pytest.mark.parametrize(
    "arch",
    [
        *QUICK,
        *(pytest.param(one, marks=pytest.mark.slow) for one in OPT_IN if one not in QUICK),
    ],
)
def test_shared_memory_has_the_limits_of_the_capability(arch: str) -> None:
    assert said("shared_memory_limits", arch) == f"49152 {OPT_IN[arch]} 0 1 1 0 0 1 0"


def test_atomics_of_every_scope_and_width() -> None:
    wide = "40 1f 7 3 3 8000000000000001"
    words = "5 ffffffff 2 8 ffffffff ffffffe0 80000001"
    assert said("atomics", "sm_80") == f"{wide} {words} 9 32 64"


@pytest.mark.slow
def test_atomics_of_128_bits() -> None:
    assert said("wide_atomics", "sm_90") == "256 512 7"


def test_device_code_allocates() -> None:
    assert said("heap", "sm_80") == "0 9 135"


def test_instructions_of_ptx() -> None:
    permuted = "44332211 66770011 22222222 33221111 22221100 33223322"
    found = "1 5 5 4 ffffffff ffffffff 0"
    together = "f fffffff7 1f0 2 c"
    assert said("instructions", "sm_80") == f"{permuted} {found} {together} 1"


def test_barriers_and_atomics_of_cuda_s_headers() -> None:
    assert said("barriers", "sm_70") == "0 96 95"


def test_loads_and_stores_with_cache_hints() -> None:
    assert said("cache_hints", "sm_80") == "0 0 0 0"


def test_words_signed_and_unsigned() -> None:
    # Host arithmetic: halfwords 0x80ff, 0x1234 (dp2a) and bytes of a with bytes 7f 01 f0 e7 of b.
    high, low = 0x80FF, 0x1234
    signed_low = 7 + low * (0xE7 - 256) + (high - 65536) * (0xF0 - 256)
    signed_high = 7 + low * 0x01 + (high - 65536) * 0x7F
    dots = [signed_low, signed_high, 7 + low * 0xE7 + high * 0xF0, 7 + low * 0x01 + high * 0x7F]
    signed_bytes = 0x34 * (0xE7 - 256) + 0x12 * (0xF0 - 256) + (0xFF - 256) + (0x80 - 256) * 0x7F
    dots += [7 + signed_bytes, 7 + 0x34 * 0xE7 + 0x12 * 0xF0 + 0xFF + 0x80 * 0x7F]
    assert said("words", "sm_80") == " ".join(map(str, [0, *dots]))


def test_formats_of_printf() -> None:
    assert said("formats", "sm_80").split("|") == [
        "44 4464 255 2345 377",
        "-5 18446744073709551611 1099511627776 ff",
        "     7 7    3.14      2.8",
        "text  right cu q  12.2% 0x10",
    ]


@pytest.mark.parametrize("header", ["alone", "cmath", "math_h"])
def test_kinds_of_numbers_in_every_form(header: str) -> None:
    assert said(f"classification_{header}", "sm_80") == "0 0"


def test_launches_by_function_leave_out_what_has_a_default() -> None:
    assert said("launches_by_function", "sm_80") == "0 6 6"


def test_fast_functions_at_their_edges() -> None:
    assert said("fast_functions", "sm_80") == "0"


def test_numbers_that_are_none() -> None:
    assert said("not_a_number", "sm_80") == "0 1 1"


def test_rounding_modes_are_those_of_their_instruction_alone() -> None:
    assert said("rounding_alone", "sm_80") == "-inf -inf 340282346638528859811704183484516925440"


@pytest.mark.parametrize("arch", QUICK)
def test_what_is_written_for_nvcc_is_compiled_and_cudas_headers_are_not_nvccs(arch: str) -> None:
    assert said("nvcc", arch) == "128 32 13 1 128 1"


def test_the_cache_that_persists_can_be_reset(tmp_path: Path) -> None:
    """By both of CUDA's APIs: nothing is kept in a cache here."""
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <cstdio>\n#include <cuda.h>\nint main() {\n  cudaFree(0);\n"
        '  printf("%d %d\\n", cudaCtxResetPersistingL2Cache(), cuCtxResetPersistingL2Cache());\n}\n'
    )
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "0 0\n"
