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

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.python._library_functions import Taken, functions_taken
from porter.fixers.python._loaded_libraries import Library, Load, loads
from porter.options import Options
from porter.source import Finding, SourceFile
from porter.source.python.code import PythonCode, python_of
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span

rule = Rule(
    "PYT06",
    "shared-libraries",
    names=(b"CDLL", b"PyDLL", b"LoadLibrary", b"find_library"),
    languages=(Language.PYTHON,),
)

_NEEDED = "the functions that are taken from it need HIP's names, too: porter rules show NAME"
_NOT_SEEN = "not every use of it is seen"
_SHARED = "what else is loaded by this name keeps CUDA's functions"

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
        NAME = "libcudart.so"
        first = ctypes.CDLL(NAME)
        first.cudaDeviceReset()
        def loaded():
            return ctypes.CDLL(NAME)
        """,
        findings=("error",),
        path="lent.py",
        title="one name, and a library of it whose uses are not seen",
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
    loaded = loads(code, context.options.roc)
    if code.knows_hip:
        said = "stays: the file speaks of HIP itself, and is to load ROCm's there"
        libraries = {one.span: one for load in loaded for one in load.libraries}
        yield from (rule.note(one.node, f"{one.text} {said}") for one in libraries.values())
        return
    taken = [_taken(code, load, context) for load in loaded]
    refused = [load for load, one in zip(loaded, taken, strict=True) if one.reason]
    kept = {library.span for load in refused for library in load.libraries}
    done: set[Span] = set()
    for load, one in zip(loaded, taken, strict=True):
        new = [library for library in load.libraries if library.span not in done]
        done.update(library.span for library in new)
        if one.reason or not kept.isdisjoint(library.span for library in load.libraries):
            yield from (_finding(library, one.reason or _SHARED) for library in new)
            continue
        names = ((library.span, f"lib{library.hip}.so".encode()) for library in new)
        yield from rule.together(*(rule.replace(*edit) for edit in (*names, *one.edits)))


def _taken(code: PythonCode, load: Load, context: Context) -> Taken:
    """Return what becomes of the functions that are taken from what a program loads."""
    if not all(one.can_be_renamed for one in load.libraries) or None in load.handles:
        return Taken((), _NOT_SEEN)
    edits: dict[Span, bytes] = {}
    for handle in filter(None, load.handles):
        taken = functions_taken(code, handle, context)
        if taken.reason:
            return taken
        edits.update(taken.edits)
    return Taken(tuple(edits.items()))


def _finding(library: Library, reason: str) -> Finding:
    """Return what to say of a library that stays."""
    other = f"; ROCm's is lib{library.hip}.so" if library.hip else ""
    return rule.error(
        library.node,
        f"{library.text} is looked up at run time and ROCm has none of that name{other}: "
        f"{library.reason}",
        hint=f"{_NEEDED}; {reason}" if library.hip else "",
    )
