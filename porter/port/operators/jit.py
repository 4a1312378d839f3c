"""What the JIT of a package offers, in the words of the Python that is written for it.

Packages of AITER's layout have one `compile_ops`, and differ in where the rest of their JIT is.
Each fact is read from the package's own files, here and nowhere else.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from porter.port.operators.own_text import not_python, own_text
from porter.source.python.module_names import module_names
from porter.source.python.syntax import parse_python

CORE = "jit/core.py"
#: Where names that entries of the configuration use are bound.
_NAMES = ("jit/settings.py", CORE)
#: What an operator's declaration says to compile_ops.
_SAID = ("fc_name", "gen_fake", "gen_func")
#: Where a JIT may say whether its modules run on the host: file, function, expression.
_HOST = (("jit/compiler.py", "is_stand_in", "is_stand_in()"),)
#: The same for what is built for.
_ARCH = (
    ("jit/gpu_archs.py", "gpu_archs", "gpu_archs()[0]"),
    ("jit/utils/chip_info.py", "get_gfx", "get_gfx()"),
)


class Borrowed(NamedTuple):
    """An expression, and the line that imports what it uses from the package; "" for none."""

    expression: str
    line: str


#: A PyTorch without HIP has no GPU that modules could run on.
_HOST_BY_TORCH = Borrowed("torch.version.hip is None", "")


class Jit(NamedTuple):
    """The JIT of a package.

    Args:
        tables: the folder of tuned tables, as entries of the configuration call it.
        on_host: true where modules run on the host, by porter's executor.
        arch: the first architecture that is built for.
    """

    tables: str
    on_host: Borrowed
    arch: Borrowed


class Lacking(Exception):
    """A part of the layout is not there; the text says which."""


def read_jit(package: Path, prefix: str) -> Jit:
    """Return what the JIT of a package offers.

    Args:
        package: the folder of the Python package.
        prefix: what its constants begin with, such as "AITER".

    Raises:
        Lacking: a part is missing.
        PorterError: a file is not Python.
    """
    missing = [one for one in _SAID if one not in _parameters(package / CORE)]
    if missing:
        raise Lacking(f"{package.name}/{CORE} with a compile_ops that takes {', '.join(missing)}")
    arch = _borrowed(package, _ARCH)
    if arch is None:
        files = " or ".join(f"{package.name}/{path}" for path, *_ in _ARCH)
        raise Lacking(f"{files}, which names the processors to build for")
    return Jit(_tables(package, prefix), _borrowed(package, _HOST) or _HOST_BY_TORCH, arch)


def _tables(package: Path, prefix: str) -> str:
    files = [package / path for path in _NAMES if (package / path).is_file()]
    names = {name for path in files for name in _names(path)}
    if f"{prefix}_CONFIG_DIR" in names:
        return f"{{{prefix}_CONFIG_DIR}}"
    if f"{prefix}_ROOT_DIR" in names:
        return f"{{{prefix}_ROOT_DIR}}/{package.name}/configs"
    raise Lacking(
        f"{prefix}_CONFIG_DIR or {prefix}_ROOT_DIR in {package.name}/{CORE} or"
        f" {package.name}/{_NAMES[0]}, which says where tuned tables lie"
    )


def _borrowed(package: Path, offers: tuple[tuple[str, str, str], ...]) -> Borrowed | None:
    """Return the first of what a package may offer that it does."""
    for path, function, expression in offers:
        if (package / path).is_file() and function in _names(package / path):
            module = path.removesuffix(".py").replace("/", ".")
            return Borrowed(expression, f"from {package.name}.{module} import {function}")
    return None


def _names(path: Path) -> frozenset[str]:
    try:
        return module_names(own_text(path))
    except SyntaxError as error:
        raise not_python(error, path) from error


def _parameters(path: Path) -> set[str]:
    """Return the names of what compile_ops takes; none where a module has no such function."""
    try:
        tree = parse_python(own_text(path))
    except SyntaxError as error:
        raise not_python(error, path) from error
    return {
        one.arg
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == "compile_ops"
        for one in (*node.args.args, *node.args.kwonlyargs)
    }
