"""Drafted files of cases: which functions, how they are called, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from porter.cli import group
from porter.errors import PorterError
from porter.verify.drafting.draft import draft
from porter.verify.extension.cases import load
from tests.verify.drafting.trees import axes, body, drafted, write

F = "at::Tensor f(at::Tensor x, int64_t k, bool fast) { TORCH_CHECK(k <= 3); return x; }\n"
BACKWARD = "at::Tensor f_bwd(at::Tensor dy) { return dy; }\n"
BIND = 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); m.def("f_bwd", &f_bwd); }\n'
PYTHON = """
import torch
import pack_cuda

MODES = ("sum", "mean")

class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k, fast, mode):
        if mode not in MODES:
            raise ValueError(mode)
        return pack_cuda.f(x, k, fast)

    @staticmethod
    def backward(ctx, dy):
        return pack_cuda.f_bwd(dy), None, None, None

def f(x, k=2, fast=False, mode="sum"):
    return F.apply(x, k, fast, mode)
"""


def test_what_users_call_is_called_and_asks_for_gradients(tmp_path: Path) -> None:
    made = drafted(tmp_path, F + BACKWARD + BIND, PYTHON)
    assert made.cases == 1  # the way back is reached by the gradient
    assert 'MODULE = "pack"' in made.text
    assert "module.f(x, k=k, fast=fast, mode=mode)" in body(made.text, "f")
    assert "grad='dx', terms=None" in body(made.text, "f")
    found = axes(made.text, "f")
    assert (found["k"], found["fast"], found["mode"]) == ([1, 2, 3], [False, True], ["sum", "mean"])


def test_without_a_package_the_binding_is_called_both_ways(tmp_path: Path) -> None:
    made = drafted(tmp_path, F + BACKWARD + BIND)
    assert made.cases == 2
    assert 'MODULE = "pack_cuda"' in made.text
    assert "import_module('pack_cuda').f(x, k, fast)" in body(made.text, "f")
    assert "returned(result, most_terms(x), x=x)" in body(made.text, "f")


def test_the_extension_is_that_of_the_setup_beside_the_source(tmp_path: Path) -> None:
    other = 'void g(at::Tensor y) {}\nPYBIND11_MODULE(o, m) { m.def("g", &g); }\n'
    for name, cpp in (("first", F + BACKWARD + BIND), ("second", other)):
        write(tmp_path / name, cpp)
        script = tmp_path / name / "setup.py"
        script.write_text(script.read_text().replace("pack_cuda", f"{name}_cuda"))
    text = draft(tmp_path, 8).text
    assert "import_module('first_cuda').f(" in body(text, "f")
    assert "import_module('second_cuda').g(" in body(text, "g")


def test_a_tree_whose_extension_has_no_name_is_refused(tmp_path: Path) -> None:
    write(tmp_path, F + BACKWARD + BIND)
    (tmp_path / "setup.py").rename(tmp_path / "other.py")
    with pytest.raises(PorterError, match=r"no setup\.py, CMakeLists\.txt or `load` names"):
        draft(tmp_path, 8)


@pytest.mark.parametrize(
    "binding",
    [
        'TORCH_LIBRARY(ops, m) { m.def("f(Tensor x, int k, bool fast) -> Tensor", &f); }',
        'TORCH_LIBRARY(ops, m) { m.def("f(Tensor x) -> Tensor"); m.impl("f", TORCH_FN(f)); }',
        'TORCH_LIBRARY(ops, m) { m.impl("f", c10::DispatchKey::CPU, TORCH_FN(other)); '
        'm.impl("f", c10::DispatchKey::CUDA, TORCH_FN(f)); }',
        'TORCH_LIBRARY(ops, m) { m.impl("f", torch::dispatch(c10::kCUDA, TORCH_FN(f))); }',
        'TORCH_LIBRARY(ops, m) { m.impl("f", DispatchKey::CUDA, &f); }',
        'TORCH_LIBRARY(ops, m) { m.def("f(" "Tensor x, "\n"int k) -> Tensor", &f); }',
        'static auto r = torch::RegisterOperators().op("ops::f", &f);',
    ],
)
def test_operators_of_pytorch_are_called_by_their_namespace(tmp_path: Path, binding: str) -> None:
    made = drafted(tmp_path, F + binding)
    assert "torch.ops.ops.f(x, k, fast)" in body(made.text, "f")
    assert "\nimport torch\n" in made.text


@pytest.mark.parametrize(
    "wrapped",
    [
        "torch::wrap_pybind_function(f)",
        "torch::wrap_pybind_function_no_gil(&f)",
        "py::overload_cast<torch::Tensor, int, bool>(&f)",
        "static_cast<torch::Tensor (*)(torch::Tensor, int, bool)>(&f)",
    ],
)
def test_a_function_may_be_handed_over_in_another(tmp_path: Path, wrapped: str) -> None:
    made = drafted(
        tmp_path, F + f'PYBIND11_MODULE(ext, m) {{ m.def("g", {wrapped}, "what it is"); }}'
    )
    assert ".g(x, k, fast)" in body(made.text, "g")


def test_functions_may_be_bound_in_a_file_of_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, BIND)
    (tmp_path / "csrc" / "f.h").write_text(F + BACKWARD)
    assert draft(tmp_path, 8).cases == 2


DOCUMENTED = '''
import torch

def f(x, batch: "torch.Tensor | None" = None, fast=False):
    """Makes something.

    Args:
        x (Tensor): What it is made of.
        batch (LongTensor, optional): The part that a row is of. It needs to be
            sorted. (default: :obj:`None`)
        fast (bool): Sooner.
    """
    if batch is not None:
        assert x.size(0) == batch.numel()
    assert x.dim() == 2
    return torch.ops.pack.f(x, 1, fast)
'''


def test_assertions_and_docstrings_of_python_count(tmp_path: Path) -> None:
    made = drafted(tmp_path, F + 'TORCH_LIBRARY(pack, m) { m.def("f", &f); }\n', DOCUMENTED)
    said = body(made.text, "f")
    assert "generator.normal(x_0, x_1, dtype=dtype)" in said
    assert "batch = generator.integers(0, min(3, x_0), x_0, dtype='int64').sort().values" in said


def test_nothing_is_left_to_chance(tmp_path: Path) -> None:
    random = DOCUMENTED.replace("fast", "random_start")
    text = drafted(tmp_path, F + 'TORCH_LIBRARY(pack, m) { m.def("f", &f); }\n', random).text
    assert "f(x, batch=batch, random_start=False)" in body(text, "f")
    assert "random_start" not in axes(text, "f")


def test_a_number_of_things_is_found_by_the_function_itself(tmp_path: Path) -> None:
    """What an example gives for it is true of the example's tensors alone."""
    counted = DOCUMENTED.replace("fast=False", "num_nodes: Optional[int] = None")
    assert counted != DOCUMENTED
    write(tmp_path / "src", F + 'TORCH_LIBRARY(pack, m) { m.def("f", &f); }\n', counted)
    (tmp_path / "src" / "example.py").write_text("f(x, num_nodes=3)\n")
    assert "num_nodes" not in draft(tmp_path / "src", 8).text


