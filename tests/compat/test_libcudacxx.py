"""Support headers for libcu++: every name of the table, and `cuda::std` on the device."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.tables.libcudacxx import libcudacxx

pytestmark = pytest.mark.toolchain
THREADS = 64


@pytest.fixture(scope="module")
def kernels(load_side, side):
    return load_side("cuda_std.cu", side)


def test_tools_of_device_code(kernels) -> None:
    out = np.zeros((THREADS, 16), np.int32)
    kernels.kernel("numbers")[1, THREADS](out)
    for i, got in enumerate(out.tolist()):
        four = [1, 2, 3, 4]
        four[i % 4] = 50
        wanted = [i + 18, 7, i, sum(four), -3, 4, i + 5, i * 5, max(i, 5), min(i, 5), 15]
        assert got == [*wanted, 2**31 - 1, 1, i - 5, i % 32, i + THREADS]


def test_a_variant_is_passed_assigned_and_visited(kernels) -> None:
    given = np.array(
        [(3.0, 4.0, 3)], np.dtype([("width", "f4"), ("height", "f4"), ("index", "i4")])
    )
    out = np.zeros((THREADS, 8), np.float32)
    kernels.kernel("variants")[1, THREADS](given[0], out)
    for i, got in enumerate(out.tolist()):
        area = [-1, i * i, 0, 2 * i][i % 4]
        fifth = i if i % 4 == 1 else 4
        width = i if i % 4 == 3 else -5
        assert got == [i % 4, area, area + 12, i % 4 == 2, width, fifth, 4, 6]


def test_spans_are_views_of_elements(kernels) -> None:
    out = np.zeros((THREADS, 8), np.int32)
    kernels.kernel("spans")[1, THREADS](out)
    for i, got in enumerate(out.tolist()):
        assert got == [i + 15, 9, 306, 1 + 4, 7 + i, 24, 50, 3]


def test_optionals_hold_a_value_or_none(kernels) -> None:
    given = np.array([(3.0, 4, 1)], np.dtype([("distance", "f4"), ("index", "i4"), ("has", "i4")]))
    out = np.zeros((THREADS, 8), np.int32)
    kernels.kernel("optionals")[1, THREADS](given[0], out)
    for i, got in enumerate(out.tolist()):
        half = None if i % 2 else i // 2
        compared = (half is None) + 2 * (half == 2) + 4 * (half != 1)
        wanted = [7, -2, -3] if half is None else [half, half + 100, -3 if half % 2 else half // 2]
        assert got == [
            half is not None, -1 if half is None else half, wanted[0], 7, *wanted[1:], compared, i,
        ]  # fmt: skip


def test_bits_and_multiples_of_integers(kernels) -> None:
    out = np.zeros((THREADS, 16), np.int32)
    kernels.kernel("bits")[1, THREADS](out)
    for i, got in enumerate(out.tolist()):
        byte = (i << 3 | i >> 5) & 255, (i >> 3 | i << 5) & 255
        length = i.bit_length()
        assert got == [
            i.bit_count(), 32 - length, (i & -i).bit_length() - 1 if i else 8, 16 - length,
            1 << max(i - 1, 0).bit_length(), 1 << length - 1 if i else 0, length,
            i.bit_count() == 1, *byte, int(np.float32(i).view(np.int32)), -(-i // 16),
            -(-i // 3), 0, 0, 0,
        ]  # fmt: skip


def test_multiples_and_powers_of_two(load_side) -> None:
    out = np.zeros((THREADS, 8), np.int32)
    load_side("cuda_std.cu", "gfx942").kernel("multiples")[1, THREADS](out)
    for i, got in enumerate(out.tolist()):
        assert got == [
            -(-i // 7) * 7, i // 5 * 5, (i + 1).bit_length() - 1, i.bit_length(),
            i.bit_count() == 1, 1 << max(i - 1, 0).bit_length(),
            1 << i.bit_length() - 1 if i else 0, 0x01010100 + i,
        ]  # fmt: skip


def test_every_name_of_the_table_is_declared(tmp_path: Path) -> None:
    source, port = tmp_path / "source", tmp_path / "port"
    source.mkdir()
    table = libcudacxx()
    lines = [f"#include <{path.decode()}>\n" for path in table.headers]
    lines += [
        f"namespace n{i} {{ using ::cuda::{name.decode()}; }}\n"
        for i, name in enumerate(sorted(table.names))
    ]
    lines.append('extern "C" __global__ void declared(int* out) { *out = 1; }\n')
    (source / "names.cu").write_text("".join(lines))
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    out = np.zeros(1, np.int32)
    Module.load(port / "names.cu", arch="gfx942").kernel("declared")[1, 1](out)
    assert out[0] == 1
