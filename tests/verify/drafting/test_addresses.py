"""Functions that are given addresses, as Python has them: `f(x.data_ptr(), n)`."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.draft import draft
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'


@pytest.mark.parametrize(
    "taken",
    [
        "const float *a = reinterpret_cast<const float *>(x);",
        "run(reinterpret_cast<float*>(x), n);",
        "run((float *)x, n);",
    ],
)
@pytest.mark.parametrize("type_", ["uintptr_t", "std::uintptr_t", "int64_t", "size_t"])
def test_a_number_that_is_taken_for_a_pointer(tmp_path: Path, taken: str, type_: str) -> None:
    text = drafted(tmp_path / "pack", f"void f({type_} x, int n) {{ {taken} }}{BIND}").text
    said = body(text, "f")
    assert "x = generator.normal(n, dtype='float32', room=True)" in said
    assert ".f(x.data_ptr(), n)" in said and "x=x)" in said
    assert axes(text, "f") == {"n": [1, 33, 257, 1000]}


def test_a_matrix_is_as_large_as_two_numbers_say(tmp_path: Path) -> None:
    code = "void f(uintptr_t x, int rows, int columns) { run((double *)x, rows, columns); }"
    said = body(drafted(tmp_path / "pack", code + BIND).text, "f")
    assert "x = generator.normal(rows, columns, dtype='float64', room=True)" in said


def test_other_numbers_stay_numbers(tmp_path: Path) -> None:
    code = "void f(at::Tensor y, int64_t x) { run(x.size(0), (float)x, &y); }"
    assert "x.data_ptr" not in drafted(tmp_path / "pack", code + BIND).text


def test_what_is_bound_may_be_in_a_file_without_python(tmp_path: Path) -> None:
    drafted(tmp_path / "pack", "void f(uintptr_t x, int n);" + BIND + "void f(at::Tensor y) {}")
    (tmp_path / "pack" / "csrc" / "pack.cpp").write_text(
        "#include <torch/extension.h>\nvoid f(uintptr_t x, int n);" + BIND
    )
    (tmp_path / "pack" / "csrc" / "run.cu").write_text(
        "void f(uintptr_t x, int n) { kernel<<<1, n>>>(reinterpret_cast<int *>(x)); }\n"
    )
    assert "dtype='int32', room=True)" in body(draft(tmp_path / "pack", 8).text, "f")
