"""Sizes that checks tell to be a part of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

FUNCTION = """
void f(at::Tensor x, at::Tensor y) { %s }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }
"""


@pytest.mark.parametrize(
    "check",
    [
        "y.size(1) * 4 == n", "n == y.size(1) * 4", "4 * y.size(1) == n", "y.sizes()[1] << 2 == n",
        "x.size(-1) == y.size(-1) << 2", "y.size(1) == n / 4", "n >> 2 == y.size(1)",
    ],
)  # fmt: skip
def test_a_size_that_is_a_part_of_another_is_computed(tmp_path: Path, check: str) -> None:
    checks = "x.dim() == 2 && y.dim() == 2 && n % 6 == 0"
    statements = f"int n = x.size(1); TORCH_CHECK({checks}); TORCH_CHECK({check});"
    text = drafted(tmp_path / "pack", FUNCTION % statements).text
    assert "n // 4, dtype" in body(text, "f")
    assert all(int(one) % 12 == 0 for one in axes(text, "f")["n"])
    assert "Not followed" not in text


def test_a_tensor_of_so_many_elements_is_a_list_of_them(tmp_path: Path) -> None:
    check = 'TORCH_CHECK(y.numel() == 1, "a scalar");'
    text = drafted(tmp_path / "pack", FUNCTION % f"int n = x.size(1); {check}").text
    assert "y = generator.normal(1, " in body(text, "f") and "Not followed" not in text
