"""Answer `__CUDA_ARCH__` tests for HIP.

## What it does
Where `__CUDA_ARCH__` asks for the device pass (`#ifdef`, `defined`, its truth) it becomes
`__HIP_DEVICE_COMPILE__`. A test for an architecture (`__CUDA_ARCH__ >= 700`) becomes a test for the
device pass, too: AMD's processors count as new, so that the newer way is taken on the device as it
is on today's NVIDIA GPUs, and the host sees what it saw. Outside of conditions, in code, such a
comparison becomes `1` or `0` likewise. Other uses in code are reported.

## Why
HIP does not define `__CUDA_ARCH__`. In a condition it counts as 0 then, and every test silently
chooses the oldest way: hand-written `atomicAdd` for `double`, no half-precision arithmetic, empty
kernels.

## What it leaves alone
Tests whose newer way needs what AMD's processors lack (PTX, tensor-core instructions, asynchronous
copies, clusters) while the older way does without: the older way is taken, by leaving the test as
it is. Conditions in which the project itself asks for HIP. `==` and `!=`, which name one NVIDIA
architecture.

## References
HIP porting guide, "Identifying the compilation target"; CUDA C++ Programming Guide,
"__CUDA_ARCH__".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._branches import cuda_chains, takes_older_way
from porter.fixers.language._version_tests import MIRRORED
from porter.source import SourceFile, Use
from porter.source.preprocessor.conditionals import Chain
from porter.source.preprocessor.directives import Directive
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_ARCH = b"__CUDA_ARCH__"
_DEVICE = b"__HIP_DEVICE_COMPILE__"
_DEFINED = rb"defined[ \t]*(?:\([ \t]*__CUDA_ARCH__[ \t]*\)|[ \t]__CUDA_ARCH__)"
_ASKED = rb"(?:__CUDA_ARCH__|\([ \t]*__CUDA_ARCH__[ \t]*\))"
_COMPARED = re.compile(
    rb"(?P<asked>(?<!!)(?<![! \t]\()" + _DEFINED + rb"[ \t\\\r\n]*&&[ \t\\\r\n]*)?"
    rb"(?P<open>\([ \t]*)?"
    rb"(?:" + _ASKED + rb"[ \t]*(?P<op>>=|<=|==|!=|<(?!<)|>(?!>))[ \t]*"
    rb"(?:\d+[uUlL]*(?![\w.])|\([ \t]*\d+[uUlL]*[ \t]*\))"
    rb"|\b\d+[uUlL]*[ \t]*(?P<po>>=|<=|==|!=|<(?!<)|>(?!>))[ \t]*" + _ASKED + rb")"
    rb"(?(open)[ \t]*\))(?![ \t]*[-+*/%0-9])"
)
_NAME = re.compile(rb"\b__CUDA_ARCH__\b")
_ARITHMETIC = re.compile(rb"[ \t)]*[-+*/%<>=&|^](?!&|\|)")

rule = Rule("LNG15", "cuda-arch", names=(b"__CUDA_ARCH__",))

EXAMPLES = (
    Example(
        """
        #ifdef __CUDA_ARCH__
        #endif
        #if !defined(__CUDA_ARCH__)
        #endif
        """,
        """
        #ifdef __HIP_DEVICE_COMPILE__
        #endif
        #if !defined(__HIP_DEVICE_COMPILE__)
        #endif
        """,
        title="the device pass",
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
        #ifdef __CUDA_ARCH__
        enum { BANKS = (__CUDA_ARCH__ >= 200) ? 32 : 16, OLD = __CUDA_ARCH__ < 130 };
        #endif
        """,
        """
        #ifdef __HIP_DEVICE_COMPILE__
        enum { BANKS = 1 ? 32 : 16, OLD = 0 };
        #endif
        """,
        title="a comparison in code, where only the device pass can see it",
    ),
    Example(
        "int arch = __CUDA_ARCH__;\n",
        findings=("error",),
        title="there is no value to give",
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
        id(chain): takes_older_way(file, context, chain, (_ARCH,)) for chain in chains.values()
    }
    yield from _in_code(file)
    for use in file.occurrences_of(frozenset((_ARCH,))):
        directive = file.directive_at(use.start)
        if (
            directive is not None
            and directive.keyword == b"define"
            and not file.is_macro_name(use.start)
        ):
            yield _in_macro(use)
    for at, chain in chains.items():
        directive = file.directive_at(at)
        if directive is not None:
            yield from _answer(file, directive, chain, older[id(chain)])


def _in_code(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield what becomes of uses outside of directives, which only the device pass can see."""
    answered = []
    for match in _COMPARED.finditer(file.code):
        if file.directive_at(match.start()) is None:
            answered.append(match.span())
            yield rule.replace(match, _on_device(match))
    for use in file.occurrences_of(frozenset((_ARCH,))):
        if file.directive_at(use.start) is None and not holds(answered, use.start):
            yield _no_value(use)


def _answer(
    file: SourceFile, directive: Directive, chain: Chain, older: bool
) -> Iterator[RuleOutput]:
    """Yield what the condition of one directive becomes."""
    code, first, last = file.code, directive.body_start, directive.end
    done = first
    for match in _COMPARED.finditer(code, first, last):
        yield from _renamed(file, done, match.start())
        done = match.end()
        operator = _operator(match)
        if older or operator in (b"==", b"!="):
            if match.group("asked"):
                yield from _renamed(file, match.start(), match.end("asked"))
            continue
        text = b"defined(" + _DEVICE + b")"
        if operator not in (b">=", b">"):
            text = b"0" if match.group("asked") else b"!" + text
        yield rule.replace(match, text)
    yield from _renamed(file, done, last)
    if older and directive is chain.branches[0].directive:
        yield rule.note(
            directive,
            "the way for older architectures is taken: the newer one needs what HIP lacks",
        )


def _operator(match: re.Match[bytes]) -> bytes:
    """Return the sign of a comparison, as if `__CUDA_ARCH__` stood in front of it."""
    mirrored: bytes = match.group("po")
    return match.group("op") or MIRRORED.get(mirrored, mirrored)


def _on_device(match: re.Match[bytes]) -> bytes:
    """Return what a comparison is for AMD's processors, which count as new and as none by name."""
    return b"1" if _operator(match) in (b">=", b">", b"!=") else b"0"


def _renamed(file: SourceFile, start: int, end: int) -> Iterator[RuleOutput]:
    """Rename what asks for the device pass between two offsets; report arithmetic."""
    for match in _NAME.finditer(file.code, start, end):
        if _ARITHMETIC.match(file.code, match.end(), end):
            yield rule.warning(
                match,
                "HIP does not define __CUDA_ARCH__; here it counts as 0",
                hint="decide for AMD's processors with __HIP_DEVICE_COMPILE__ and __gfx…__",
            )
        else:
            yield rule.replace(match, _DEVICE)


def _no_value(use: Use) -> RuleOutput:
    return rule.error(
        use,
        "HIP does not define __CUDA_ARCH__",
        hint="decide at run time by hipDeviceProp_t, or with __gfx…__ in a condition",
    )


def _in_macro(use: Use) -> RuleOutput:
    return rule.warning(
        use,
        "a macro counts on __CUDA_ARCH__, which HIP does not define: it is 0 in conditions",
        hint="define the macro for AMD's processors, too",
    )
