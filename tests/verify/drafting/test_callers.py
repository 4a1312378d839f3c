"""What Python that calls a binding says of its arguments: tensors that it makes, and assertions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from porter.verify.drafting.allocations import allocation
from porter.verify.drafting.draft import draft
from tests.verify.drafting.trees import axes, body, drafted, write

CPP = """
void go(at::Tensor x, at::Tensor y, at::Tensor dist, at::Tensor place, at::Tensor work,
        at::Tensor wide, int parts) {}
void back(at::Tensor x, at::Tensor y, at::Tensor place, at::Tensor ddist, at::Tensor dx) {}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("go", &go); m.def("back", &back); }
"""
PYTHON = """
import pack_cuda
import torch
from torch.autograd import Function

class Nearest(Function):
    @staticmethod
    def forward(ctx, x, y, parts):
        batch, n, _ = x.size()
        _, m, _ = y.size()
        assert n == m and parts <= 16
        assert n % 64 == 0
        x = x.contiguous().float()
        dist = torch.zeros(batch, n, device="cuda")
        place = torch.zeros(batch, n, dtype=torch.int32, device="cuda") - 1
        work = torch.empty(batch * m, device="cuda", dtype=torch.int32)
        wide = x.new_zeros(512, n * 2)
        pack_cuda.go(x, y, dist, place, work, wide, parts)
        ctx.save_for_backward(x, y, place)
        return dist, place

    @staticmethod
    def backward(ctx, ddist, dplace):
        x, y, place = ctx.saved_tensors
        dx = torch.zeros_like(x)
        pack_cuda.back(x, y, place, ddist.contiguous(), dx.data)
        return dx, None, None
"""


@pytest.fixture
def text(tmp_path: Path) -> str:
    write(tmp_path / "pack", CPP)
    (tmp_path / "pack" / "nearest.py").write_text(PYTHON)
    return draft(tmp_path / "pack", 8).text


def test_tensors_have_the_sizes_types_and_contents_that_their_maker_gives_them(text: str) -> None:
    said = body(text, "go")
    assert "x = generator.normal(batch, n, x_2, dtype=dtype, room=True)" in said
    assert "dist = generator.integers(0, 1, batch, n, dtype='float32')" in said
    assert "place = generator.integers(-1, 0, batch, n, dtype='int32')" in said
    assert "batch * n, dtype='int32')" in said  # of memory to work in nothing tells the content
    assert "wide = generator.integers(0, 1, 512, n * 2, dtype=dtype)" in said


def test_assertions_bind_sizes_by_their_names_and_numbers(text: str) -> None:
    drawn = axes(text, "go")
    assert drawn["n"] == [64, 128, 192, 320]
    assert "m" not in drawn
    assert max(map(int, map(str, drawn["parts"]))) <= 16


def test_the_way_back_is_given_what_the_way_forward_returned_and_saved(text: str) -> None:
    said = body(text, "back")
    assert "ddist = generator.normal(batch, n, dtype='float32')" in said
    assert "place = generator.integers(0, min(batch, n), batch, n, dtype='int32')" in said
    assert "dx = generator.integers(0, 1, batch, n, x_2, dtype=dtype, room=True)" in said


def test_what_another_call_fills_before_is_not_empty(tmp_path: Path) -> None:
    write(tmp_path / "pack", CPP)
    filled = PYTHON.replace("        pack_cuda.go(", "        fill(dist)\n        pack_cuda.go(")
    (tmp_path / "pack" / "nearest.py").write_text(filled)
    said = body(draft(tmp_path / "pack", 8).text, "go")
    assert "dist = generator.normal(batch, n, dtype='float32')" in said


def test_functions_of_the_extension_may_be_imported_by_their_names(tmp_path: Path) -> None:
    python = "from pack_cuda import run\n\ndef f(x):\n    return run(x)\n"
    bind = 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("run", &run); }\n'
    text = drafted(
        tmp_path, f"void run(at::Tensor x) {{ TORCH_CHECK(x.dim() == 2); }}\n{bind}", python
    ).text
    assert "module.f(x)" in body(text, "f")


def test_first_sizes_without_a_name_are_the_batch(tmp_path: Path) -> None:
    write(tmp_path / "pack", CPP)
    code = PYTHON.replace("batch, n, _ = x.size()", "_, n, _ = x.size()")
    code = code.replace("_, m, _ = y.size()", "batch, m, _ = y.size()")
    (tmp_path / "pack" / "nearest.py").write_text(code)
    said = body(draft(tmp_path / "pack", 8).text, "go")
    assert "x = generator.normal(batch, n, x_2, dtype=dtype, room=True)" in said


def test_callers_among_tests_say_nothing(tmp_path: Path) -> None:
    write(tmp_path / "pack", CPP)
    (tmp_path / "pack" / "tests").mkdir()
    (tmp_path / "pack" / "tests" / "nearest.py").write_text(PYTHON)
    assert "integers(0, 1" not in body(draft(tmp_path / "pack", 8).text, "go")


@pytest.mark.parametrize(
    ("code", "sizes", "dtype", "filler"),
    [
        ("torch.zeros(b, n)", 2, "float32", 0),
        ("torch.zeros((b, n), dtype=torch.int64).cuda()", 2, "int64", 0),
        ("torch.full([b], 7, dtype=torch.int32) - 1", 1, "int32", 6),
        ("torch.cuda.IntTensor(b, n).zero_()", 2, "int32", 0),
        ("torch.FloatTensor(b).fill_(-2)", 1, "float32", -2),
        ("torch.ones(b).int()", 1, "int32", 1),
        ("x.new_empty(b, n)", 2, "", None),
        ("torch.empty_like(x)", None, "", None),
        ("torch.zeros(x.shape, dtype=torch.uint8)", None, "uint8", 0),
        ("torch.zeros(x.size())", None, "float32", 0),
        ("torch.zeros_like(x, dtype=y.dtype)", None, "", 0),
        ("Variable(x.new(b, 1, n).zero_())", 3, "", 0),
        ("autograd.Variable(x.new(x.size()))", None, "", None),
    ],
)
def test_expressions_that_make_tensors(
    code: str, sizes: int | None, dtype: str, filler: int | None
) -> None:
    made = allocation(ast.parse(code, mode="eval").body)
    assert made is not None
    assert (None if made.sizes is None else len(made.sizes)) == sizes
    assert (made.dtype, made.filler) == (dtype, filler)


@pytest.mark.parametrize(
    "code", ["f(x)", "x + 1", "torch.randn(3)", "torch.zeros()", "x.cuda()", "x.new()"]
)
def test_other_expressions_make_none(code: str) -> None:
    assert allocation(ast.parse(code, mode="eval").body) is None
