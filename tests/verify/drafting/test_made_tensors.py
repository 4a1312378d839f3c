"""Sizes that only views, products of matrices and tensors that are put together tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.size_texts import joined
from porter.verify.drafting.space import Slot
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc"); }\n'


def said(folder: Path, statements: str, names: str, kernel: str = "") -> str:
    parameters = ", ".join(f"at::Tensor {one}" for one in names.split())
    code = f"{kernel}\nvoid f({parameters}) {{ {statements} }}{BIND}"
    return body(drafted(folder / "pack", code).text, "f")


@pytest.mark.parametrize("form", ["x.view({-1, 3})", "x.reshape(torch::IntArrayRef({-1, 3}))"])
def test_a_tensor_has_the_sizes_of_a_view_of_it(tmp_path: Path, form: str) -> None:
    assert "generator.normal(x_0, 3, " in said(tmp_path, f"x = {form};", "x")


def test_other_dimensions_that_are_told_count(tmp_path: Path) -> None:
    statements = "x = x.view({-1, 3}); run(x.packed_accessor32<float, 3>());"
    assert "generator.normal(x_0, x_1, 3, " in said(tmp_path, statements, "x")


def test_a_size_is_the_product_that_a_view_takes_apart(tmp_path: Path) -> None:
    statements = "int b = x.size(0), s = x.size(1); auto y = w.view({b, 3, s});"
    assert "w = generator.normal(b, 3, s, " in said(tmp_path, statements, "x w")
    flat = (
        "int b = x.size(0), s = x.size(1); TORCH_CHECK(w.dim() == 2); auto y = w.view({b, 3, s});"
    )
    assert "w = generator.normal(b, s * 3, " in said(tmp_path / "flat", flat, "x w")


def test_matrices_that_are_multiplied_have_a_size_in_common(tmp_path: Path) -> None:
    text = said(tmp_path, "auto y = torch::addmm(bias, x, w.transpose(0, 1));", "x w bias")
    assert "generator.normal(x_0, x_1, " in text
    assert "w = generator.normal(w_0, x_1, " in text
    assert "bias = generator.normal(w_0, " in text


@pytest.mark.parametrize(
    "form", ["x.mm(w)", "at::mm(x, w)", "torch::linear(x, w.t())", "w.t().mm(x.t())"]
)
def test_forms_of_products(tmp_path: Path, form: str) -> None:
    assert "w = generator.normal(x_1, w_1, " in said(tmp_path, f"auto y = {form};", "x w")


def test_matrices_of_a_batch_are_as_many(tmp_path: Path) -> None:
    text = said(tmp_path, "auto y = torch::bmm(x, w);", "x w")
    assert "generator.normal(x_0, x_1, x_2, " in text
    assert "w = generator.normal(x_0, x_2, w_2, " in text


def test_what_is_put_together_is_as_long_as_all(tmp_path: Path) -> None:
    statements = "auto x = torch::cat({h, i}, /*dim=*/1); auto y = x.mm(w);"
    text = said(tmp_path, statements, "h i w")
    assert "generator.normal(h_0, h_1, " in text
    assert "i = generator.normal(h_0, i_1, " in text
    assert "w = generator.normal(h_1 + i_1, w_1, " in text


def test_the_type_of_what_is_made_is_that_of_its_parts(tmp_path: Path) -> None:
    code = (
        "void f(at::Tensor x, at::Tensor w) { auto y = x.mm(w);"
        ' AT_DISPATCH_FLOATING_TYPES(y.type(), "f", [&] { run(y.data<scalar_t>()); }); }'
    )
    assert axes(drafted(tmp_path / "pack", code + BIND).text, "f")["dtype"] == [
        "float32",
        "float64",
    ]


def test_a_tensor_like_another_is_read_with_it(tmp_path: Path) -> None:
    kernel = (
        "__global__ void k(A g, A x) { const int n = blockIdx.x, c = threadIdx.x;"
        " g[n][0][c] = x[n][c]; g[n][1][c] = x[n][c]; g[n][2][c] = x[n][c]; }"
    )
    statements = (
        "auto d = torch::zeros_like(g);"
        " run(g.packed_accessor<float, 3>());"
        " k<<<1, 1>>>(d.packed_accessor<float, 3>(), x.packed_accessor<float, 2>());"
    )
    text = said(tmp_path, statements, "g x", kernel)
    assert "generator.normal(g_0, 3, g_2, " in text
    assert "x = generator.normal(g_0, g_2, " in text


def test_how_many_elements_there_are_may_be_a_product(tmp_path: Path) -> None:
    statements = "TORCH_CHECK(w.numel() == x.size(0) * x.size(1));"
    assert "w = generator.normal(x_0 * x_1, " in said(tmp_path, statements, "x w")


def test_a_sum_is_a_factor_in_parentheses() -> None:
    parts = (Slot("x", 0), 2)
    assert joined(("*", parts), lambda slot: "a + b") == "(a + b) * 2"
    assert joined(("+", parts), lambda slot: "a + b") == "a + b + 2"


def test_a_view_under_a_condition_says_nothing(tmp_path: Path) -> None:
    assert "x_0, x_1, " in said(tmp_path, "if (flat) { run(x.view({-1, 3})); }", "x")
