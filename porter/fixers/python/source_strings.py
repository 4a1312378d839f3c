"""Convert CUDA source in strings that a program compiles when it runs.

## What it does
Follows the arguments of `cupy.RawKernel`, `RawModule`, `ElementwiseKernel`, `ReductionKernel`,
`torch.utils.cpp_extension.load_inline`, `torch.cuda._compile_kernel`, PyCUDA's `SourceModule`,
`nvrtcCreateProgram` and others to the strings of the file, and converts their content with the
rules for CUDA files. Prefixes, quotes, escapes, concatenations and the holes of f-strings, `%`,
`.format`, `string.Template` and Jinja stay. Support headers that the source needs stand once in the
file, as `_PORTER_COMPAT`, and in front of each string that needs them.

## Why
hipRTC and hipcc compile these strings on ROCm as NVRTC and nvcc do on CUDA. hipRTC has what
`hip/hip_runtime.h` declares built in and need not find the header, so its inclusion is taken out.

## What it leaves alone
Strings that no call of the table compiles (PYT11 reports those that hold kernels); strings in which
an edit cannot be written, or does not read back byte for byte: they are reported.

## References
`rules/cuda-hip/source_strings.toml` gives each function with its source. HIP RTC documentation;
CuPy, `cupy/cuda/compiler.py`; PyTorch, `torch/utils/cpp_extension.py`, `torch/cuda/_utils.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from porter.compat.headers import with_dependencies
from porter.compat.inlined import inlined, names_in
from porter.fixers import Context, Example, Rule
from porter.fixers.python._converted import converted, preamble_place
from porter.fixers.python._reached import SUPPORT_NAME, Reached, reached
from porter.source import Edit, Finding, Severity, SourceFile
from porter.source.python.code import PythonCall, PythonCode, python_of
from porter.source.python.scopes import is_parameter
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.compilers import Holds, compilers

if TYPE_CHECKING:
    from tree_sitter import Node

rule = Rule(
    "PYT10",
    "source-strings",
    names=(row.name.encode() for row in compilers()),
    languages=(Language.PYTHON,),
)

_PACKAGES = (b"cupy", b"cuda", b"torch", b"chainer", b"nvrtc")

EXAMPLES = (
    Example(
        """
        import cupy

        fill = cupy.RawKernel(r'''
        #include <cuda_fp16.h>
        extern "C" __global__ void fill(half* x, float v) {
            x[threadIdx.x] = __float2half_rn(v);
        }
        ''', 'fill')
        """,
        """
        import cupy

        fill = cupy.RawKernel(r'''
        #include <hip/hip_fp16.h>
        extern "C" __global__ void fill(half* x, float v) {
            x[threadIdx.x] = __float2half_rn(v);
        }
        ''', 'fill')
        """,
        path="kernels.py",
        title="a header; `half` and the conversion are HIP's, too",
    ),
    Example(
        """
        from torch.utils.cpp_extension import load_inline

        source = f'''
        __global__ void scale(float* x) {{ x[threadIdx.x] *= {factor}; }}
        void run(float* x) {{ scale<<<1, {threads}>>>(x); cudaDeviceSynchronize(); }}
        '''
        module = load_inline('scale', cpp_sources='', cuda_sources=source)
        """,
        """
        from torch.utils.cpp_extension import load_inline

        source = f'''
        __global__ void scale(float* x) {{ x[threadIdx.x] *= {factor}; }}
        void run(float* x) {{ scale<<<1, {threads}>>>(x); hipDeviceSynchronize(); }}
        '''
        module = load_inline('scale', cpp_sources='', cuda_sources=source)
        """,
        path="inline.py",
        title="an f-string that a name holds",
    ),
    Example(
        r"""
        from pycuda.compiler import SourceModule

        module = SourceModule("#include <cuda.h>\n"
            "__global__ void f(%s *x) { x[0] = clock64() %% 2; }" % dtype)
        """,
        """
        from pycuda.compiler import SourceModule

        module = SourceModule(""
            "__global__ void f(%s *x) { x[0] = clock64() %% 2; }" % dtype)
        """,
        path="clock.py",
        title="hipRTC needs no inclusion of the runtime",
    ),
    Example(
        """
        import cupy

        add = cupy.ElementwiseKernel(
            'float32 x, float32 y', 'float32 z',
            'z = x + y', 'add')
        text = 'cudaMalloc'
        """,
        path="add.py",
        title="what is HIP's as it is, and strings that nothing compiles",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the edits and findings of each string that is compiled."""
    if not any(package in file.data for package in _PACKAGES):
        return
    code = python_of(file)
    if code is None:
        return
    needed: set[str] = set()
    done: set[int] = set()
    strings, unseen = reached(code)
    if unseen:
        yield _unseen(code, unseen)
    for one in strings:
        outcome = converted(code, one, context, rule.id)
        yield from outcome.findings
        if outcome.refused is not None:
            yield rule.error(
                (outcome.refused.start, outcome.refused.start),
                f"the CUDA source that {one.compiler.name} compiles is left as it is: "
                f"{outcome.refused.reason}",
                hint="convert this string by hand",
            )
            continue
        yield from outcome.edits
        if outcome.supports:
            needed |= outcome.supports
            for edit in _declared(code, one):
                if edit.start not in done:
                    yield edit
            done |= {edit.start for edit in _declared(code, one)}
    if needed:
        yield from _constant(code, needed)


