"""Ranks and sizes may be checked by names that stand for numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.source.file import SourceFile
from porter.verify.drafting.named_numbers import named_numbers
from tests.verify.drafting.trees import body, drafted


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("#define CHANNELS 3\n", {"CHANNELS": 3}),
        ("enum Layout { BATCH = 0, ROWS = 2, COLUMNS, COUNT };",
         {"BATCH": 0, "ROWS": 2, "COLUMNS": 3, "COUNT": 4}),
        ("enum { A, B, };", {"A": 0, "B": 1}),
        ("enum : int { A = 1 << 2, B };", {}),
        ("enum class Layout { BATCH };", {}),
        ("// enum { A };", {}),
    ],
)  # fmt: skip
def test_what_is_written_down(text: str, numbers: dict[str, int]) -> None:
    assert dict(named_numbers(SourceFile("a.h", text.encode()))) == numbers


def test_checks_by_names(tmp_path: Path) -> None:
    cpp = """
    enum Layout { BATCH = 0, CHANNELS = 1, LENGTH, RANK };
    torch::Tensor f(torch::Tensor x, torch::Tensor y) {
        AT_ASSERTM(x.dim() == RANK, "rank");
        AT_ASSERTM(y.dim() == 2 && y.size(0) == x.size(BATCH) && y.size(1) == 3, "y");
        return x;
    }
    PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }
    """
    said = body(drafted(tmp_path, cpp).text, "f")
    assert "generator.normal(x_0, x_1, x_2, dtype" in said
    assert "y = generator.normal(x_0, 3" in said
