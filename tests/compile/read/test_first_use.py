"""Extensions that Python compiles at first use, read without running it."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.extensions import torch_extensions
from porter.compile.read.first_use import first_uses

PLAIN = """\
import os
from torch.utils.cpp_extension import load
here = os.path.dirname(os.path.abspath(__file__))
_backend = load(name="_made", extra_cflags=["-DHOST"], extra_cuda_cflags=["-DKERNELS"],
                sources=[os.path.join(here, "src", f) for f in ["a.cpp", "a.cu"]])
"""
BY_FUNCTION = """\
import os
from torch.utils.cpp_extension import load

def load_cpp_ext(ext_name):
    folder = os.path.join(os.path.split(__file__)[0], "src")
    os.makedirs(folder, exist_ok=True)
    return load(ext_name, sources=[os.path.join(folder, "{}.cpp".format("a")),
                                   os.path.join(folder, "a.cu")], verbose=False)

_made = load_cpp_ext("_made")
"""
WHEN_CALLED = """\
from pathlib import Path
from torch.utils import cpp_extension
HERE = Path(__file__).parent

def kernels():
    return cpp_extension.load("_made", [str(HERE / "src" / "a.cpp"), str(HERE / "src" / "a.cu")])
"""
OF_A_PORT = PLAIN.replace("torch.utils.cpp_extension", "hip_extension")


def tree(root: Path, python: str) -> None:
    (root / "pkg" / "src").mkdir(parents=True)
    for name in ("a.cpp", "a.cu"):
        (root / "pkg" / "src" / name).write_text("#include <torch/extension.h>\n")
    (root / "pkg" / "ops.py").write_text(python)


@pytest.mark.parametrize("python", [PLAIN, BY_FUNCTION, WHEN_CALLED, OF_A_PORT])
def test_what_is_loaded_is_an_extension(tmp_path: Path, python: str) -> None:
    tree(tmp_path, python)
    found = torch_extensions(tmp_path)
    assert {name: [one.source for one in units] for name, units in found.items()} == {
        "_made": ["pkg/src/a.cpp", "pkg/src/a.cu"]
    }


def test_sources_have_their_flags(tmp_path: Path) -> None:
    tree(tmp_path, PLAIN)
    host, kernels = torch_extensions(tmp_path)["_made"]
    assert (host.flags, kernels.flags) == (("-DHOST",), ("-DKERNELS",))


@pytest.mark.parametrize(
    "python",
    [
        "import json\nwith open('x') as f: json.load(f)  # torch.utils.cpp_extension\n",
        "from torch.utils.cpp_extension import load\nload(name=unknown(), sources=['src/a.cu'])\n",
        "from torch.utils.cpp_extension import load\nload(name='x', sources=[unknown()])\n",
        "from torch.utils.cpp_extension import load\nload(\n",
    ],
)
def test_what_is_not_told_is_none(tmp_path: Path, python: str) -> None:
    tree(tmp_path, python)
    assert first_uses(tmp_path, "pkg/ops.py") == []


def test_a_setup_script_says_first_what_a_source_is_of(tmp_path: Path) -> None:
    tree(tmp_path, PLAIN)
    (tmp_path / "setup.py").write_text(
        "from torch.utils.cpp_extension import CUDAExtension\n"
        "CUDAExtension('pkg._C', ['pkg/src/a.cpp', 'pkg/src/a.cu'])\n"
    )
    assert [*torch_extensions(tmp_path)] == ["pkg._C"]


def test_flags_that_the_file_takes_out_of_pytorchs_own(tmp_path: Path) -> None:
    taken = (
        "from torch.utils import cpp_extension\n"
        "for flag in ['-D__HIP_NO_HALF_CONVERSIONS__=1']:\n"
        "    cpp_extension.COMMON_HIPCC_FLAGS.remove(flag)\n"
    )
    tree(tmp_path, taken + PLAIN)
    (one,) = first_uses(tmp_path, "pkg/ops.py")
    assert one.values["undef_macros"] == ["__HIP_NO_HALF_CONVERSIONS__"]


def test_sources_are_found_from_where_python_is_started(tmp_path: Path) -> None:
    listed = '["pkg/src/a.cpp", "pkg/src/a.cu"]'
    tree(tmp_path, f"from torch.utils.cpp_extension import load\nm = load('_made', {listed})\n")
    (found,) = first_uses(tmp_path, "pkg/ops.py")
    assert found.sources(tmp_path) == ["pkg/src/a.cpp", "pkg/src/a.cu"]
    assert [unit.source for unit in torch_extensions(tmp_path)["_made"]] == found.sources(tmp_path)
