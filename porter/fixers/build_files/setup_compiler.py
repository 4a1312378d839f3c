"""Compile by hipcc where a setup.py has its extensions compiled by nvcc.

## What it does
In scripts that build extensions `nvcc` becomes `hipcc` where it is a program: what `set_executable`
and `set_executables` are given, what `which`, `find_executable` and a script's own `find_in_path`
look for, what stands behind `bin` in a path that is joined, the end `/bin/nvcc` of a string, and
the first word of a list that is run as a command and compiles (`self.spawn(["nvcc", "-c", …])`).

## Why
Scripts that know nothing of PyTorch put nvcc in place of the compiler themselves. There is none on
a machine for AMD GPUs, and a build stops with "nvcc not found".

## What it leaves alone
Keys (`extra_compile_args={"nvcc": …}`), which the script looks up itself; comments and messages.
Scripts that use PyTorch's `CUDAExtension`, which calls hipcc, and those that speak of HIP or ROCm.

## References
`set_executable` of setuptools' `distutils.ccompiler.CCompiler`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._setup import build_script, content
from porter.source import SourceFile
from porter.source.python.code import PythonCall, PythonCode, literal, literal_span
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("BLD58", "setup-compiler", languages=(Language.PYTHON,))

EXAMPLES = (
    Example(
        """
        from setuptools import setup
        def build_extensions(self):
            self.compiler.set_executable('compiler_so', 'nvcc')
            self.compiler.set_executables(linker_so='nvcc --shared')
        """,
        """
        from setuptools import setup
        def build_extensions(self):
            self.compiler.set_executable('compiler_so', 'hipcc')
            self.compiler.set_executables(linker_so='hipcc --shared')
        """,
        path="setup.py",
        title="the compiler and the linker",
    ),
    Example(
        """
        from setuptools import setup
        if home:
            nvcc = pjoin(home, 'bin', 'nvcc')
        else:
            nvcc = find_in_path('nvcc', os.environ['PATH'])
        config = {'nvcc': nvcc}
        """,
        """
        from setuptools import setup
        if home:
            nvcc = pjoin(home, 'bin', 'hipcc')
        else:
            nvcc = find_in_path('hipcc', os.environ['PATH'])
        config = {'nvcc': nvcc}
        """,
        path="setup.py",
        title="where it is looked for",
    ),
    Example(
        """
        def build(home, flags=("-gencode", "arch=compute_80,code=sm_80")):
            nvcc = f"{home}/bin/nvcc"
            os.system(f"{nvcc} {' '.join(flags)} -c a.cu")
        """,
        """
        def build(home, flags=("-gencode", "arch=compute_80,code=sm_80")):
            nvcc = f"{home}/bin/hipcc"
            os.system(f"{nvcc} {' '.join(flags)} -c a.cu")
        """,
        path="tools.py",
        title="a module that makes command lines",
    ),
    Example(
        """
        from setuptools import setup
        def compile(self, obj, src, more):
            self.spawn(['nvcc', '-c', src, '-o', obj] + more)
            subprocess.check_output(['nvcc', '--version'])
        """,
        """
        from setuptools import setup
        def compile(self, obj, src, more):
            self.spawn(['hipcc', '-c', src, '-o', obj] + more)
            subprocess.check_output(['nvcc', '--version'])
        """,
        path="setup.py",
        title="a command that is run",
    ),
    Example(
        """
        from setuptools import setup
        args = {'nvcc': ['-O3']}
        print('nvcc is missing')
        """,
        path="setup.py",
        title="keys and messages",
    ),
)
_SETTERS = frozenset(("set_executable", "set_executables"))
_FINDERS = frozenset(("which", "find_executable", "find_in_path"))
_RUNNERS = frozenset(("spawn", "call", "check_call", "check_output", "run", "Popen"))
#: Without one of these a command asks nvcc for something, as for its version.
_COMPILES = frozenset(("-c", "-dc", "-o", "-shared", "--shared", "-dlink"))
_COMPILER = re.compile(r"nvcc(?=\s|\Z)")
_AT_THE_END = re.compile(rb"(?:[/}]|\A)bin/(nvcc)\Z")
_PYTORCHS = re.compile(rb"\bcpp_extension\b|\bCUDAExtension\b")


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield hipcc's name."""
    code = build_script(file)
    if code is None or b"nvcc" not in file.data or _PYTORCHS.search(file.data):
        return
    for call in code.calls:
        for node in _programs(code, call):
            span = literal_span(code, node)
            named = _COMPILER.match(literal(code, node) or "")
            if span is not None and named:
                yield rule.replace((span[0], span[0] + named.end()), b"hipcc")
    for node in code.nodes("string"):
        inside = content(code, node)
        if inside and (ends := _AT_THE_END.search(file.data[slice(*inside)])):
            yield rule.replace((inside[0] + ends.start(1), inside[1]), b"hipcc")


def _programs(code: PythonCode, call: PythonCall) -> Iterator[Node]:
    """Yield what a call takes for a program's name, or for the end of its path."""
    if call.name in _SETTERS:
        yield from call.positional[1:]
        yield from call.keywords.values()
    elif call.name in _FINDERS:
        yield from call.positional[:1]
    elif call.name in _RUNNERS and call.positional:
        yield from _run(code, call.positional[0])
    elif len(call.positional) > 1 and literal(code, call.positional[-2]) == "bin":
        yield call.positional[-1]


def _run(code: PythonCode, command: Node) -> Iterator[Node]:
    """Yield the first word of a list, to which others may be added, that compiles something."""
    while command.type == "binary_operator":
        left = command.child_by_field_name("left")
        if left is None:
            return
        command = left
    words = command.named_children if command.type == "list" else []
    if words and not _COMPILES.isdisjoint(literal(code, one) or "" for one in words[1:]):
        yield words[0]
