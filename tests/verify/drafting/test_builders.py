"""Several scripts that build extensions of one name: each is drafted, and run by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.project.settings.settings import ProjectSettings
from porter.verify.drafting.draft import draft
from porter.verify.extension.cases import load
from porter.verify.extension.declared import declared
from porter.verify.extension.drafted import drafted
from porter.verify.extension.kind import _sides

LOAD = """
from torch.utils.cpp_extension import load
load(name="kit", sources=["SOURCES"])
"""
BINDING = """
#include <torch/extension.h>
at::Tensor NAME(at::Tensor x) { TORCH_CHECK(x.dim() == RANK); return x; }
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("forward", &NAME); }
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    root = tmp_path / "up"
    (root / "tests").mkdir(parents=True)
    for rank, name in enumerate(("relu", "tanh"), 2):
        (root / name).mkdir()
        text = BINDING.replace("NAME", name).replace("RANK", str(rank))
        (root / name / "bind.cpp").write_text(text)
        (root / name / "shared.cpp").write_text("#include <torch/extension.h>\n")
        for script in (f"test_{name}", f"test_{name}_again"):
            sources = f'{name}/bind.cpp", "relu/shared.cpp'
            (root / "tests" / f"{script}.py").write_text(LOAD.replace("SOURCES", sources))
    return root


def test_each_is_drafted_once(tree: Path) -> None:
    (tree.parent / "port").mkdir()
    made = drafted(ProjectSettings(tree, tree.parent / "port"))
    files = [one.cases for one in made if one.cases]
    assert [declared(one)["BUILT_BY"] for one in files] == ["tests/test_relu.py",
                                                            "tests/test_tanh.py"]  # fmt: skip
    assert [[*load(one).cases] for one in files] == [["tests_test_relu_forward"],
                                                     ["tests_test_tanh_forward"]]  # fmt: skip
    assert "generator.normal(x_0, x_1, x_2," in files[1].read_text()


def test_the_script_that_is_named_builds(tree: Path) -> None:
    for name in ("relu", "tanh"):
        units = torch_extensions(tree, built_by=f"tests/test_{name}.py")["kit"]
        assert [one.source for one in units] == sorted([f"{name}/bind.cpp", "relu/shared.cpp"])


def test_who_writes_the_file_is_told_of_the_others(tree: Path) -> None:
    made = draft(tree, 4)
    assert made.cases == 1 and any("tests/test_tanh.py" in one for one in made.left_out)


def test_a_copy_of_another_is_not_drafted_with_the_first(tree: Path) -> None:
    """Its functions are in the extension that the other script builds, wherever they lie."""
    (tree / "copied").mkdir()
    text = (tree / "tanh" / "bind.cpp").read_text()
    (tree / "copied" / "bind.cpp").write_text(text)
    (tree / "relu" / "bind.cpp").write_text(
        (tree / "relu" / "bind.cpp").read_text().replace('"forward"', '"backward"')
    )
    script = LOAD.replace("SOURCES", 'copied/bind.cpp", "relu/shared.cpp')
    (tree / "tests" / "test_zcopied.py").write_text(script)
    assert draft(tree, 4).cases == 1


def test_copies_are_no_other_extension(tree: Path) -> None:
    text = (tree / "relu" / "bind.cpp").read_text()
    (tree / "tanh" / "bind.cpp").write_text(text)
    assert "BUILT_BY" not in draft(tree, 4).text


def test_processes_of_one_end_when_anothers_run(tree: Path) -> None:
    (tree.parent / "port").mkdir()
    one, other = _sides(ProjectSettings(tree, tree.parent / "port"))
    assert one.beside == [other] and other.beside == [one]
