"""Small extensions, drafted."""

from __future__ import annotations

import ast
from pathlib import Path

from porter.verify.drafting.draft import draft
from porter.verify.drafting.draft_of_library import Draft

SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(name="pack", ext_modules=[CUDAExtension("pack_cuda", ["csrc/pack.cpp"])])
"""


def drafted(folder: Path, cpp: str, python: str = "", count: int = 8) -> Draft:
    """Return the draft for an extension of one C++ file and, maybe, one package."""
    write(folder, cpp, python)
    return draft(folder, count)


def write(folder: Path, cpp: str, python: str = "") -> None:
    (folder / "csrc").mkdir(parents=True)
    (folder / "csrc" / "pack.cpp").write_text(f"#include <torch/extension.h>\n{cpp}")
    (folder / "setup.py").write_text(SETUP)
    if python:
        (folder / "pack").mkdir()
        (folder / "pack" / "__init__.py").write_text(
            "from pack.ops import *\nfrom pack.ops import f\n"
        )
        (folder / "pack" / "ops.py").write_text(python)


def axes(text: str, case: str) -> dict[str, list[object]]:
    """Return the values that a case's parameters are drawn from."""
    function = _function(text, case)
    call = function.decorator_list[-1]
    assert isinstance(call, ast.Call)
    return {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}


def body(text: str, case: str) -> str:
    """Return the statements of a case in one line each."""
    function = _function(text, case)
    return "\n".join(ast.unparse(one) for one in function.body)


def _function(text: str, case: str) -> ast.FunctionDef:
    found = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return next(node for node in found if node.name == f"case_{case}")
