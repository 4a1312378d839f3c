"""Report nvcc's options in strings of scripts that no build of extensions reads.

## What it does
Reports strings that are options of nvcc's alone, `-gencode arch=compute_80,code=sm_80`,
`--maxrregcount=64`, `-Xptxas -v`, in scripts that are no `setup.py`. Nothing is changed.

## Why
A script that writes a Makefile, or that starts a compiler which it was given by name, hands them
on; hipcc stops at them, in a file that nobody wrote.

## What it leaves alone
Options of a script's own (`add_argument("--maxrregcount")`), documentation and messages; scripts
that build extensions, which BLD20 converts; files that speak of HIP or ROCm themselves.

## References
CUDA C++ compiler driver documentation, "Command Option Description"; `rules/cuda-hip/flags.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._setup import build_script, content
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.languages import Language
from porter.tables.nvcc_flags import is_nvccs_own

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("PYT15", "compiler-options", fix=Fix.NONE, languages=(Language.PYTHON,))

#: Options that no other compiler has, by how they begin.
_OPTION = re.compile(r"-(?:gencode|-generate-code|-?maxrregcount|Xptxas|-ptxas-options|-expt-)")
_MAY_NAME = re.compile(_OPTION.pattern.encode())
#: Calls that declare options of a script's own.
_DECLARES = frozenset(("add_argument", "add_option", "option"))

EXAMPLES = (
    Example(
        """
        flags["arch"] = '-gencode arch=compute_%d,code=sm_%d' % (number, number)
        flags["common"] += "-g -Xptxas -v"
        """,
        findings=("warning", "warning"),
        path="configure.py",
    ),
    Example(
        """
        parser.add_argument("--maxrregcount", type=int)
        print("give -gencode by hand")
        flags = "-g -O3"
        """,
        path="configure.py",
        title="options of its own, messages, options of every compiler",
    ),
    Example(
        """
        from torch.utils.cpp_extension import CUDAExtension
        extension = CUDAExtension("a", ["a.cu"], extra_compile_args={"nvcc": ["-Xptxas", "-v"]})
        """,
        path="setup.py",
        title="a script that builds an extension",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each string of such options."""
    if _MAY_NAME.search(file.data) is None or build_script(file) is not None:
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    for node in code.nodes("string"):
        span = content(code, node)
        words = file.data[slice(*span)].decode("utf-8", "replace").split() if span else []
        if not words or not words[0].startswith("-") or _is_declared(code, node):
            continue
        own = next((one for one in words if _OPTION.match(one) and is_nvccs_own(one)), None)
        if own is not None:
            yield rule.warning(
                node,
                f"{own} is an option of nvcc's: hipcc stops at it",
                hint="have the script leave it out, or give hipcc's: --offload-arch=gfx942",
            )


def _is_declared(code: PythonCode, node: Node) -> bool:
    """Tell whether a string declares an option of the script's own, or documents something."""
    parent = node.parent
    if parent is None or parent.type == "expression_statement":
        return True
    call = code.call_of(parent.parent) if parent.parent is not None else None
    return call is not None and call.name in _DECLARES
