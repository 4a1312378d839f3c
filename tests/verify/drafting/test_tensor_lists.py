"""Lists of tensors are drawn as long as one another, and said to be."""

from __future__ import annotations

from pathlib import Path

from porter.verify.extension.cases import load
from tests.verify.drafting.trees import axes, body, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'


def test_a_list_is_of_so_many_tensors(tmp_path: Path) -> None:
    code = "void f(at::Tensor x, std::vector<at::Tensor> others) {}" + BIND
    made = drafted(tmp_path / "pack", code)
    said = body(made.text, "f")
    assert "others = [generator.normal(" in said and "for _ in range(tensors_each)]" in said
    assert "f(x, others)" in said
    assert "returned(result, most_terms(x, *others), x=x, others=others)" in said
    assert axes(made.text, "f")["tensors_each"] == [1, 3]
    assert "# Nothing tells how long others may be" in made.text
    path = tmp_path / "cases.py"
    path.write_text(made.text)
    assert list(load(path).cases) == ["f"]


def test_lists_alone_are_drawn(tmp_path: Path) -> None:
    code = "void f(at::TensorList a, const std::vector<torch::Tensor>& b, float by) {}" + BIND
    said = body(drafted(tmp_path / "pack", code).text, "f")
    assert said.count("for _ in range(tensors_each)]") == 2
    assert "f(a, b, by)" in said


def test_optional_lists_are_left_out(tmp_path: Path) -> None:
    code = "void f(at::Tensor x, c10::optional<std::vector<at::Tensor>> b) {}" + BIND
    assert "f(x, None)" in body(drafted(tmp_path / "pack", code).text, "f")


def test_of_lists_of_lists_nothing_is_known(tmp_path: Path) -> None:
    code = "void f(int n, std::vector<std::vector<at::Tensor>> lists) {}" + BIND
    made = drafted(tmp_path / "pack", code)
    said = "f: nothing is known to pass for lists, a list of lists of tensors"
    assert not made.cases and made.left_out == (f"{said}; write a case that passes one",)
