"""Modules that Python has not are told before a build, with the place that imports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu import torch_extension
from porter.project.settings.settings import ProjectSettings
from porter.verify.extension.absent_modules import absent_modules
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
        absent_modules("kernels", tree(root, files), root, ["kernels._C"])
    except PorterError as error:
        return str(error).replace(str(root), "TREE")
    return ""


def test_the_place_and_what_to_install_are_named(tmp_path: Path) -> None:
    files = {
        "kernels/__init__.py": "from .radius import f\n",
        "kernels/radius.py": "import torch\n\nimport absent_one.spatial\n\nabsent_one.set(1)\n",
    }
    assert refused(tmp_path, files) == (
        "TREE/kernels/radius.py:3: imports absent_one, which is not installed\n"
        "  hint: pip install absent_one"
    )


def test_all_that_is_absent_is_told_at_once(tmp_path: Path) -> None:
    files = {
        "kernels/__init__.py": "from kernels import deep\nimport absent_one\nx = absent_one.f()\n",
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


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("import absent_one\ndef f():\n    return absent_one.f()\n", False),
        ("from absent_one.deep import solve as s\ng = lambda: s()\n", False),
        ("import absent_one as a\nclass Own(a.Base):\n    def f(self): return a.f()\n", False),
        ("from absent_one import *\n", True),
        ("from absent_one import jit\n@jit(1)\ndef f(): pass\n", True),
        ("import absent_one as a\nclass Own:\n    table = a.deep.table(3)\n", True),
        ("import absent_one as a\ndef f(x=a.f()): pass\n", True),
        ("import triton\n", True),
    ],
)
def test_what_is_called_at_import_is_not_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, is_refused: bool
) -> None:
    monkeypatch.setattr(
        "porter.verify.extension.absent_modules._is_installed", {"torch"}.__contains__
    )
    cases = tree(tmp_path, {"kernels/__init__.py": text})
    if is_refused:
        with pytest.raises(PorterError, match="which is not installed"):
            absent_modules("kernels", cases, tmp_path, [])
    else:
        found = absent_modules("kernels", cases, tmp_path, [])
        assert found == {"absent_one": (tmp_path / "kernels/__init__.py", 1)}


def test_an_extension_at_the_top_is_built(tmp_path: Path) -> None:
    cases = tree(tmp_path, {"kernels/__init__.py": "from scan_cuda import *\n"})
    absent_modules("kernels", cases, tmp_path, ["scan_cuda"])
    with pytest.raises(PorterError, match="imports scan_cuda"):
        absent_modules("kernels", cases, tmp_path, [])


def test_nothing_is_built_for_a_package_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORTER_HOME", str(tmp_path / "home"))
    built = []
    monkeypatch.setattr(torch_extension, "build_extensions", lambda *_, **__: built.append(1))
    (tmp_path / "cuda").mkdir()
    text = "import absent_one\n@absent_one.jit\ndef f(): pass\n"
    files = {"setup.py": SETUP, "a.cu": "", "kernels/__init__.py": text}
    cases = tree(tmp_path / "port", files)
    sides = Sides(ProjectSettings(tmp_path / "cuda", tmp_path / "port", cases=cases))
    for _ in range(2):
        with pytest.raises(PorterError, match="imports absent_one, which is not installed"):
            sides.process(Side(Cpu("gfx942"), is_port=True))
    assert not built
