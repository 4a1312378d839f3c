"""Answer `__CUDA_ARCH__` tests for HIP.

## What it does
Where `__CUDA_ARCH__` asks for the device pass (`#ifdef`, `defined`, its truth) it becomes
`__HIP_DEVICE_COMPILE__`. A test for an architecture (`__CUDA_ARCH__ >= 700`) becomes a test for the
device pass, too: AMD's processors count as compute capability 8.0 (`capability` in porter.toml,
`--capability`), so that the ways for older NVIDIA GPUs, and those for what only newer ones have,
are not taken, and the host sees what it saw. Compared with a macro it becomes a number, 800 on the
device and 0 on the host. Outside of conditions, in code, a comparison becomes `1` or `0` likewise;
where the number itself is passed on or stored, it is written, with a note: `800`. So it is in a
macro that no condition of the file asks. Around nothing but macros for `__host__` and `__device__`
the test becomes `__HIPCC__`: clang wants the marks in both passes.

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
from porter.fixers.language._architecture_numbers import in_code, in_macros
from porter.fixers.language._architecture_tests import (
    COMPARED,
    DEVICE,
    apart,
    comparison_sign,
    is_operand,
    number_for_hip,
    test_for_hip,
)
from porter.fixers.language._branches import (
    architecture_for_hip,
    cuda_chains,
    holds_foreign_code,
    takes_older_way,
)
from porter.fixers.language._mark_macros import only_marks
from porter.options import Options
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Chain
from porter.source.preprocessor.directives import Directive
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

_ARCH = b"__CUDA_ARCH__"
_COMPILER = b"__HIPCC__"
_NAME = re.compile(rb"\b__CUDA_ARCH__\b")

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
        "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)\n#endif\n",
        "#if defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
    ),
    Example(
        "#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900\n#endif\n",
        "#if defined(__HIP_DEVICE_COMPILE__) || 0\n#endif\n",
        title="one architecture by name: AMD's count as 8.0",
    ),
    Example("#if __CUDA_ARCH__ >= 900\n#endif\n", "#if 0\n#endif\n", title="newer NVIDIA GPUs"),
    Example(
        "#if defined(__CUDA_ARCH__) & (__CUDA_ARCH__ < 300)\n#endif\n",
        "#if defined(__HIP_DEVICE_COMPILE__) & !defined(__HIP_DEVICE_COMPILE__)\n#endif\n",
        title="an answer that is counted with",
    ),
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
        """
        #if FERMI <= __CUDA_ARCH__ && defined(__CUDA_ARCH__)
        #elif __CUDA_ARCH__ / 100 == PASCAL
        #endif
        """,
        """
        #if FERMI <= (800 * defined(__HIP_DEVICE_COMPILE__)) && defined(__HIP_DEVICE_COMPILE__)
        #elif (800 * defined(__HIP_DEVICE_COMPILE__)) / 100 == PASCAL
        #endif
        """,
        title="a macro's number, which the preprocessor knows",
    ),
    Example(
        """
        #if __CUDA_ARCH__ >= AMPERE
          asm("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(s));
        #else
          *s = *g;
        #endif
        """,
        findings=("warning",),
        title="a macro that may choose PTX",
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
    yield from in_code(rule, file, context.options)
    yield from in_macros(rule, file, context.options)
    for at, chain in chains.items():
        directive = file.directive_at(at)
        if directive is not None:
            yield from _answer(file, directive, chain, older[id(chain)], context)


def _answer(
    file: SourceFile, directive: Directive, chain: Chain, older: bool, context: Context
) -> Iterator[RuleOutput]:
    """Yield what the condition of one directive becomes."""
    options = context.options
    code, first, last = file.code, directive.body_start, directive.end
    done = first
    pass_ = _COMPILER if only_marks(code, chain) else DEVICE
    # What a macro decides may choose code that HIP lacks: it counts as 0 then, and that is said.
    number = (
        None
        if options.capability is None or holds_foreign_code(file, context, chain)
        else number_for_hip(options)
    )
    for match in COMPARED.finditer(code, first, last):
        yield from _renamed(file, (done, match.start()), pass_, number)
        done = match.end()
        is_by_name = options.capability is None and comparison_sign(match) in (b"==", b"!=")
        if older or is_by_name:
            if match.group("asked"):
                yield from _renamed(file, (match.start(), match.end("asked")), pass_, number)
            continue
        yield rule.replace(match, apart(match, test_for_hip(match, options)))
    yield from _renamed(file, (done, last), pass_, number)
    if older and directive is chain.branches[0].directive:
        yield rule.note(
            directive,
            "the way for older architectures is taken: the newer one needs what HIP lacks",
        )


def _renamed(
    file: SourceFile, span: Span, pass_: bytes, number: bytes | None
) -> Iterator[RuleOutput]:
    """Rename what asks for the device pass in a span; count with a number, or report that."""
    for match in _NAME.finditer(file.code, *span):
        if not is_operand(file.code, span[0], match, span[1]):
            yield rule.replace(match, pass_)
        elif number is not None:
            yield rule.replace(match, apart(match, number))
        else:
            yield rule.warning(
                match,
                "HIP does not define __CUDA_ARCH__; here it counts as 0",
                hint="decide for AMD's processors with __HIP_DEVICE_COMPILE__ and __gfx…__",
            )
