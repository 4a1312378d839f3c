"""The readers of `asm` statements and of the PTX in them."""

from __future__ import annotations

from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.statement import statements
from porter.source import SourceFile
from tests.fuzz import conversions
from tests.fuzz.target import Broken, Case, Target

_WORDS = (
    *b'asm volatile __asm__ goto : "=r" "+l" "h" (x) %0 %1 %% %%laneid mov.u32 { } ; @p'.split(),
    *b".reg .b32 .pred [%0] [%1+4] 0f3f800000 0x7fffffff 0d0000000000000000 @!p bra L1:".split(),
    *b'setp.lt.s32 ld.global.v4.f32 cvta.to.shared.u64 \\n \\t \\x41 \\7 R"( )" /*'.split(),
)


def check(case: Case) -> None:
    """Read the statements of a file.

    Raises:
        Broken: a statement lies outside of the file or does not start with its keyword.
    """
    done = 0
    for one in statements(SourceFile(case.path, case.data)):
        if not done <= one.start < one.end <= len(case.data):
            raise Broken("statement", "lies elsewhere")
        for operand in one.operands:
            if not one.start <= operand.start <= operand.end <= operand.close <= len(case.data):
                raise Broken("operand", "lies elsewhere")
        try:
            parse(one.text, extended=one.is_extended)
        except PtxSyntaxError:
            continue


def seeds() -> list[Case]:
    """Return the sources that hold inline PTX."""
    from porter.source.text.languages import Language

    return [case for case in conversions.seeds(Language.CUDA) if b"asm" in case.data]


TARGET = Target("asm", check, seeds, lambda: _WORDS)
