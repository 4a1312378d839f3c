"""Addresses of shared memory that code gives as pointers."""

import numpy as np
import pytest

pytestmark = pytest.mark.toolchain


def test_a_pointer_is_an_address_of_shared_memory(load, arch) -> None:
    given = np.arange(32, dtype=np.float32)
    out = np.zeros(32, np.float32)
    load("shared_pointer.cu", arch).kernel("copied")[1, 32](given, out)
    np.testing.assert_array_equal(out, given[::-1])
