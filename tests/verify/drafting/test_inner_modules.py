"""Functions in a module of pybind11 that an extension's module holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verify.drafting.trees import drafted

FUNCTIONS = """
at::Tensor f(at::Tensor x) { TORCH_CHECK(x.dim() == 2); return x; }
at::Tensor g(at::Tensor x) { TORCH_CHECK(x.dim() == 2); return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { BODY }
"""


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ('m.def("f", &f);', ".f("),
        ('pybind11::module ops = m.def_submodule("ops", "own");\nops.def("f", &f);', ".ops.f("),
        ('py::module_ ops(m.def_submodule("ops"));\nops.def("f", &f);', ".ops.f("),
        (
            'auto a = m.def_submodule("a"); auto b = a.def_submodule("b"); b.def("f", &f);',
            ".a.b.f(",
        ),
        ('auto a = m.def_submodule("a"); a.def("g", &g).def("f", &f);', ".a.f("),
        ('// auto m = m.def_submodule("a");\nm.def("f", &f);', ".f("),
        # What holds one thing and then another tells nothing.
        (
            'auto a = m.def_submodule("a"); { auto a = m.def_submodule("b"); } a.def("f", &f);',
            ".f(",
        ),
    ],
)
def test_where_python_finds_a_function(tmp_path: Path, body: str, called: str) -> None:
    made = drafted(tmp_path, FUNCTIONS.replace("BODY", body))
    assert f'import_module("pack_cuda"){called}' in made.text.replace("'", '"')


def test_two_modules_may_have_a_function_of_one_name(tmp_path: Path) -> None:
    body = 'auto a = m.def_submodule("a"); a.def("f", &f); m.def("f", &g);'
    made = drafted(tmp_path, FUNCTIONS.replace("BODY", body))
    assert made.cases == 2
    assert "case_a_f(" in made.text and "case_pack_cuda_f(" in made.text
