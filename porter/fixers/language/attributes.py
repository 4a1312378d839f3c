"""Drop attributes and rename built-in functions that only nvcc knows.

## What it does
Removes `__grid_constant__`, `__nv_pure__`, `__inline_hint__` and `__maxnreg__(n)`, and `CUDART_CB`
and its like, calling conventions that are empty on Linux, and Thrust's marks for nvcc's warnings,
`__thrust_exec_check_disable__` and `__thrust_hd_warning_disable__`; renames `__trap`, `__brkpt` and
`__assume` to clang's built-in functions. `__prof_trigger(n)` becomes nothing. `__cluster_dims__`
and `__block_size__`, which change what a launch means, are errors.

## Why
clang takes them for unknown types or undeclared functions. The removed ones promise or ask for
something without changing results: on AMD GPUs a kernel's parameters lie in constant memory anyway,
and nobody can write to them through their `const`; registers are bounded by launch bounds.

## What it leaves alone
`__noinline__`, `__forceinline__`, `__restrict__`, `__align__` and `__managed__`, which HIP has.

## References
CUDA C++ Programming Guide, "__grid_constant__", "Maximum Number of Registers per Thread",
"Trap function", "Breakpoint Function", "Optimization Hints"; clang language extensions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile, Use
from porter.source.cpp.uses import is_asked_for
from porter.source.text.edits import RuleOutput

_CONVENTIONS = (b"CUDART_CB", b"CUDA_CB", b"CUDARTAPI_CDECL")
_ATTRIBUTES = (b"__grid_constant__", b"__nv_pure__", b"__inline_hint__", b"__maxnreg__")
#: Macros of Thrust's own headers, which ROCm's Thrust has not, or no more.
_MARKS = (b"__thrust_exec_check_disable__", b"__thrust_hd_warning_disable__")
_DROPPED = (*_ATTRIBUTES, *_CONVENTIONS, *_MARKS)
_RENAMED = {
    b"__trap": b"__builtin_trap",
    b"__brkpt": b"__builtin_debugtrap",
    b"__assume": b"__builtin_assume",
}
_CLUSTERS = (b"__cluster_dims__", b"__block_size__")
_BLANKS = b" \t"
#: What wants no blank in front of it.
_NOTHING = (b"", b"\n", b"\r", b";")
#: What may stand behind an attribute or a calling convention.
_REST = re.compile(rb"[\w\x80-\xff*&()\[~]|::|\.\.\.")

rule = Rule(
    "LNG03",
    "attributes",
    names=(*_DROPPED, *_RENAMED, *_CLUSTERS, b"__prof_trigger"),
    shadowable=(*_RENAMED, b"__prof_trigger"),
)

EXAMPLES = (
    Example(
        "__global__ void __maxnreg__(64) k(const __grid_constant__ Params p, int n);\n",
        "__global__ void k(const Params p, int n);\n",
        title="attributes",
    ),
    Example(
        "void CUDART_CB done(cudaStream_t s, cudaError_t e, void* data);\n",
        "void done(cudaStream_t s, cudaError_t e, void* data);\n",
        title="a callback",
    ),
    Example(
        """
        struct Minus {
          __thrust_exec_check_disable__
          __host__ __device__ int operator()(int a, int b) const;
        };
        """,
        """
        struct Minus {

          __host__ __device__ int operator()(int a, int b) const;
        };
        """,
        title="Thrust's marks",
    ),
    Example(
        """
        if (bad) __trap();
        __assume(n > 0);
        __prof_trigger(3);
        """,
        """
        if (bad) __builtin_trap();
        __builtin_assume(n > 0);
        (void)0;
        """,
        title="functions",
    ),
    Example(
        "__global__ void __cluster_dims__(2, 1, 1) k(int* p);\n",
        findings=("error",),
        title="clusters",
    ),
    Example(
        """
        __global__ void __cluster_dims__(2, 1, 1) k(int* p) {
          p[0] = 1;
        }
        """,
        findings=("error",),
        title="with a body, which looks like a variable to a parser",
    ),
    Example(
        """
        #define CALLBACK CUDART_CB
        typedef void (CUDART_CB *Done)(void*);
        __device__ int f(int x) __nv_pure__;
        """,
        """
        #define CALLBACK
        typedef void (*Done)(void*);
        __device__ int f(int x);
        """,
        title="in a macro, before a pointer, behind a declaration",
    ),
    Example("int y = CUDA_CB < 3;\n", findings=("error",), title="where nothing is declared"),
    Example(
        """
        __device__ __noinline__ int f(int x);
        #define __grid_constant__
        cpu.__trap();
        """,
        title="what HIP has, what the project defines",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each attribute and function."""
    code = file.code
    for use in _attributes(file, frozenset(_DROPPED)):
        call = file.call_at(use.start, use.end) if use.name == b"__maxnreg__" else None
        end = use.end if call is None else call.close + 1
        if not _declares(file, use.start, end):
            yield rule.error(
                use,
                f"{use.name.decode()} stands where nothing is declared",
                hint="clang does not know the word: take it out by hand",
            )
            continue
        start = use.start
        while end < len(code) and code[end] in _BLANKS:
            end += 1
        while code[end : end + 1] in _NOTHING and start > 0 and code[start - 1] in _BLANKS:
            start -= 1
        yield rule.replace((start, end), b"")
    for use in file.uses(_RENAMED):
        yield rule.replace(use, _RENAMED[use.name])
    for use in file.uses((b"__prof_trigger",)):
        call = file.call_at(use.start, use.end)
        if call is not None:
            yield rule.replace(call.whole, b"(void)0")
    for use in _attributes(file, frozenset(_CLUSTERS)):
        yield rule.error(
            use,
            f"{use.name.decode()}: AMD GPUs have no thread block clusters",
            hint="launch single blocks, and let them exchange through global memory",
        )


def _declares(file: SourceFile, start: int, end: int) -> bool:
    """Tell whether what follows an attribute can be the rest of a declaration, or of a macro."""
    after = file.next(end)
    directive = file.directive_at(start)
    if directive is not None and directive.end <= after:
        return True
    if file.code[after : after + 1] == b";":
        return file.code[file.previous(start)] == 0x29
    return _REST.match(file.code, after) is not None


def _attributes(file: SourceFile, names: frozenset[bytes]) -> Iterator[Use]:
    """Yield where attributes stand, but for `#define`, `#undef` and `#ifdef` of their names."""
    asked_for = {
        file.next(directive.body_start)
        for directive in file.directives
        if directive.keyword in (b"if", b"elif")
    }
    for use in sorted(file.occurrences_of(names)):
        if use.start not in asked_for and not is_asked_for(file.code, use.start):
            yield use
