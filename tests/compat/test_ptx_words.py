"""`lop3` of every table and `prmt` of every selector, against the PTX ISA's definitions."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain
ROWS = 32


@pytest.fixture(scope="module")
def kernels(load, arch):
    return load("ptx_words.cu", arch)


def test_every_table_of_lop3(kernels) -> None:
    words = np.random.default_rng(31).integers(0, 2**32, (ROWS, 3), dtype=np.uint64)
    words = words.astype(np.uint32)
    words[0] = 0xF0F0F0F0, 0xCCCCCCCC, 0xAAAAAAAA
    out = np.zeros((ROWS, 256), np.uint32)
    kernels.kernel("every_table")[1, ROWS](words, out)
    # The operands of the first row spell 7 to 0 in each byte: the result is the table.
    assert out[0].tolist() == [table * 0x01010101 for table in range(256)]
    places = np.arange(32, dtype=np.uint32)
    bits = (words[:, :, None] >> places) & 1
    spelt = bits[:, 0] * 4 + bits[:, 1] * 2 + bits[:, 2]
    for table in range(256):
        expected = (((table >> spelt) & 1) << places).sum(axis=1)
        assert out[:, table].tolist() == expected.tolist(), hex(table)


@pytest.mark.parametrize(
    ("a", "b", "above"), [(0x33A2107F, 0xF7068504, 0), (0x80FF007F, 0x7F00FF80, 0xA5C3)]
)
def test_every_selector_of_prmt(kernels, a: int, b: int, above: int) -> None:
    # What the selector has above its four nibbles does not count.
    out = np.zeros(65536, np.uint32)
    kernels.kernel("every_selector")[256, 256](np.uint32(a), np.uint32(b), np.uint32(above), out)
    stored = np.array([a, b], "<u4").view(np.uint8).astype(np.uint32)
    selectors = np.arange(65536, dtype=np.uint32)
    expected = np.zeros(65536, np.uint32)
    for place in range(4):
        nibble = (selectors >> (4 * place)) & 15
        byte = stored[nibble & 7]
        sign = np.where(byte >> 7, 0xFF, 0)
        expected |= np.where(nibble & 8, sign, byte).astype(np.uint32) << (8 * place)
    np.testing.assert_array_equal(out, expected)