def test_long_statements_are_broken_where_python_takes_it(tmp_path: Path) -> None:
    long = DOCUMENTED.replace("batch", "batch_of_rows_that_goes_on_and_on_and_on")
    text = drafted(tmp_path, F + 'TORCH_LIBRARY(pack, m) { m.def("f", &f); }\n', long).text
    assert ").sort().values if with_batch_of_rows_that_goes_on_and_on_and_on else None" in text
    assert "generator.integers(0, min(3, x_0), x_0, dtype='int64').sort().values" in body(text, "f")


def test_places_are_one_row_where_nothing_tells(tmp_path: Path) -> None:
    code = "at::Tensor f(at::Tensor row, at::Tensor col, at::Tensor weight) { return col; }\n"
    text = drafted(tmp_path, code + 'PYBIND11_MODULE(n, m) { m.def("f", &f); }\n').text
    said = body(text, "f")
    for name in ("row", "col"):
        assert f"{name} = generator.integers(0, row_0, row_0, dtype='int64'" in said
    assert list(axes(text, "f")) == ["row_0"]


def test_bindings_in_comments_are_none(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="binds no function"):
        drafted(tmp_path, F + '// PYBIND11_MODULE(n, m) { m.def("f", &f); }\n')


def test_a_draft_is_a_file_of_cases(tmp_path: Path) -> None:
    write(tmp_path / "src", F + BACKWARD + BIND, PYTHON)
    path = tmp_path / "cases.py"
    path.write_text(draft(tmp_path / "src", 8).text)
    cases = load(path).cases
    assert list(cases) == ["f"] and cases["f"].may_refuse
    assert 3 <= len(cases["f"].points) <= 8
    assert {point["k"] for point in cases["f"].points} == {1, 2, 3}


def test_the_command_writes_what_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "my-src", F + BACKWARD + BIND)
    first = CliRunner().invoke(group, ["new", "cases", "my-src", "--points", "5"])
    assert first.exit_code == 0, first.output
    path = Path("parity/my_src.py")
    assert f"{path}: 2 cases" in first.output and path.is_file()
    path.write_text("edited")
    again = CliRunner().invoke(group, ["new", "cases", "my-src"])
    assert again.exit_code != 0
    assert path.read_text() == "edited"


