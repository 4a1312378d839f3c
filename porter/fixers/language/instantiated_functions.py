"""Say `__device__` where a function template is instantiated by hand, as where it is declared.

## What it does
`template float half<float>(float);` gets the words `__device__` or `__host__ __device__` of the
template, which the file or a header of the project that it includes declares with them; so does
such a line in a macro. Macros of the project that stand for the words count as they do.

## Why
nvcc takes them from the template. To clang the instantiation is of a function for the host alone,
which no template makes: `explicit instantiation of 'half' does not refer to a function template`,
`candidate template ignored: target attributes do not match`.

## What it leaves alone
Names of which some templates have the words and others have not, or have others; members; kernels;
lines with a qualifier of their own or a macro that may stand for one.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "HIP Support".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._qualifier_macros import DEVICE, HOST, Declarations, spelt_out
from porter.fixers.language._signatures import TYPE, parameter_types
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

rule = Rule("LNG99", "instantiated-functions", handles=())

_INSTANTIATED = re.compile(
    rb"\btemplate\s++(?P<type>%b)(?<=[\s*&>])(?P<name>[A-Za-z_]\w*+)[ \t]*+"
    rb"<(?:[^<>;{}()\n]|<[^<>;{}()\n]*+>)*+>[ \t]*+(?=\()" % TYPE
)
_DECLARED = re.compile(
    rb"\btemplate\s*+<(?:[^<>;{}()]|<[^<>;{}()]*+>)*+>\s*+(?P<type>%b)(?<=[\s*&>])"
    rb"(?P<name>[A-Za-z_]\w*+)\s*+(?=\()" % TYPE
)
_NO_TYPE = re.compile(
    rb"\b(?:template|struct|class|union|enum|using|friend|typedef|return|new|operator)\b"
    rb"|\b__\w++(?<=__)|\b[A-Z][A-Z0-9_]{2,}\b"
)

EXAMPLES = (
    Example(
        """
        template <typename T>
        __host__ __device__ T half(T a) { return a / 2; }
        template <typename T, int N> __device__ float sum(const T *a) { return a[N]; }
        template float half<float>(float);
        #define SUM(T) \\
        template float sum<T, 2>(const T *);
        SUM(float)
        """,
        """
        template <typename T>
        __host__ __device__ T half(T a) { return a / 2; }
        template <typename T, int N> __device__ float sum(const T *a) { return a[N]; }
        template __host__ __device__ float half<float>(float);
        #define SUM(T) \\
        template __device__ float sum<T, 2>(const T *);
        SUM(float)
        """,
    ),
    Example(
        """
        template <typename T> __device__ T half(T a) { return a / 2; }
        template <typename T> __global__ void kernel(T *a) { *a = half(*a); }
        template <typename T> T twice(T a) { return a * 2; }
        template <typename T> T both(T a) { return a; }
        template <typename T> __device__ T both(T a, T b) { return a; }
        template __device__ float half<float>(float);
        template __global__ void kernel<float>(float *);
        template float twice<float>(float);
        template float both<float>(float);
        """,
        title="words of its own, kernels, the host's, and one for each side",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the qualifiers of each instantiation that lacks them."""
    found = [one for one in _INSTANTIATED.finditer(file.code) if not _NO_TYPE.search(one["type"])]
    if not found:
        return
    names = {match["name"] for match in found}
    codes, macros, written = Declarations.of(file, names)
    words = _words(codes, macros, names)
    for match in found:
        if DEVICE in words.get(match["name"], ()) and not macros.keys() & match["type"].split():
            yield rule.insert(match.start("type"), written.of(words[match["name"]]) + b" ")


def _words(
    codes: Iterable[bytes], macros: dict[bytes, bytes], names: set[bytes]
) -> dict[bytes, frozenset[bytes]]:
    """Return the qualifiers of the templates of each name, where all have the same."""
    found: dict[bytes, dict[tuple[bytes, ...], set[bytes]]] = {}
    for plain in codes:
        code = spelt_out(plain, macros)
        for match in _DECLARED.finditer(code):
            name = match["name"]
            end = closing(code, match.end()) if name in names else None
            if end is not None:
                types = parameter_types(code, match.end(), end)
                # A definition takes the words of its declaration (LNG64).
                found.setdefault(name, {}).setdefault(types, set()).update(match["type"].split())
    alike = {}
    for name, overloads in found.items():
        words = {frozenset(said & {HOST, DEVICE, b"__global__"}) for said in overloads.values()}
        if len(words) == 1:
            alike[name] = next(iter(words))
    return alike
