"""C functions that launch the kernels of a text, so that a library of them can be called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from porter.source.cpp.functions import functions_of
from porter.source.file import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.languages import Language
from porter.verify.kernel_texts import KernelText

#: What the names of these functions begin with.
PREFIX = "launch_"
#: Their first parameters, which no kernel of a project calls its own so.
BLOCKS, THREADS = "grid_blocks", "block_threads"
#: `texture<float, 2> image;`, `__constant__ float weights[N];`
_GIVEN = re.compile(
    rb"\b(?:texture|surface)\s*+<[^<>;]{0,200}+>\s*+(\w++)\s*+;"
    rb"|\b__constant__\b([^;={}()]{0,200}+);"
)
#: Bytes of `extern __shared__` arrays: of as many as any GPU has.
_DYNAMIC = 32768
#: Threads and blocks along the axes behind the first where a text uses them.
_ROWS, _LAYERS, _BLOCK_ROWS, _BLOCK_LAYERS = 8, 4, 4, 2
_DYNAMIC_ARRAY = re.compile(rb"\bextern\s++(?:\w++\s++){0,3}?__shared__\b")
_WORD = re.compile(rb"\w++")
_LINKAGE = re.compile(rb'\bextern\s++"C"\s*+\{')
#: `block=(16, 16, 1)` of PyCUDA, and `kernel((blocks,), (256,), arguments)` of CuPy.
_BLOCK = re.compile(
    rb"\bblock\s*+=\s*+\(([\d\s,]++)\)"
    rb"|\w\s*+\(\s*+\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\s*+,\s*+\(([\d\s,]++)\)\s*+,"
)


class Kernel(NamedTuple):
    """A kernel of a text.

    Attributes:
        name: of the kernel.
        parameters: as declared, and by name.
        is_template: it is one.
        is_inside: it is a namespace's or a class's.
        given: a texture or constant of the text that Python gives; "" for none.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    is_template: bool
    is_inside: bool
    given: str

    @property
    def problem(self) -> str:
        """Why no function can launch it as it is written; "" where one can."""
        if self.is_template:
            return "a template, and nothing tells for which types"
        if self.is_inside:
            return "of a namespace or a class"
        if self.given:
            return f"of a text whose `{self.given}` Python gives; write a text that takes memory"
        return "a parameter has no name" if not all(name for _, name in self.parameters) else ""


def kernels_of(code: bytes) -> list[Kernel]:
    """Return the kernels that a text defines, in order.

    Args:
        code: the text.
    """
    file = SourceFile("kernels.cu", code, Language.CUDA)
    return list(_kernels(file))


def _kernels(file: SourceFile) -> Iterator[Kernel]:
    code = file.code
    given = _GIVEN.search(code)
    words = _WORD.findall((given[1] or given[2]).partition(b"[")[0]) if given else ()
    gives = words[-1].decode() if words else ""
    for one in functions_of(file):
        if not one.name or not code.startswith(b"__global__", one.start):
            continue
        named = re.compile(rb"\b" + re.escape(one.name) + rb"\s*+\(")
        match = named.search(code, one.start, one.body_start)
        close = closing(code, match.end() - 1) if match else None
        if match is None or close is None:
            continue
        words = [code[start:end].decode("utf-8", "replace")
                 for start, end in split_arguments(code, match.end(), close)]  # fmt: skip
        declared = [" ".join(one.partition("=")[0].split()) for one in words if one != "void"]
        parameters = tuple((one, _name(one)) for one in declared)
        head = code[file.statement_start(one.start) : one.start]
        depth = code.count(b"{", 0, one.start) - code.count(b"}", 0, one.start)
        is_inside = depth > len(_LINKAGE.findall(file.data, 0, one.start))
        yield Kernel(one.name.decode(), parameters, b"template" in head, is_inside, gives)


def _name(declared: str) -> str:
    """Return the name of a parameter; "" where it has none."""
    before, _, name = declared.partition("[")[0].replace("*", "* ").rstrip().rpartition(" ")
    return name if before and name.isidentifier() else ""


