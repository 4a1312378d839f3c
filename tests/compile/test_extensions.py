"""Which extensions a tree has, by the names under which Python imports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.errors import PorterError

SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

setup(ext_modules=[CUDAExtension("pkg._C", ["a.cpp", "b.cu"]), CUDAExtension("alone", ["c.cu"])])
"""


def test_units_stand_under_the_whole_name(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    for name in ("a.cpp", "b.cu", "c.cu"):
        (tmp_path / name).write_text("#include <torch/extension.h>\n")
    found = torch_extensions(tmp_path)
    sources = {name: [unit.source for unit in units] for name, units in found.items()}
    assert sources == {"pkg._C": ["a.cpp", "b.cu"], "alone": ["c.cu"]}


def test_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "b.cu").write_text("#include <torch/extension.h>\n")
    with pytest.raises(PorterError, match=r"no setup\.py and no CMakeLists\.txt here names"):
        torch_extensions(tmp_path)


def test_of_two_that_are_called_alike_the_first_counts(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.cu").write_text("#include <torch/extension.h>\n")
        (tmp_path / name / "setup.py").write_text(
            "from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension('_C', ['a.cu'])\n"
        )
    assert [unit.source for unit in torch_extensions(tmp_path)["_C"]] == ["first/a.cu"]


BY_ARCHITECTURE = """\
import os
from glob import glob
from pathlib import Path

from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

HERE = Path(__file__).parent.resolve()


def detect_arch():
    asked = os.environ.get("KIT_CUDA_ARCH", os.environ.get("KIT_ROCM_ARCH", ""))
    return asked.lower()


arch = detect_arch()
sources = ["bind.cc", *sorted(glob(f"lib/{arch}/*.cu", root_dir=HERE))]
setup(ext_modules=[CUDAExtension("kit._ops", sources, extra_compile_args={
    "cxx": [f"-DKIT_ARCH_{arch.upper()}=1"], "nvcc": [f"-DKIT_ARCH_{arch.upper()}=1"]})])
"""


@pytest.mark.parametrize(
    ("arch", "folder"), [("gfx942", "gfx942"), ("gfx1100", "gfx1100"), ("sm_90", "sm90a")]
)
def test_each_architecture_has_its_own_sources(tmp_path: Path, arch: str, folder: str) -> None:
    (tmp_path / "setup.py").write_text(BY_ARCHITECTURE)
    for name in ("bind.cc", "lib/gfx942/a.cu", "lib/gfx1100/a.cu", "lib/sm90a/a.cu"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#include <torch/extension.h>\n")
    (units,) = torch_extensions(tmp_path, arch=arch).values()
    assert [unit.source for unit in units] == ["bind.cc", f"lib/{folder}/a.cu"]
    assert {unit.flags for unit in units} == {(f"-DKIT_ARCH_{folder.upper()}=1",)}


@pytest.mark.parametrize("asked", [
    'asked = os.environ["KIT_ROCM_ARCH"]',
    'asked = os.environ["KIT_ROCM_ARCH"] if "KIT_ROCM_ARCH" in os.environ else "sm90a"',
    'asked = os.getenv("KIT_ROCM_ARCH") or "sm90a"',
])  # fmt: skip
def test_a_script_may_ask_for_its_variable_in_any_way(tmp_path: Path, asked: str) -> None:
    usual = 'asked = os.environ.get("KIT_CUDA_ARCH", os.environ.get("KIT_ROCM_ARCH", ""))'
    (tmp_path / "setup.py").write_text(BY_ARCHITECTURE.replace(usual, asked))
    for name in ("bind.cc", "lib/gfx942/a.cu", "lib/gfx1100/a.cu"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#include <torch/extension.h>\n")
    (units,) = torch_extensions(tmp_path, arch="gfx1100").values()
    assert [unit.source for unit in units] == ["bind.cc", "lib/gfx1100/a.cu"]


def test_a_tree_may_be_named_by_a_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "trees" / "kit"
    (folder / "lib/gfx942").mkdir(parents=True)
    (folder / "setup.py").write_text(BY_ARCHITECTURE)
    for name in ("bind.cc", "lib/gfx942/a.cu"):
        (folder / name).write_text("#include <torch/extension.h>\n")
    monkeypatch.chdir(tmp_path)
    (units,) = torch_extensions(Path("trees/kit"), arch="gfx942").values()
    assert [unit.source for unit in units] == ["bind.cc", "lib/gfx942/a.cu"]


BY_PYTORCH = """\
import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension

macros = [("USE_ROCM", None)] if torch.version.hip else []
sources = ["a.cu"] if torch.cuda.is_available() and CUDA_HOME is not None else []
setup(ext_modules=[CUDAExtension("pkg._C", sources, define_macros=macros)])
"""


@pytest.mark.parametrize(("arch", "defined"), [("gfx942", True), ("", True), ("sm_80", False)])
def test_a_script_finds_the_pytorch_that_it_is_built_for(
    arch: str, defined: bool, tmp_path: Path
) -> None:
    (tmp_path / "setup.py").write_text(BY_PYTORCH)
    (tmp_path / "a.cu").write_text("#include <torch/extension.h>\n")
    (unit,) = torch_extensions(tmp_path, arch=arch)["pkg._C"]
    assert any(flag.startswith("-DUSE_ROCM") for flag in unit.flags) == defined


ONLY_FOR_CUDA = """\
import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension

name = "pkg._H" if torch.version.hip else "pkg._C"
setup(ext_modules=[CUDAExtension(name, ["a.cu"])])
"""


@pytest.mark.parametrize(("arch", "name"), [("gfx942", "pkg._H"), ("sm_80", "pkg._C")])
def test_names_are_those_of_the_same_pytorch(arch: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(ONLY_FOR_CUDA)
    (tmp_path / "a.cu").write_text("#include <torch/extension.h>\n")
    assert list(torch_extensions(tmp_path, arch=arch)) == [name]
