"""What a recording of a tree with a folder for each architecture depends on: what was built."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.recording.sources import tree_hash

SETUP = """\
import os
from glob import glob
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

arch = os.environ["KIT_CUDA_ARCH"]
setup(
    name="kit",
    ext_modules=[CUDAExtension("kit._C", ["lib/bindings.cc", *glob(f"lib/{arch}/*.cu")])],
    cmdclass={"build_ext": BuildExtension},
)
"""
TREE = {
    "setup.py": SETUP,
    "lib/bindings.cc": '#include "ops.h"\n',
    "lib/ops.h": '#if KIT_SM90A\n#include "sm90a/ops.h"\n#else\n#include "sm100/ops.h"\n#endif\n',
    "lib/sm90a/ops.h": "void scale();\n",
    "lib/sm90a/scale.cu": '#include "../common/tools.cuh"\n__global__ void scale() {}\n',
    "lib/sm100/ops.h": "void scale();\n",
    "lib/sm100/scale.cu": '#include "tile.cuh"\n__global__ void scale() {}\n',
    "lib/sm100/tile.cuh": "struct Tile {};\n",
    "lib/sm100/tuned.py": "TILE = 64\n",
    "lib/common/tools.cuh": "struct Tools {};\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def is_part(tree: Path, name: str, arch: str = "sm_90") -> bool:
    before = tree_hash(tree, arch)
    with (tree / name).open("a") as file:
        file.write("\n")
    return tree_hash(tree, arch) != before


@pytest.mark.parametrize("name", ["setup.py", "lib/bindings.cc", "lib/ops.h", "lib/sm90a/ops.h",
                                  "lib/sm90a/scale.cu", "lib/common/tools.cuh"])  # fmt: skip
def test_what_is_built_counts(tree: Path, name: str) -> None:
    assert is_part(tree, name)


@pytest.mark.parametrize("name", ["lib/sm100/scale.cu", "lib/sm100/tile.cuh"])
def test_kernels_of_another_architecture_do_not(tree: Path, name: str) -> None:
    assert not is_part(tree, name)
    assert is_part(tree, name, "sm_100") and is_part(tree, name, "")


@pytest.mark.parametrize("name", ["lib/sm100/ops.h", "lib/sm100/tuned.py"])
def test_what_may_be_included_or_is_no_source_does(tree: Path, name: str) -> None:
    assert is_part(tree, name)


def test_headers_are_found_by_any_folder_that_may_be_searched(tree: Path) -> None:
    (tree / "lib/common/tools.cuh").write_text("#include <sm100/tile.cuh>\n")
    assert is_part(tree, "lib/sm100/tile.cuh") and not is_part(tree, "lib/sm100/scale.cu")


@pytest.mark.parametrize(("name", "text"), [
    # All folders are built, and one is chosen when it runs.
    ("setup.py", SETUP.replace('lib/{arch}/*.cu"', 'lib/*/*.cu"')),
    # What is built cannot be followed.
    ("setup.py", SETUP.replace('glob(f"lib/{arch}/*.cu")', 'chosen("lib")')),
    ("setup.py", "print('no extension')\n"),
    # A header's name is a macro.
    ("lib/ops.h", "#include OPS_OF_THIS_ARCHITECTURE\n"),
])  # fmt: skip
def test_everything_does_where_it_cannot_be_told(tree: Path, name: str, text: str) -> None:
    (tree / name).write_text(text)
    assert is_part(tree, "lib/sm100/scale.cu") and is_part(tree, "lib/sm90a/scale.cu")


def test_a_tree_without_such_folders_has_one_hash(tree: Path) -> None:
    for folder in ("sm90a", "sm100"):
        for path in (tree / "lib" / folder).iterdir():
            path.unlink()
    assert tree_hash(tree, "sm_90") == tree_hash(tree)
