"""Report CUDA's tools that a program starts or looks for.

## What it does
Reports `nvidia-smi`, `nvcc`, `nsys`, `cuda-gdb`, `cuobjdump` and others of CUDA's tools where they
are run (`subprocess`, `os.system`), looked for (`shutil.which`) or named at the end of a path that
is joined. Nothing is changed.

## Why
Their counterparts on ROCm take other options and print other texts, so that another name alone
would only fail later.

## What it leaves alone
Strings that are passed elsewhere, as messages are; files that speak of HIP or ROCm themselves.

## References
`rules/cuda-hip/python.toml` gives each tool with its counterpart and source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Fix, Rule
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCall, PythonCode, python_of
from porter.source.text.languages import Language
from porter.tables.python import counterparts

if TYPE_CHECKING:
    from tree_sitter import Node

_RUNNERS = frozenset(
    "run call check_call check_output Popen getoutput getstatusoutput system popen which "
    "create_subprocess_exec create_subprocess_shell execvp execv execlp spawn "
    "find_executable".split()
)

rule = Rule(
    "PYT07",
    "tools",
    fix=Fix.NONE,
    names=(name.encode() for name in (*_RUNNERS, "join", "joinpath")),
    languages=(Language.PYTHON,),
)

_FIRST_WORD = re.compile(r"(?:.*/)?([\w-]+)(?:\.exe)?(?=\s|\Z)")

EXAMPLES = (
    Example(
        """
        import subprocess
        subprocess.check_output(['nvidia-smi', '--query-gpu=memory.used', '--format=csv'])
        subprocess.run(f'nvcc -ptx {source}', shell=True)
        subprocess.run([home + '/bin/nvcc', '-V'])
        """,
        findings=("warning", "warning", "warning"),
        path="query.py",
    ),
    Example(
        """
        import os, subprocess
        version = subprocess.check_output([os.path.join(home, 'bin', 'nvcc'), '-V'])
        """,
        findings=("warning",),
        path="compiler.py",
        title="one finding for a tool at the end of a path",
    ),
    Example(
        """
        import subprocess
        subprocess.run(['git', 'describe'])
        print('nvidia-smi is missing')
        """,
        path="other.py",
        title="other tools, and messages",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each tool."""
    known = counterparts("tool")
    if not any(name.encode() in file.data for name in known):
        return
    code = python_of(file)
    if code is None or code.knows_hip:
        return
    for call in code.calls:
        for node in _commands(code, call):
            match = _FIRST_WORD.match(_written(code, node))
            row = known.get(match.group(1)) if match else None
            if row is None or match is None:
                continue
            yield rule.warning(node, f"{match.group(1)} is CUDA's: {row.reason}", hint=row.hint)


def _commands(code: PythonCode, call: PythonCall) -> Iterator[Node]:
    """Yield the strings that name what a call runs or looks for, or that end a path."""
    if call.name in ("join", "joinpath"):
        if len(call.positional) > (call.name == "join"):
            yield call.positional[-1]
        return
    if call.name not in _RUNNERS:
        return
    command = call.argument(0, "args")
    if command is not None and command.type in ("list", "tuple") and command.named_children:
        command = command.named_children[0]
    if command is not None:
        yield command


def _written(code: PythonCode, node: Node) -> str:
    """Return the text of a string with `?` for holes, and for what it is added to."""
    if node.type == "binary_operator":
        right = node.child_by_field_name("right")
        return "" if right is None else "?" + _written(code, right)
    if node.type == "concatenated_string":
        node = node.named_children[0]
    if node.type != "string":
        return ""
    return "".join(
        "?" if child.type == "interpolation" else code.text(child) for child in node.children[1:-1]
    )
