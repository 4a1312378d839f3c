"""Writes an operator into a package: kernels, generator, binding, declaration, table, test."""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from porter.errors import PorterError
from porter.files.confined import ConfinedTree
from porter.files.regular import read_regular
from porter.port.operators.catalogue import Choice
from porter.port.operators.entry import with_entries
from porter.port.operators.exports import with_export
from porter.port.operators.names import STAND_IN, check_name, check_operators
from porter.port.operators.own_text import own_text
from porter.port.operators.package import Package

_LAYOUTS = {"r": "Row", "c": "Column"}
#: Files of every operator: template -> place, by the operator's name and the package's.
_COMMON = {"common/pybind.cu": "csrc/pybind/{name}_pybind.cu"}
#: The same where a family has a generator of its own, which reads the table.
_OF_GENERATORS = {"common/tuned.csv": "{package}/configs/{name}_tuned.csv"}
_OF_FAMILY = {
    "tensors.h": "csrc/ck_{name}/{name}_tensors.h",
    "ordered.hpp": "csrc/ck_{name}/fmha_bwd.hpp",
    "problem.h": "csrc/ck_{name}/{name}_problem.h",
    "common.cuh": "csrc/ck_{name}/{name}_common.cuh",
    "operator.cu": "csrc/ck_{name}/{name}.cu",
    "instances.py": "csrc/ck_{name}/{name}_instances.py",
    "gen_instances.py": "csrc/ck_{name}/gen_instances.py",
    "gen_kernels.py": "csrc/ck_{name}/gen_kernels.py",
    "tune.py": "csrc/ck_{name}/{name}_tune.py",
    "operator.h": "csrc/include/{name}.h",
    "ops.hpp": "csrc/include/{name}_ops.hpp",
    "ops.py": "{package}/ops/{name}.py",
    "test.py": "op_tests/test_{name}.py",
}
#: What all bindings of a package include, where it has such a header.
_ALL_BINDINGS = "csrc/include/rocm_ops.hpp"
_INCLUDES_TORCH = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"](?:torch|ATen|c10)/', re.MULTILINE)


def add_operator(package: Package, name: str, choice: Choice) -> list[str]:
    """Write an operator called `name`; return the files that were written or changed.

    What an earlier run that was broken off has written is kept, and the rest is added.

    Args:
        package: where it goes.
        name: what it is called.
        choice: what it is.

    Raises:
        PorterError: the name is none, or is taken; a file cannot be written.
    """
    check_name(name, _files(package, STAND_IN, choice))
    check_operators(package.root / package.name, name)
    files = _files(package, name, choice)
    due = {path: text for path, text in files.items() if not _holds(package.root / path, text)}
    for path in due:
        if os.path.lexists(package.root / path):
            raise _is_there(package.root / path)
    changed = {
        package.config: with_entries(package, name, choice),
        f"{package.name}/__init__.py": with_export(package, name),
    }
    bindings = package.root / _ALL_BINDINGS
    if bindings.is_file():
        changed[_ALL_BINDINGS] = _with_binding(own_text(bindings), name)
    due |= {path: text for path, text in changed.items() if not _holds(package.root / path, text)}
    if not due:
        raise _is_there(package.root / next(iter(files)))
    try:
        with ConfinedTree(package.root) as tree:
            for path, text in due.items():
                tree.write(path, text.encode())
    except OSError as error:
        raise PorterError(f"cannot be written: {error}", path=package.root) from error
    return sorted(due)


def _with_binding(text: str, name: str) -> str:
    """Return the header of all bindings with that of an operator, whose tensors are PyTorch's.

    One that leaves PyTorch to those who include it stays: modules without it could not include it.
    """
    line = f'#include "{name}_ops.hpp"'
    if line in text.splitlines() or not _INCLUDES_TORCH.search(text):
        return text
    stripped = text.rstrip("\n")
    return f"{stripped}\n{line}\n"


def _is_there(path: Path) -> PorterError:
    return PorterError("is there already", path=path, hint="choose another name")


def _holds(path: Path, text: str) -> bool:
    """Tell whether a file has a text: the writing of an operator may have been broken off."""
    try:
        return read_regular(path, follow=False) == text.encode()
    except OSError:
        return False


def _files(package: Package, name: str, choice: Choice) -> dict[str, str]:
    """Return the new files by their places."""
    operator = choice.operator
    family = {f"{operator.family}/{one}": place for one, place in _OF_FAMILY.items()}
    known = set(_environment().list_templates())
    has_generator = f"{operator.family}/gen_instances.py.jinja" in known
    common = {**_COMMON, **_OF_GENERATORS} if has_generator else _COMMON
    values = {**_values(package, name, choice), **operator.values}
    return {
        place.format(name=name, package=package.name): (
            _environment().get_template(f"{template}.jinja").render(values)
        )
        for template, place in {**common, **family}.items()
        if f"{template}.jinja" in known
    }


def _values(package: Package, name: str, choice: Choice) -> dict[str, object]:
    kernels: list[tuple[str, ...]] = [
        (dtype, *types) for dtype in choice.dtypes for types in choice.operator.dtypes[dtype]
    ]
    if choice.operator.family == "norm":
        kernels = [(dtype, kind) for dtype, _, kind, _ in kernels]
    rows = "".join(f"\n    {json.dumps(one)[1:-1].join('()')}," for one in kernels)
    torch_names = {"bf16": "bfloat16", "f16": "float16", "int8": "int8", "fp8": "float8"}
    values: dict[str, object] = {
        "name": name,
        "package": package.name,
        "prefix": package.prefix,
        "jit": package.jit,
        "evaluates": package.quotes_entries,
        "dtypes": list(choice.dtypes),
        "torch_dtypes": [torch_names[one] for one in choice.dtypes],
        "dtypes_python": f"[{rows}\n]",
    }
    if choice.layout:
        values |= _matrices(choice.layout, is_batched=bool(choice.operator.values["batched"]))
    return values


def _matrices(layout: str, *, is_batched: bool) -> dict[str, object]:
    """Return how X and W lie: Composable Kernel's layouts, axes in words, the way to turn them."""
    first = "B, " if is_batched else ""
    values: dict[str, object] = {"batch_axis": first}
    for name, letter, axes in (("x", layout[0], "MK"), ("w", layout[1], "KN")):
        is_turned = letter == "c"
        shown = f"({first}{', '.join(reversed(axes) if is_turned else axes)})"
        values[f"{name}_layout"] = _LAYOUTS[letter]
        values[f"{name}_axes"] = shown
        values[f"{name}_turned"] = (".mT" if is_batched else ".T") if is_turned else ""
        values[f"{name}_matrix"] = f"{'the transpose of ' * is_turned}{name.upper()} {shown}"
    return values


@lru_cache(maxsize=1)
def _environment() -> Environment:
    # Both braces of C++ and Python are common in what is written; brackets twice are not.
    return Environment(
        loader=PackageLoader("porter.port.operators"),
        undefined=StrictUndefined,
        variable_start_string="[[",
        variable_end_string="]]",
        block_start_string="[%",
        block_end_string="%]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # what is written is code, no HTML
    )