def _unseen(code: PythonCode, places: list[tuple[PythonCall, Node]]) -> Finding:
    """Return the finding about source that is put together elsewhere, or handed in."""
    call, argument = places[0]
    handed_in = all(is_parameter(code, node) for _, node in places)
    return rule.finding(
        argument,
        Severity.NOTE if handed_in else Severity.WARNING,
        f"the source that {call.name} compiles is not seen here and is left as it is",
        hint="convert it where it is put together",
        occurrences=len(places),
    )


def _declared(code: PythonCode, one: Reached) -> list[Edit]:
    """Return the edits that give a string the support headers."""
    if one.holds is not Holds.FRAGMENT:
        return [] if SUPPORT_NAME in code.text(one.node) else list(_in_front(code, one))
    place = preamble_place(one)
    if place is None or code.file.data.startswith(SUPPORT_NAME.encode(), place[0]):
        return []
    return [rule.insert(place[0], place[1] % SUPPORT_NAME.encode())]


def _in_front(code: PythonCode, one: Reached) -> Iterator[Edit]:
    """Yield the edits that put the support headers in front of a string."""
    node = one.node
    while node.type == "call":
        call = code.call_of(node)
        receiver = node.child_by_field_name("function")
        inner = receiver.child_by_field_name("object") if receiver is not None else None
        if call is not None and call.name in ("encode", "decode") and inner is not None:
            node = inner
        elif call is not None and call.name == "Template" and call.positional:
            node = call.positional[0]
        else:
            break
    name = SUPPORT_NAME.encode()
    if "b" in one.text.literals[0].prefix:
        name += b".encode()"
    parent = node.parent
    if parent is not None and parent.type in ("attribute", "binary_operator"):
        yield from rule.wrap((node.start_byte, node.end_byte), b"(" + name + b" + ", b")")
    else:
        yield rule.insert(node.start_byte, name + b" + ")


def _constant(code: PythonCode, names: set[str]) -> Iterator[Edit]:
    """Yield the edit that gives the file the support headers as a constant, if it lacks any."""
    newline = code.file.newline
    old = next(iter(code.assigned.get(SUPPORT_NAME, ())), None)
    place = None if old is None else old.target.parent
    written = b""
    if place is not None:
        written = code.file.data[place.start_byte : place.end_byte]
        names = names | names_in(written.replace(newline, b"\n"))
    text = inlined(with_dependencies(names))
    quote = b"'''" if b"'''" not in text else b'"""'
    lines = b"%b = r%b\n%b%b" % (SUPPORT_NAME.encode(), quote, text, quote)
    lines = lines.replace(b"\n", newline)
    if place is None:
        yield rule.insert(_first_statement(code), lines + newline * 2)
    elif lines != written:
        yield rule.replace(place, lines)


def _first_statement(code: PythonCode) -> int:
    """Return the offset of the line behind the docstring and the imports of the future."""
    at = 0
    for node in code.root.named_children:
        is_text = node.type == "expression_statement" and node.named_children[0].type == "string"
        if node.type not in ("comment", "future_import_statement") and not is_text:
            break
        end = code.file.data.find(b"\n", node.end_byte)
        at = len(code.file.data) if end < 0 else end + 1
    return at
