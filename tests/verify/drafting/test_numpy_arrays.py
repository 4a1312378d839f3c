"""Modules of pybind11 that take arrays of NumPy's and know no PyTorch."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.numpy_arrays import element_dtype, element_of
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(pack, m) { m.def("f", &f, "doc"); }\n'


def cpp(parameters: str, statements: str) -> str:
    return f"void f({parameters}) {{ {statements} }}{BIND}"


@pytest.mark.parametrize(
    ("type_", "element", "dtype"),
    [
        ("py::array_t<float>", "float", "float32"),
        ("const pybind11::array_t<const double> &", "double", "float64"),
        ("py::array_t<unsigned char, py::array::c_style | py::array::forcecast>", "unsigned char",
         "uint8"),
        ("py::array_t<std::complex<float>>", "std::complex<float>", "complex64"),
        ("py::array_t<uint32_t>", "uint32_t", "uint32"),
        ("py::array_t<T>", "T", ""),
        ("py::array", "", ""),
        ("py::buffer", "", ""),
        ("std::array<float, 3>", None, ""),
        ("at::Tensor", None, ""),
    ],
)  # fmt: skip
def test_elements(type_: str, element: str | None, dtype: str) -> None:
    assert element_of(type_) == element
    assert element_dtype(element or "") == dtype


@pytest.mark.parametrize(
    "statements",
    [
        'py::buffer_info x_ = x.request(); if (x_.ndim != 2) throw std::runtime_error("");',
        "auto x_ = x.request(); if (x_.shape.size() != 2 || x.ndim() != 2) throw 1;",
        "auto x_ = x.unchecked<2>();",
        "int rows = x.shape(0), columns = x.shape(1);",
        "auto x_ = x.request(); int rows = x_.shape[0]; int columns = x_.shape[1];",
    ],
)
def test_code_tells_of_dimensions(tmp_path: Path, statements: str) -> None:
    text = drafted(tmp_path / "pack", cpp("py::array_t<float> x", statements)).text
    said = body(text, "f")
    assert said.count(", ", said.index("normal("), said.index("dtype")) == 2
    assert "as_array(generator.normal(" in said and "dtype='float32'" in said
    assert "layout" not in axes(text, "f")  # the memory is read as if it were dense


def test_sizes_that_are_equal(tmp_path: Path) -> None:
    checks = (
        "auto a_ = a.request(), b_ = b.request();"
        'if (a_.ndim != 2 || b_.ndim != 2) throw std::runtime_error("");'
        'if (a_.shape[1] != b_.shape[0]) throw std::runtime_error("");'
    )
    text = drafted(tmp_path / "pack", cpp("py::array_t<double> a, py::array_t<double> b", checks))
    said = body(text.text, "f")
    assert "a = as_array(generator.normal(a_0, a_1, " in said
    assert "b = as_array(generator.normal(a_1, b_1, " in said
    assert "returned(result, most_terms(a, b), a=a, b=b)" in said


def test_a_template_is_bound_with_its_types(tmp_path: Path) -> None:
    code = (
        "template <typename T> void f(py::array_t<T> x, T scale) { x.unchecked<1>(); }\n"
        'PYBIND11_MODULE(pack, m) { m.def("of_int", f<int>); m.def("of_double", &f<double>); }\n'
    )
    text = drafted(tmp_path / "pack", code).text
    assert "dtype='int32'" in body(text, "of_int")
    assert "dtype='float64'" in body(text, "of_double")
    assert "scale" in axes(text, "of_double")
