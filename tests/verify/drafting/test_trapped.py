"""Truth values where which kernels end the program are drawn as false."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'


@pytest.mark.parametrize(
    ("kernel", "is_drawn"),
    [
        ('if (checked)\n{ printf("no"); __trap(); }', False),
        ("if (checked) __trap();", False),
        ("if (x[0] < 0) { __trap(); }", True),
        ("if (checked) { x[0] = 1; } else if (x[0] < 0) { __trap(); }", True),
    ],
)
def test_they_are_false(tmp_path: Path, kernel: str, is_drawn: bool) -> None:
    cpp = (
        f"__global__ void k(float *x, bool checked) {{ {kernel} }}\n"
        "void f(at::Tensor x, bool checked) { k<<<1, 1>>>(x.data_ptr<float>(), checked); }"
    )
    text = drafted(tmp_path, cpp + BIND).text
    assert ("checked" in axes(text, "f")) is is_drawn
    assert is_drawn or ".f(x, False)" in body(text, "f")
