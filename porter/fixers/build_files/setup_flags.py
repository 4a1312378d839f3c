"""Give hipcc the flags that it has in place of nvcc's, in scripts that build extensions.

## What it does
In lists of flags, and where flags are appended to a list, what only nvcc knows goes the way of the
table `rules/cuda-hip/flags.toml`: `-lineinfo` becomes `-gline-tables-only`, `"-Xcompiler", "-fPIC"`
becomes `"-fPIC"`, `--expt-relaxed-constexpr` and `-gencode …` go. The key `nvcc` stays.

## Why
PyTorch for ROCm hands what is under `nvcc` to hipcc, which refuses options that it does not know.
It names the architectures itself: those in PYTORCH_ROCM_ARCH, else those of the GPUs it sees.

## What it leaves alone
`--use_fast_math` and others that change results or that somebody has to think about are taken out
and reported; so is `-rdc=true`, since PyTorch links with the C++ compiler, which cannot link
relocatable device code. Scripts that speak of HIP or ROCm themselves. Options that other programs
share (`-G`) stay unless the list is for nvcc.

## References
torch/utils/cpp_extension.py, `BuildExtension`; nvcc's manual; clang's command line reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._flags import Removal, Word, flag_changes
from porter.fixers.build_files._setup import (
    appended,
    are_nvccs,
    build_script,
    content,
    from_list,
    sequences,
    statement_of,
)
from porter.source import Edit, SourceFile
from porter.source.python.code import PythonCode
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule("BLD20", "setup-flags", languages=(Language.PYTHON,))


EXAMPLES = (
    Example(
        'args = {"cxx": ["-G"], "nvcc": ["-O3", "--expt-relaxed-constexpr", "-lineinfo", "-G"]}\n',
        'args = {"cxx": ["-G"], "nvcc": ["-O3", "-gline-tables-only", "-g"]}\n',
        path="setup.py",
        title="a list",
    ),
    Example(
        """
        flags = [
            '-gencode', 'arch=compute_80,code=sm_80',
            '-Xcompiler', '-fPIC,-Wall',
            '-O3',
        ]
        """,
        """
        flags = [
            '-fPIC', '-Wall',
            '-O3',
        ]
        """,
        findings=("note",),
        path="setup.py",
        title="architectures, and flags of the host's",
    ),
    Example(
        """
        args = {'nvcc': ['-O3', '--compiler-options', "'-fPIC'"]}
        """,
        """
        args = {'nvcc': ['-O3', '-fPIC']}
        """,
        path="setup.py",
        title="two kinds of quotes",
    ),
    Example(
        """
        nvcc = []
        if new:
            nvcc.append("-gencode")
            nvcc.append(f"arch=compute_{cc},code=sm_{cc}")
        """,
        """
        nvcc = []
        if new:
            pass
        """,
        findings=("note",),
        path="setup.py",
        title="what is appended",
    ),
    Example(
        """
        def with_threads(nvcc_extra_args):
            return nvcc_extra_args + ["--threads", "4"]
        """,
        """
        def with_threads(nvcc_extra_args):
            return nvcc_extra_args + []
        """,
        path="setup.py",
        title="what is added",
    ),
    Example(
        'nvcc_flags += ["--use_fast_math"]\n',
        "nvcc_flags += []\n",
        findings=("warning",),
        path="setup.py",
        title="fast math is another thing",
    ),
    Example(
        'nvcc_flags = ["-rdc=true", "-O2"]\n',
        'nvcc_flags = ["-O2"]\n',
        findings=("warning",),
        path="setup.py",
        title="device code across files",
    ),
    Example(
        """
        import torch
        if torch.version.hip:
            flags = []
        else:
            flags = ["-lineinfo"]
        """,
        path="setup.py",
        title="a script that knows of HIP",
    ),
    Example('mac = ["-arch", "arm64", "-G"]\n', path="setup.py", title="not nvcc's"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags."""
    code = build_script(file)
    if code is None:
        return
    data = file.data
    for elements in sequences(code):
        holder = elements[0].parent
        assert holder is not None
        commas = holder.type == "tuple"
        changes = flag_changes(
            rule,
            data,
            _words(code, elements),
            from_list(data, keep_comma=commas),
            links_device_code=False,
        )
        needs_comma = commas and not code.text(holder)[:-1].rstrip().endswith(",")
        yield from _in_tuple(elements, changes) if needs_comma else changes
    for values in appended(code):
        yield from flag_changes(
            rule,
            data,
            _words(code, values),
            _from_block(values),
            instead=b"pass",
            links_device_code=False,
        )
    for node in code.nodes("string"):
        span = content(code, node)
        if span and re.match(rb"\s*-\S*\s+\S", data[slice(*span)]):
            yield from flag_changes(
                rule, data, _inside(code, node, span), lambda a, b: _blanks(data, a, b)
            )


def _in_tuple(elements: Sequence[Node], changes: Iterator[RuleOutput]) -> Iterator[RuleOutput]:
    """Yield the changes, and the comma without which a tuple of one is none."""
    found = list(changes)
    yield from found
    gone = [edit for edit in found if isinstance(edit, Edit) and not edit.text]
    left = [
        element
        for element in elements
        if not any(edit.start <= element.start_byte < edit.end for edit in gone)
    ]
    if gone and left == [elements[-1]]:
        yield rule.insert(left[0].end_byte, b",")


def _words(code: PythonCode, elements: Sequence[Node]) -> list[Word]:
    found = []
    for element in elements:
        nvccs = are_nvccs(code, element)
        span = content(code, element)
        if span is None:
            found.append(Word(element.start_byte, element.end_byte, "{}", nvccs, is_opaque=True))
            continue
        quote = code.file.data[span[0] - 1 : span[0]].decode()
        text = code.file.data[slice(*span)].decode("utf-8", "replace")
        text = "{}" if re.search(r"\s", text) else text
        found.append(Word(*span, text, nvccs, joint=f"{quote}, {quote}"))
    return found


def _inside(code: PythonCode, node: Node, span: tuple[int, int]) -> list[Word]:
    nvccs = are_nvccs(code, node)
    return [
        Word(
            span[0] + match.start(),
            span[0] + match.end(),
            match.group().decode("utf-8", "surrogateescape"),
            nvccs,
        )
        for match in re.finditer(rb"\S+", code.file.data[slice(*span)])
    ]


def _from_block(values: Sequence[Node]) -> Removal:
    """Return what takes whole statements out."""
    places = {}
    for value in values:
        statement = statement_of(value)
        for at in range(value.start_byte, value.end_byte + 1):
            places[at] = (statement.start_byte, statement.end_byte)

    def removal(start: int, end: int) -> tuple[int, int]:
        return places[start][0], places[end][1]

    return removal


def _blanks(data: bytes, start: int, end: int) -> tuple[int, int]:
    if data[start - 1 : start] == b" ":
        return start - 1, end
    return start, end + (data[end : end + 1] == b" ")