def block_said(python: bytes) -> tuple[int, ...]:
    """Return the block that a Python file launches all of its kernels with; empty where not one.

    Args:
        python: the file.
    """
    said = {
        tuple(int(one) for one in (match[1] or match[2]).split(b",") if one.strip())
        for match in _BLOCK.finditer(python)
    }
    return said.pop() if len(said) == 1 else ()


class LaunchedText(NamedTuple):
    """A text whose kernels functions launch.

    Attributes:
        text: the text.
        kernels: those of it that a function can launch.
        known: each of its kernels -> what it is called among those of all texts.
    """

    text: KernelText
    kernels: tuple[Kernel, ...]
    known: Mapping[str, str]

    @property
    def functions(self) -> list[str]:
        """The functions that `with_launchers` puts behind the text, in order."""
        return [f"{PREFIX}{self.known[one.name]}" for one in self.kernels]


def launched(texts: Iterable[KernelText]) -> Iterator[LaunchedText]:
    """Yield the texts with kernels that can be called; a name that is there already gets a number.

    Args:
        texts: in order.
    """
    times: Counter[str] = Counter()
    for text in texts:
        kernels = kernels_of(text.written) if text.code else []
        able = tuple(one for one in kernels if not one.problem)
        if not able:
            continue
        names = [one.name for one in kernels]
        times.update(names)
        known = {one: one if times[one] == 1 else f"{one}_{times[one]}" for one in names}
        yield LaunchedText(text, able, known)


class Launch(NamedTuple):
    """How the kernels of a text are launched.

    Attributes:
        grid: an expression of BLOCKS.
        block: an expression of THREADS; of numbers where Python says them.
        threads: how many threads there are, as an expression of both.
        has_threads: THREADS is a parameter.
    """

    grid: str
    block: str
    threads: str
    has_threads: bool


def launch_of(text: KernelText, block: tuple[int, ...]) -> Launch:
    """Return how the kernels of a text are launched; on both sides alike, whatever is before it.

    Args:
        text: the text.
        block: the threads that Python says; empty where it says none.
    """
    rows, layers = (f"blockIdx.{axis}".encode() in text.written for axis in "yz")
    grid = [BLOCKS, *([f"{_BLOCK_ROWS}"] if rows or layers else []),
            *([f"{_BLOCK_LAYERS}"] if layers else [])]  # fmt: skip
    rows, layers = (f"threadIdx.{axis}".encode() in text.written for axis in "yz")
    if block:
        shape = [str(one) for one in block]
        threads = " * ".join([*grid, *shape])
    else:
        behind = [*([_ROWS] if rows or layers else []), *([_LAYERS] if layers else [])]
        divisor = " * ".join(map(str, behind))
        shape = [f"{THREADS} / ({divisor})" if behind else THREADS, *map(str, behind)]
        threads = " * ".join([*grid, THREADS])
    return Launch(f"dim3({', '.join(grid)})", f"dim3({', '.join(shape)})", threads, not block)


def with_launchers(one: LaunchedText, block: tuple[int, ...], last_error: str) -> bytes:
    """Return a text with a C function behind it for each kernel that one can launch.

    Args:
        one: the text.
        block: the threads that Python says; empty where it says none.
        last_error: the function that tells whether a launch failed.
    """
    text = one.text
    launch = launch_of(text, block)
    shared = _DYNAMIC if _DYNAMIC_ARRAY.search(text.written) else 0
    again = [f"#define {name} {known}" for name, known in one.known.items() if name != known]
    lines = []
    for function, kernel in zip(one.functions, one.kernels, strict=True):
        first = [f"int {BLOCKS}", *([f"int {THREADS}"] if launch.has_threads else [])]
        taken = ", ".join([*first, *(declared for declared, _ in kernel.parameters)])
        given = ", ".join(name for _, name in kernel.parameters)
        lines += [
            f'extern "C" int {function}({taken}) {{',
            f"    {kernel.name}<<<{launch.grid}, {launch.block}, {shared}>>>({given});",
            f"    return {last_error}() != 0;",
            "}",
        ]
    before = "".join(f"{line}\n" for line in again).encode()
    return before + text.code + "\n".join(["", *lines, ""]).encode()
