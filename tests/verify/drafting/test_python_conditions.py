"""What Python's own assertions and refusals tell of the tensors of an extension."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from porter.verify.drafting.python_conditions import expected
from tests.verify.drafting.trees import axes, body, drafted

CPP = (
    "torch::Tensor g(torch::Tensor x, torch::Tensor y, int64_t n) { return x; }\n"
    'PYBIND11_MODULE(pack_cuda, m) { m.def("g", &g); }\n'
)


@pytest.mark.parametrize(
    ("statement", "conditions"),
    [
        ("assert a and b == 1", ["a", "b == 1"]),
        ("assert a == b == c", ["a == b", "b == c"]),
        ("assert a or b", []),
        ("if a != b or not c: raise ValueError(1)", ["a == b", "c"]),
        ("if a and b: raise ValueError(1)", []),
        ("if a not in (1, 2): raise ValueError(1)", ["a in (1, 2)"]),
        ("if a is b: raise ValueError(1)", ["a is not b"]),
        ("if a is not b: raise ValueError(1)", ["a is b"]),
        ("if a != b: print(1)", []),
    ],
)
def test_conditions_that_hold(statement: str, conditions: list[str]) -> None:
    (node,) = ast.parse(statement).body
    assert [ast.unparse(one) for one in expected(node)] == conditions


def python(check: str) -> str:
    return f"import pack_cuda\ndef f(x, y, n):\n    {check}\n    return pack_cuda.g(x, y, n)\n"


@pytest.mark.parametrize(
    "check",
    [
        "assert x.dim() == 2 and x.shape == y.shape",
        "assert x.size() == y.size() and y.ndim == 2",
        "if x.shape != y.shape or x.ndim != 2: raise ValueError('shapes')",
        "assert x.ndim == 2 and y.shape == (x.shape[0], x.shape[-1])",
    ],
)
def test_shapes_that_are_equal(tmp_path: Path, check: str) -> None:
    said = body(drafted(tmp_path / "pack", CPP, python(check)).text, "f")
    assert "normal(x_0, x_1, dtype=dtype" in said
    assert said.count("normal(x_0, x_1, dtype=dtype") == 2


def test_counts_of_one_dimension_are_sizes(tmp_path: Path) -> None:
    check = "assert x.dim() == 1 and y.dim() == 1 and x.numel() == y.numel()"
    said = body(drafted(tmp_path / "pack", CPP, python(check)).text, "f")
    assert said.count("normal(x_0, dtype=dtype") == 2


def test_types_numbers_and_memory(tmp_path: Path) -> None:
    check = (
        "assert x.is_contiguous() and x.dim() == 3 and x.size(-1) == 4 and y.dtype == torch.int32"
        " and x.dtype in (torch.float16, torch.bfloat16) and n in [3, 5]"
    )
    text = drafted(tmp_path / "pack", CPP, python(check)).text
    assert "x = generator.normal(x_0, x_1, 4, dtype=dtype)" in body(text, "f")
    assert axes(text, "f")["dtype"] == ["float16", "bfloat16"]
    assert axes(text, "f")["n"] == [3, 5]
    assert "y = generator.integers(0, " in body(text, "f")
