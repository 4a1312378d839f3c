"""Modules that Python has not are told before a build, with the place that imports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu import torch_extension
from porter.project.settings.settings import ProjectSettings
from porter.verify.extension.absent_modules import expect_modules
from porter.verify.extension.sides import Side, Sides
from porter.verify.place import Cpu

SETUP = """\
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(name="kernels", ext_modules=[CUDAExtension("kernels._C", ["a.cu"])])
"""


def tree(root: Path, files: dict[str, str]) -> Path:
    """Write a tree with cases for the package `kernels`; return the file of cases."""
    texts = {"kernels/__init__.py": "", "cases.py": 'MODULE = "kernels"\n', **files}
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root / "cases.py"


def refused(root: Path, files: dict[str, str]) -> str:
    """Return what is said of the tree; empty when it can be imported."""
    try:
        expect_modules("kernels", tree(root, files), root, ["kernels._C"])
    except PorterError as error:
        return str(error).replace(str(root), "TREE")
    return ""


def test_the_place_and_what_to_install_are_named(tmp_path: Path) -> None:
    files = {
        "kernels/__init__.py": "from .radius import f\n",
        "kernels/radius.py": "import torch\n\nimport absent_one.spatial\n",
    }
    assert refused(tmp_path, files) == (
        "TREE/kernels/radius.py:3: imports absent_one, which is not installed\n"
        "  hint: pip install absent_one"
    )


def test_all_that_is_absent_is_told_at_once(tmp_path: Path) -> None:
    files = {
        "kernels/__init__.py": "from kernels import deep\nimport absent_one\n",
        "kernels/deep/__init__.py": "from ..beside import f\nfrom . import inner\n",
        "kernels/deep/inner.py": "import cv2_absent\n",
        "kernels/beside.py": "with open('x') as stream:\n    import absent_two\n",
        "cases.py": 'from absent_three import helper\nMODULE = "kernels"\n',
    }
    said = refused(tmp_path, files)
    for place in (
        "kernels/__init__.py:2", "kernels/deep/inner.py:1", "kernels/beside.py:2", "cases.py:1"
    ):  # fmt: skip
        assert f"TREE/{place}" in said
    assert sorted(said.partition("pip install ")[2].split()) == [
        "absent_one", "absent_three", "absent_two", "cv2_absent"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "import os, torch, json.decoder\n",
        "from kernels import _C\nimport kernels._C\n",
        "try:\n    import absent_one\nexcept ImportError:\n    absent_one = None\n",
        "def f():\n    import absent_one\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import absent_one\n",
        "import made_here, beside\n",
        "from .. import absent_one\n",  # leads out of the package: Python says it
        "import sys\nsys.path.append('x')\nimport absent_one\n",
        "def broken(:\n",
    ],
)
def test_what_cannot_be_told_is_left_to_python(tmp_path: Path, text: str) -> None:
    files = {"kernels/__init__.py": text, "made_here.cpython-311.so": "", "beside/a.py": ""}
    assert refused(tmp_path, files) == ""


def test_an_extension_at_the_top_is_built(tmp_path: Path) -> None:
    cases = tree(tmp_path, {"kernels/__init__.py": "import scan_cuda\n"})
    expect_modules("kernels", cases, tmp_path, ["scan_cuda"])
    with pytest.raises(PorterError, match="imports scan_cuda"):
        expect_modules("kernels", cases, tmp_path, [])


def test_nothing_is_built_for_a_package_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    built = []
    monkeypatch.setattr(torch_extension, "build_extensions", lambda *_, **__: built.append(1))
    (tmp_path / "cuda").mkdir()
    files = {"setup.py": SETUP, "a.cu": "", "kernels/__init__.py": "import absent_one\n"}
    cases = tree(tmp_path / "port", files)
    sides = Sides(ProjectSettings(tmp_path / "cuda", tmp_path / "port", cases=cases))
    for _ in range(2):
        with pytest.raises(PorterError, match="imports absent_one, which is not installed"):
            sides.process(Side(Cpu("gfx942"), is_port=True))
    assert not built
