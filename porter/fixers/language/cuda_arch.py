"""Answer `__CUDA_ARCH__` tests for HIP.

## What it does
Where `__CUDA_ARCH__` asks for the device pass (`#ifdef`, `defined`, its truth) it becomes
`__HIP_DEVICE_COMPILE__`. A test for an architecture (`__CUDA_ARCH__ >= 700`) becomes a test for the
device pass, too: AMD's processors count as compute capability 8.0 (`capability` in porter.toml,
`--capability`), so that the ways for older NVIDIA GPUs, and those for what only newer ones have,
are not taken, and the host sees what it saw. Outside of conditions, in code, such a comparison
becomes `1` or `0` likewise; where the number itself is passed on or stored, it is written, with
a note: `800`. So it is in a macro that no condition of the file asks. Around nothing but macros for
`__host__` and `__device__` the test becomes `__HIPCC__`: clang wants the marks in both passes.

## Why
HIP does not define `__CUDA_ARCH__`. In a condition it counts as 0 then, and every test silently
chooses the oldest way: hand-written `atomicAdd` for `double`, no half-precision arithmetic, empty
kernels.

## What it leaves alone
Tests whose newer way needs what AMD's processors lack (PTX, tensor-core instructions, asynchronous
copies, clusters) while the older way does without: the older way is taken, by leaving the test as
it is. Functions that a support header supplies are no such lack. Conditions in which the project
itself asks for HIP. With `capability = "device"` every "at least" is true, and `==` and `!=`, which
name one NVIDIA architecture, stay.

## References
HIP porting guide, "Identifying the compilation target"; CUDA C++ Programming Guide,
"__CUDA_ARCH__".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._architecture_numbers import is_passed_on
from porter.fixers.language._architecture_tests import (
    COMPARED,
    DEVICE,
    apart,
    comparison_sign,
    is_true,
    test_for_hip,
)
from porter.fixers.language._branches import architecture_for_hip, cuda_chains, takes_older_way
from porter.fixers.language._mark_macros import only_marks
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.preprocessor.conditionals import Chain
from porter.source.preprocessor.directives import Directive
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_ARCH = b"__CUDA_ARCH__"
_COMPILER = b"__HIPCC__"
_NAME = re.compile(rb"\b__CUDA_ARCH__\b")
_ARITHMETIC = re.compile(rb"[ \t)]*[-+*/%<>=&|^](?!&|\|)")

rule = Rule("LNG15", "cuda-arch", names=(b"__CUDA_ARCH__",))

EXAMPLES = (
    Example(
        "#if !defined(__CUDA_ARCH__)\n#endif\n",
        "#if !defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        title="the device pass",
    ),
    Example(
        "#ifdef __CUDA_ARCH__\n#define HERE __device__\n#else\n#define HERE /* */\n#endif\n",
        "#ifdef __HIPCC__\n#define HERE __device__\n#else\n#define HERE /* */\n#endif\n",
        title="marks, which both passes need",
    ),
    Example(
        """
        #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
        __device__ double atomicAdd(double *p, double x);
        #endif
        """,
        """
        #if 0
        __device__ double atomicAdd(double *p, double x);
        #endif
        """,
        title="HIP has atomicAdd for double: the substitute is left out",
    ),
    Example(
        """
        #if __CUDA_ARCH__ >= 530
          y = __hfma(a, b, c);
        #else
          y = slow(a, b, c);
        #endif
        """,
        """
        #if defined(__HIP_DEVICE_COMPILE__)
          y = __hfma(a, b, c);
        #else
          y = slow(a, b, c);
        #endif
        """,
    ),
    Example(
        """
        #if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)
          f();
        #endif
        """,
        """
        #if defined(__HIP_DEVICE_COMPILE__)
          f();
        #endif
        """,
    ),
    Example(
        """
        #if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900
          f();
        #endif
        """,
        """
        #if defined(__HIP_DEVICE_COMPILE__) || 0
          f();
        #endif
        """,
        title="one architecture by name: AMD's count as 8.0",
    ),
    Example("#if __CUDA_ARCH__ >= 900\n#endif\n", "#if 0\n#endif\n", title="newer NVIDIA GPUs"),
    Example(
        """
        #if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ < 610)
          x = slow(a, b, c);
        #else
          x = __dp4a(a, b, c);
        #endif
        """,
        """
        #if !defined(__HIP_DEVICE_COMPILE__) || !defined(__HIP_DEVICE_COMPILE__)
          x = slow(a, b, c);
        #else
          x = __dp4a(a, b, c);
        #endif
        """,
        title="a support header has what the newer way needs",
    ),
    Example(
        "enum { TESLA = __CUDA_ARCH__ < 700, HOPPER = __CUDA_ARCH__ >= 900, N = __CUDA_ARCH__ };\n",
        "enum { TESLA = 0, HOPPER = 1, N = __CUDA_ARCH__ };\n",
        findings=("error",),
        options=Options(capability=None),
        title="newer than all, by choice: there is no number to give",
    ),
    Example(
        """
        #if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 600 || 700 <= (__CUDA_ARCH__))
        #endif
        """,
        "#if defined(__HIP_DEVICE_COMPILE__) && (!defined(__HIP_DEVICE_COMPILE__) || "
        "defined(__HIP_DEVICE_COMPILE__))\n#endif\n",
    ),
    Example(
        """
        #if __CUDA_ARCH__ >= 800
          asm("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(s));
        #else
          *s = *g;
        #endif
        """,
        findings=("note",),
        title="the older way works without PTX and is taken: the test stays and is false",
    ),
    Example(
        "#if(__CUDA_ARCH__ >= 700)\nbool f() { return(__CUDA_ARCH__ >= 700); }\n#endif\n",
        "#if defined(__HIP_DEVICE_COMPILE__)\nbool f() { return 1; }\n#endif\n",
        title="a word in front",
    ),
    Example(
        """
        #define NO_CODE no_device_code(__FILE__, __CUDA_ARCH__)
        #define NEW (__CUDA_ARCH__ >= 700)
        enum { BANKS = (__CUDA_ARCH__ >= 200) ? 32 : 16, ARCH = __CUDA_ARCH__ };
        """,
        """
        #define NO_CODE no_device_code(__FILE__, 800)
        #define NEW (__CUDA_ARCH__ >= 700)
        enum { BANKS = 1 ? 32 : 16, ARCH = 800 };
        """,
        findings=("note", "warning", "note"),
        title="in code, which only the device pass can see",
    ),
    Example(
        """
        #if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
        #endif
        """,
        title="the project asks for HIP itself",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each test, and a finding for what cannot be answered."""
    chains = {
        branch.directive.start: chain
        for chain in cuda_chains(file, frozenset((_ARCH,)))
        for branch in chain.branches
    }
    older = {
        id(chain): takes_older_way(
            file, context, chain, {_ARCH: architecture_for_hip(context.options)}
        )
        for chain in chains.values()
    }
    yield from _in_code(file, context.options)
    for use in file.occurrences_of(frozenset((_ARCH,))):
        directive = file.directive_at(use.start)
        if (
            directive is not None
            and directive.keyword == b"define"
            and not file.is_macro_name(use.start)
        ):
            if is_passed_on(file, directive, use):
                yield from _value(use, context.options)
            else:
                yield _in_macro(use)
    for at, chain in chains.items():
        directive = file.directive_at(at)
        if directive is not None:
            yield from _answer(file, directive, chain, older[id(chain)], context.options)


def _in_code(file: SourceFile, options: Options) -> Iterator[RuleOutput]:
    """Yield what becomes of uses outside of directives, which only the device pass can see."""
    answered = []
    for match in COMPARED.finditer(file.code):
        if file.directive_at(match.start()) is None:
            answered.append(match.span())
            holds_here = is_true(match, architecture_for_hip(options))
            yield rule.replace(match, apart(match, b"1" if holds_here else b"0"))
    for use in file.occurrences_of(frozenset((_ARCH,))):
        if file.directive_at(use.start) is None and not holds(answered, use.start):
            yield from _value(use, options)


def _value(use: Use, options: Options) -> Iterator[RuleOutput]:
    if options.capability is None:
        yield rule.error(
            use,
            "HIP does not define __CUDA_ARCH__",
            hint="decide at run time by hipDeviceProp_t, or with __gfx…__ in a condition",
        )
        return
    number = architecture_for_hip(options)
    yield rule.replace(use, b"%d" % number)
    yield rule.note(use, f"__CUDA_ARCH__ is {number} here, which AMD's processors count as")


def _answer(
    file: SourceFile, directive: Directive, chain: Chain, older: bool, options: Options
) -> Iterator[RuleOutput]:
    """Yield what the condition of one directive becomes."""
    code, first, last = file.code, directive.body_start, directive.end
    done = first
    pass_ = _COMPILER if only_marks(code, chain) else DEVICE
    for match in COMPARED.finditer(code, first, last):
        yield from _renamed(file, done, match.start(), pass_)
        done = match.end()
        is_by_name = options.capability is None and comparison_sign(match) in (b"==", b"!=")
        if older or is_by_name:
            if match.group("asked"):
                yield from _renamed(file, match.start(), match.end("asked"), pass_)
            continue
        yield rule.replace(match, apart(match, test_for_hip(match, options)))
    yield from _renamed(file, done, last, pass_)
    if older and directive is chain.branches[0].directive:
        yield rule.note(
            directive,
            "the way for older architectures is taken: the newer one needs what HIP lacks",
        )


def _renamed(file: SourceFile, start: int, end: int, pass_: bytes) -> Iterator[RuleOutput]:
    """Rename what asks for the device pass between two offsets; report arithmetic."""
    for match in _NAME.finditer(file.code, start, end):
        if _ARITHMETIC.match(file.code, match.end(), end):
            yield rule.warning(
                match,
                "HIP does not define __CUDA_ARCH__; here it counts as 0",
                hint="decide for AMD's processors with __HIP_DEVICE_COMPILE__ and __gfx…__",
            )
        else:
            yield rule.replace(match, pass_)


def _in_macro(use: Use) -> RuleOutput:
    return rule.warning(
        use,
        "a macro counts on __CUDA_ARCH__, which HIP does not define: it is 0 in conditions",
        hint="define the macro for AMD's processors, too",
    )
