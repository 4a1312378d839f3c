"""The environment by which a Makefile hands flags to nvcc is hipcc's in the port."""

from __future__ import annotations

import pytest

from porter.testing import apply

RECIPE = "scan: scan.cu\n\tnvcc scan.cu -o scan\n"


@pytest.mark.parametrize("operator", ["=", ":=", "::=", "?=", "+="])
def test_the_flags_stand_beside_those_that_are_there(operator: str) -> None:
    text = f"export NVCC_APPEND_FLAGS{operator}-DX=1\n{RECIPE}"
    after = f"export HIPCC_COMPILE_FLAGS_APPEND+=-DX=1\n{RECIPE}"
    assert apply(text, "BLD66", path="Makefile").data == after.encode()


@pytest.mark.parametrize(
    "text",
    [
        "export NVCC_PREPEND_FLAGS = -O1\n",
        "scan: export NVCC_APPEND_FLAGS = -O1\n",
        "export NVCC_APPEND_FLAGS != cat flags\n",
        "export\nNVCC_APPEND_FLAGS = -Wl,-z,now\n",
        "NVCC_APPEND_FLAGS = -g\nexport A NVCC_APPEND_FLAGS\n",
    ],
)
def test_what_has_no_counterpart_is_told(text: str) -> None:
    done = apply(text + RECIPE, "BLD66", path="Makefile")
    assert done.data == (text + RECIPE).encode()
    assert len(done.findings) == 1
