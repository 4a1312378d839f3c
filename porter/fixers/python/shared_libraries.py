"""Load ROCm's shared libraries where a program loads CUDA's through ctypes.

## What it does
Loads `libamdhip64.so` for `libcudart.so` and `libcuda.so.1`, `libhipblas.so` for `libcublas.so` and
so on, and gives the functions that are taken from the library HIP's names, as the tables have them.
It does so where it sees every use of the library and HIP has each function; anything else is
reported.

## Why
What `ctypes` is given is looked up when the program runs, and fails then. A library under its new
name with functions under their old ones would fail one line later.

## What it leaves alone
Libraries of the project's own; names that are put together at run time. The new name has no
version: that link is part of ROCm's development packages.

## References
`rules/cuda-hip/python.toml` has the libraries, `rules/cuda-hip/*.tsv` the functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile
from porter.source.python.code import PythonCall, PythonCode, literal, literal_span, python_of
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.libraries import by_cudas_name
from porter.tables.names import NameKind
from porter.tables.python import counterparts

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule(
    "PYT06",
    "shared-libraries",
    names=(b"CDLL", b"PyDLL", b"LoadLibrary", b"find_library"),
    languages=(Language.PYTHON,),
)

_NEEDED = "the functions that are taken from it need HIP's names, too: porter rules show NAME"
_NEEDED = "the functions that are taken from it need HIP's names, too: porter rules show NAME"
_LOADERS = frozenset(("CDLL", "PyDLL", "LoadLibrary"))
_FILE = re.compile(r"(?P<folder>.*/)?lib(?P<name>[\w-]+)\.so(?:\.[\d.]+)?")

EXAMPLES = (
    Example(
        """
        import ctypes
        cudart = ctypes.CDLL("libcudart.so.12")
        cudart.cudaMalloc.restype = int
        cudart.cudaMalloc(ctypes.byref(p), 4)
        """,
        """
        import ctypes
        cudart = ctypes.CDLL("libamdhip64.so")
        cudart.hipMalloc.restype = int
        cudart.hipMalloc(ctypes.byref(p), 4)
        """,
        path="runtime.py",
    ),
    Example(
        """
        import ctypes
        blas = ctypes.CDLL("libcublas.so")
        blas.cublasCreate_v2(h)
        """,
        """
        import ctypes
        blas = ctypes.CDLL("librocblas.so")
        blas.rocblas_create_handle(h)
        """,
        options=Options(roc=("blas",)),
        path="blas.py",
        title="ROCm's own library",
    ),
    Example(
        """
        import ctypes
        self.lib = ctypes.CDLL('libcuda.so.1')
        nvml = ctypes.CDLL('libnvidia-ml.so.1')
        """,
        findings=("error", "error"),
        path="wrapper.py",
        title="uses that are not seen, and a library without a counterpart",
    ),
    Example(
        """
        from ctypes.util import find_library
        if find_library('cudart') is None:
            pass
        """,
        findings=("error",),
        path="found.py",
        title="a library that is looked for",
    ),
    Example(
        """
        import ctypes
        libc = ctypes.CDLL("libc.so.6")
        mine = ctypes.CDLL("./libcudakit.so")
        """,
        path="own.py",
        title="other libraries",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits or a finding for each library of CUDA's that is loaded."""
    code = python_of(file)
    if code is None:
        return
    known = counterparts("library")
    for call in code.calls:
        argument = call.argument(0, "name")
        text = literal(code, argument)
        if text is None or argument is None:
            continue
        match = _FILE.fullmatch(text)
        if call.name in _LOADERS and match is not None:
            name = match["name"]
        elif call.name == "find_library":
            name = text
        else:
            continue
        row = known.get(name)
        if row is None:
            continue
        own = by_cudas_name(context.options.roc).get(name)
        hip = own.name if own is not None and own.option else row.hip
        handle = _handle(code, call)
        if hip and match is not None and not match["folder"] and handle is not None:
            edits = _functions(code, handle, context)
            span = literal_span(code, argument)
            if edits is not None and span is not None:
                yield from rule.together(
                    rule.replace(span, f"lib{hip}.so".encode()),
                    *(rule.replace((start, end), text) for start, end, text in edits),
                )
                continue
        other = f"; ROCm's is lib{hip}.so" if hip else ""
        yield rule.error(
            argument,
            f"{text} is looked up at run time and ROCm has none of that name{other}: {row.reason}",
            hint=_NEEDED if hip else "",
        )


def _handle(code: PythonCode, call: PythonCall) -> str | None:
    """Return the name that a call's value is bound to; None unless nothing else ever is."""
    assignment = call.node.parent
    if assignment is None or assignment.type != "assignment":
        return None
    target = assignment.child_by_field_name("left")
    if target is None or assignment.child_by_field_name("right") != call.node:
        return None
    name = code.text(target)
    return name if len(code.assigned.get(name, ())) == 1 and "." not in name else None


def _functions(
    code: PythonCode, handle: str, context: Context
) -> list[tuple[int, int, bytes]] | None:
    """Return how each function that is taken from a library is called in HIP.

    Returns:
        Replacements; None where one has no counterpart or a use is not understood.
    """
    edits: list[tuple[int, int, bytes]] = []
    for node in code.nodes("identifier"):
        if code.text(node) != handle or _is_bound(node) or _is_a_member(node):
            continue
        place = _taken(code, node)
        if place is None:
            return None
        name = code.file.data[slice(*place)]
        row = context.tables.names.get(name)
        rocm = ".".join(map(str, context.options.rocm))
        if (
            row is None
            or row.kind is not NameKind.FUNCTION
            or row.scope
            or row.known_in(rocm) is False
        ):
            return None
        if not row.same:
            edits.append((*place, row.hip))
    return edits


def _is_bound(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    is_target = parent.type == "assignment" and parent.child_by_field_name("left") == node
    return is_target or parent.type == "global_statement"


def _is_a_member(node: Node) -> bool:
    """Tell whether the identifier is a part of another's name: `x.handle`, or `handle=1`."""
    parent = node.parent
    return parent is not None and (
        (parent.type == "attribute" and parent.child_by_field_name("attribute") == node)
        or (parent.type == "keyword_argument" and parent.child_by_field_name("name") == node)
    )


def _taken(code: PythonCode, node: Node) -> tuple[int, int] | None:
    """Return where the function's name stands that is taken from the library `node`."""
    parent = node.parent
    if parent is None:
        return None
    if parent.type == "attribute":
        name = parent.child_by_field_name("attribute")
        return None if name is None else (name.start_byte, name.end_byte)
    if parent.type == "argument_list" and parent.parent is not None:
        function = parent.parent.child_by_field_name("function")
        if code.means(function, "getattr", "hasattr") and parent.named_children[0] == node:
            return literal_span(code, parent.named_children[1])
    return None
