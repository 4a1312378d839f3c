"""Load ROCm's shared libraries where a program loads CUDA's through ctypes.

## What it does
Loads `libamdhip64.so` for `libcudart.so` and `libcuda.so.1`, `libhipblas.so` for `libcublas.so` and
so on, and gives the functions that are taken from the library HIP's names, as the tables have them.
Names that a variable or a loop gives are followed. Enumerators that HIP numbers otherwise
(`cuDeviceGetAttribute(p, 16, device)`) get HIP's number. It does so where it sees every use of the
library and HIP has each function; anything else is reported, and so are functions that take a
structure which HIP lays out otherwise.

## Why
What `ctypes` is given is looked up when the program runs, and fails then. A library under its new
name with functions under their old ones would fail one line later, and CUDA's number of an
attribute would ask HIP for another one.

## What it leaves alone
Libraries of the project's own; names that are put together at run time; libraries in files that
speak of HIP or ROCm themselves, of which a note says so. The new name has no version: that link is
part of ROCm's development packages.

## References
`rules/cuda-hip/python.toml` has the libraries, `rules/cuda-hip/*.tsv` the functions,
`rules/cuda-hip/binary_arguments.toml` what they take in binary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.python._library_functions import Taken, functions_taken
from porter.options import Options
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCall, PythonCode, literal, literal_span, python_of
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span
from porter.tables.libraries import by_cudas_name
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
_LOADERS = frozenset(("CDLL", "PyDLL", "LoadLibrary"))
_FILE = re.compile(r"(?P<folder>.*/)?lib(?P<name>[\w-]+)\.so(?:\.[\d.]+)?")


class _Library(NamedTuple):
    """A library of CUDA's that a call may load.

    Attributes:
        node: the string that names it.
        span: where its text stands.
        text: the text.
        hip: its counterpart's name, or "".
        reason: what the table says of it.
        can_be_renamed: whether another text could stand there.
    """

    node: Node
    span: Span
    text: str
    hip: str
    reason: str
    can_be_renamed: bool


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
        CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10
        for name in ("libcuda.so", "libcuda.dylib", "nvcuda.dll"):
            try:
                cuda = ctypes.CDLL(name)
            except OSError:
                continue
        cuda.cuDeviceGetAttribute(ctypes.byref(n), CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0)
        cuda.cuDeviceGetAttribute(ctypes.byref(n), 16, 0)
        """,
        """
        import ctypes
        CU_DEVICE_ATTRIBUTE_WARP_SIZE = 87
        for name in ("libamdhip64.so", "libcuda.dylib", "nvcuda.dll"):
            try:
                cuda = ctypes.CDLL(name)
            except OSError:
                continue
        cuda.hipDeviceGetAttribute(ctypes.byref(n), CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0)
        cuda.hipDeviceGetAttribute(ctypes.byref(n), 63, 0)
        """,
        path="attributes.py",
        title="names that a loop tries, and numbers of enumerators",
    ),
    Example(
        """
        NAME = "libcudart.so"
        first = ctypes.CDLL(NAME)
        second = ctypes.CDLL(NAME)
        first.cudaDeviceReset(), second.cudaDeviceSynchronize()
        """,
        """
        NAME = "libamdhip64.so"
        first = ctypes.CDLL(NAME)
        second = ctypes.CDLL(NAME)
        first.hipDeviceReset(), second.hipDeviceSynchronize()
        """,
        path="twice.py",
        title="one name, and two that load by it",
    ),
    Example(
        """
        import ctypes
        cudart = ctypes.CDLL("libcudart.so")
        cudart.cudaGetDeviceProperties(ctypes.byref(properties), 0)
        """,
        findings=("error",),
        path="properties.py",
        title="a structure that HIP lays out otherwise",
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
    Example(
        """
        import ctypes
        is_hip = torch.version.hip is not None
        lib = ctypes.CDLL("libamdhip64.so" if is_hip else "libcudart.so")
        for name in ("libcudart.so", "libcuda.so"):
            other = ctypes.CDLL(name)
        """,
        findings=("note", "note"),
        path="both.py",
        title="a file that knows HIP",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits or a finding for each library of CUDA's that is loaded."""
    code = python_of(file)
    if code is None:
        return
    renamed: set[Span] = set()
    kept: set[Span] = set()
    for call in code.calls:
        libraries = list(_libraries(code, call, context))
        if not libraries or any(one.span in kept for one in libraries):
            continue
        if code.knows_hip:
            said = "stays: the file speaks of HIP itself, and is to load ROCm's there"
            yield from (rule.note(one.node, f"{one.text} {said}") for one in libraries)
            kept.update(one.span for one in libraries)
            continue
        handle = _handle(code, call)
        taken = Taken((), "not every use of it is seen")
        if handle is not None and all(one.can_be_renamed for one in libraries):
            taken = functions_taken(code, handle, context)
        if taken.reason:
            yield from map(_finding, libraries, repeat(taken.reason))
            kept.update({one.span for one in libraries} - renamed)
            continue
        new = [one for one in libraries if one.span not in renamed]
        names = [(one.span, f"lib{one.hip}.so".encode()) for one in new]
        renamed.update(one.span for one in new)
        yield from rule.together(
            *(rule.replace(span, text) for span, text in (*names, *taken.edits))
        )


def _libraries(code: PythonCode, call: PythonCall, context: Context) -> Iterator[_Library]:
    """Yield CUDA's libraries that a call may load, or look for."""
    if call.name not in _LOADERS and call.name != "find_library":
        return
    known = counterparts("library")
    for node in _may_be(code, call.argument(0, "name")):
        text, span = literal(code, node), literal_span(code, node)
        if text is None or span is None:
            continue
        match = _FILE.fullmatch(text)
        name = text if call.name == "find_library" else match["name"] if match else ""
        if row := known.get(name):
            own = by_cudas_name(context.options.roc).get(name)
            hip = own.name if own is not None and own.option else row.hip
            can_be_renamed = bool(hip) and match is not None and not match["folder"]
            yield _Library(node, span, text, hip, row.reason, can_be_renamed)


def _may_be(code: PythonCode, argument: Node | None) -> Iterator[Node]:
    """Yield what an argument may be: itself, what its name is bound to, what a loop gives it."""
    if argument is None or argument.type != "identifier":
        yield from () if argument is None else (argument,)
        return
    name = code.text(argument)
    values: list[Node | None] = [one.value for one in code.assigned.get(name, ())]
    around = argument.parent
    while around is not None and around.type != "module":
        left = around.child_by_field_name("left") if around.type == "for_statement" else None
        if left is not None and code.text(left) == name:
            values.append(around.child_by_field_name("right"))
        around = around.parent
    for value in values:
        bindings = code.assigned.get(code.text(value), ()) if value is not None else ()
        sequence = bindings[0].value if len(bindings) == 1 else value
        if sequence is not None and sequence.type in ("tuple", "list"):
            yield from sequence.named_children
        elif value is not None:
            yield value


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


def _finding(library: _Library, reason: str) -> Finding:
    """Return what to say of a library that stays."""
    other = f"; ROCm's is lib{library.hip}.so" if library.hip else ""
    return rule.error(
        library.node,
        f"{library.text} is looked up at run time and ROCm has none of that name{other}: "
        f"{library.reason}",
        hint=f"{_NEEDED}; {reason}" if library.hip else "",
    )
