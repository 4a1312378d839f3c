"""Checks in functions that a function calls, and enumerations that it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'
ENUMERATIONS = """
namespace ops { enum class Mode { Sum, Mean }; }
enum Border { ZERO, CLAMP };
void f(const at::Tensor &x, ops::Mode mode, const Border &border) { TORCH_CHECK(x.dim() == 1); }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  pybind11::enum_<ops::Mode>(m, "Mode", "how (sums) are made")
      .value("SUM", ops::Mode::Sum)
      .value("MEAN", ops::Mode::Mean, "of all")
      .export_values();
  py::enum_<Border>(m, "Border").value("ZERO", ZERO).value("CLAMP", CLAMP);
  m.def("f", &f);
}
"""


@pytest.mark.parametrize(
    ("helpers", "check"),
    [
        ("void check(const at::Tensor &t) { TORCH_CHECK(t.dim() == 3); }", "check(x);"),
        ("struct C { static void rank(at::Tensor t) { TORCH_CHECK(t.dim() == 3); } };",
         "C::rank(x);"),
        ("namespace n { void rank(at::Tensor t, int d) { TORCH_CHECK(t.dim() == d); } }",
         "n::rank(x, 3);"),
        ("bool is_cube(const at::Tensor &t) { return t.dim() == 3 && t.is_contiguous(); }",
         'TORCH_CHECK(is_cube(x), "cube");'),
        ("bool has(at::Tensor t, int64_t d) { return t.dim() == d; }\n"
         "bool is_cube(at::Tensor t) { return has(t, 3); }",
         "TORCH_CHECK(x.is_cuda() && is_cube(x));"),
    ],
)  # fmt: skip
def test_helpers_say_what_they_check_of_what_they_are_given(
    tmp_path: Path, helpers: str, check: str
) -> None:
    cpp = f"{helpers}\nvoid f(const at::Tensor &x) {{ {check} }}{BIND}"
    text = drafted(tmp_path / "pack", cpp).text
    assert {"x_0", "x_1", "x_2"} <= set(axes(text, "f"))
    assert "x_3" not in axes(text, "f") and "Not followed" not in text


def test_a_predicate_of_more_than_an_expression_is_told(tmp_path: Path) -> None:
    helper = "bool is_cube(at::Tensor t) { auto d = t.dim(); return d == 3; }\n"
    cpp = f"{helper}void f(const at::Tensor &x) {{ TORCH_CHECK(is_cube(x)); }}{BIND}"
    assert "Not followed: csrc/pack.cpp:3: is_cube(x)" in drafted(tmp_path / "pack", cpp).text


def test_predicates_that_call_themselves_end(tmp_path: Path) -> None:
    helper = "bool again(at::Tensor t) { return again(t); }\n"
    cpp = f"{helper}void f(const at::Tensor &x) {{ TORCH_CHECK(again(x)); }}{BIND}"
    assert "Not followed: csrc/pack.cpp:3: again(x)" in drafted(tmp_path / "pack", cpp).text


def test_values_of_enumerations_are_drawn_by_name(tmp_path: Path) -> None:
    text = drafted(tmp_path / "pack", ENUMERATIONS).text
    assert axes(text, "f")["mode"] == ["SUM", "MEAN"]
    assert axes(text, "f")["border"] == ["ZERO", "CLAMP"]
    assert "getattr(import_module('pack_cuda').Mode, mode)" in body(text, "f")


def test_enumerations_are_passed_through_functions_of_python(tmp_path: Path) -> None:
    python = "import pack_cuda\ndef f(x, mode, border):\n    return pack_cuda.f(x, mode, border)\n"
    text = drafted(tmp_path / "pack", ENUMERATIONS, python).text
    assert axes(text, "f")["mode"] == ["SUM", "MEAN"]
    assert "module.f(x, getattr(import_module('pack_cuda').Mode, mode)" in body(text, "f")