def test_functions_that_a_macro_binds(tmp_path: Path) -> None:
    code = (
        "void scan(at::Tensor x) { TORCH_CHECK(x.dim() == 1); }\n"
        "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n"
        "#define _REG(name) m.def(#name, &name)\n  _REG(scan);\n#undef _REG\n}\n"
    )
    text = drafted(tmp_path, code).text
    assert "import_module('pack_cuda').scan(x)" in body(text, "scan")


def test_functions_of_one_name_in_several_extensions(tmp_path: Path) -> None:
    cpp = 'void %s_forward(at::Tensor %s) {}\nPYBIND11_MODULE(o, m) { m.def("f", &%s_forward); }\n'
    for name in ("first", "second"):
        write(tmp_path / name, cpp.replace("%s", name))
        script = tmp_path / name / "setup.py"
        script.write_text(script.read_text().replace("pack_cuda", f"{name}_cuda"))
    made = draft(tmp_path, 8)
    assert made.cases == 2
    assert "import_module('first_cuda').f(first)" in body(made.text, "first_cuda_f")
    assert "import_module('second_cuda').f(second)" in body(made.text, "second_cuda_f")


def test_a_package_that_the_cases_do_not_call_is_not_imported(tmp_path: Path) -> None:
    write(tmp_path, F + BACKWARD + BIND)
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "__init__.py").write_text("import not_installed\n")
    assert 'MODULE = "pack_cuda"' in draft(tmp_path, 8).text


def test_the_package_is_the_one_that_calls_what_is_bound(tmp_path: Path) -> None:
    write(tmp_path, F + BACKWARD + BIND, PYTHON)
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "__init__.py").write_text("def g(x): return x\n")
    assert 'MODULE = "pack"' in draft(tmp_path, 8).text


def test_an_extension_may_be_compiled_at_first_use(tmp_path: Path) -> None:
    write(tmp_path, F + BACKWARD + BIND)
    (tmp_path / "setup.py").rename(tmp_path / "ops.py")
    load_it = "from torch.utils.cpp_extension import load\nops = load('made', ['csrc/pack.cpp'])\n"
    (tmp_path / "ops.py").write_text(load_it)
    made = draft(tmp_path, 8)
    assert 'MODULE = "made"' in made.text
    assert "import_module('made').f(x, k, fast)" in body(made.text, "f")


@pytest.mark.parametrize("asked", ['"CUDA_HOME" in os.environ', 'os.getenv("CUDA_PATH")'])
def test_cudas_tree_is_read_where_cuda_is_installed(tmp_path: Path, asked: str) -> None:
    write(tmp_path, F + BACKWARD + BIND)
    script = tmp_path / "setup.py"
    script.write_text(
        "import os\nfrom torch.utils.cpp_extension import CUDAExtension, CppExtension\n"
        f"if {asked}:\n    CUDAExtension('on_gpu', ['csrc/pack.cpp'])\n"
        "else:\n    CppExtension('on_cpu', ['csrc/pack.cpp'])\n"
    )
    assert 'MODULE = "on_gpu"' in draft(tmp_path, 8).text


@pytest.mark.parametrize("name", ["path", "filename_obj", "file_path", "out_file", "fname"])
def test_the_name_of_a_file_is_no_tensor(tmp_path: Path, name: str) -> None:
    """What the function of Python reaches is called by its binding then."""
    python = f"import pack_cuda\ndef f({name}, x):\n    return pack_cuda.f(x, 2, False)\n"
    made = drafted(tmp_path, F + BIND, python)
    said = f"f: nothing is known to pass for {name}, the name of a file"
    assert made.left_out == (f"{said}; write a case that passes one",)
    assert made.cases == 1 and "def case_f(" in made.text and name not in made.text


@pytest.mark.parametrize("name", ["profile", "paths_taken", "pathway"])
def test_other_names_stay_tensors(tmp_path: Path, name: str) -> None:
    python = f"import pack_cuda\ndef f({name}, x):\n    return pack_cuda.f(x, 2, False)\n"
    assert f"{name} = generator." in drafted(tmp_path, F + BIND, python).text


def test_what_a_function_without_tensors_reaches_is_called_by_its_binding(tmp_path: Path) -> None:
    python = (
        "import torch, pack_cuda\ndef f(name: str):\n    return pack_cuda.f(torch.load(name))\n"
    )
    made = drafted(tmp_path / "a", F + BIND, python)
    assert made.cases == 1 and "# csrc/pack.cpp" in made.text
    named = python.replace("name: str", "path").replace("(name)", "(path)")
    made = drafted(tmp_path / "b", F + BIND, named)
    assert made.cases == 1 and made.left_out[0].startswith("f: nothing is known to pass for path")
