"""Write inline PTX as C++.

## What it does
Replaces `asm` statements whose text is PTX by C++ that means the same, where
`rules/cuda-hip/ptx.toml` knows every instruction: `out = expression;` for a single one, a block
with a variable for each register for several. Predicates, labels, vectors, carries, loads, stores
and atomics with their modifiers are followed, and registers that one statement declares for others
(`asm("{ .reg.pred p;"); … asm("}");`). The expressions of the
operands stay where they are. What C++ has no operator for comes from `porter/compat/ptx_*.hpp`.
An instruction that the table does not know is an error, named with its place.

## Why
AMD's assembler knows none of it: `invalid instruction`, or `invalid output constraint '=r'` for
code that is otherwise portable.

## What it leaves alone
Assembly that is not PTX, `asm("" ::: "memory")`, which means the same to clang, declarations with
`asm("name")`, and branches that HIP does not compile. Matrix instructions and asynchronous bulk
copies are LNG14's to report.

## Fix safety
Results are those that the PTX ISA specifies, with these exceptions: `.ftz` keeps subnormals,
`.approx` has the AMD hardware's last bit, `%clock` counts AMD's cycles, `%smid` is the compute
unit. Lane numbers, lane masks, shuffles and votes are those of a warp of 32 lanes; with
`--warp native` they are errors.

## References
PTX ISA, chapter 9 "Instruction Set"; CUDA "Inline PTX Assembly".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._left_behind import left_behind, unseen_by_devices
from porter.options import Options
from porter.ptx.declared_integers import known_integers
from porter.ptx.keywords import KEYWORDS
from porter.ptx.matching import Untranslated
from porter.ptx.recognize import is_ptx
from porter.ptx.rewrite import prefix_for, rewrite
from porter.ptx.spanning import Part, only_braces, shared_scopes
from porter.ptx.statement import AsmStatement, statements
from porter.ptx.translate import translate
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span, holds

rule = Rule("LNG13", "inline-ptx", names=KEYWORDS, shadowable=(b"__asm",))

EXAMPLES = (
    Example(
        'asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));\n',
        """
        #include "porter_compat/warp.hpp"
        lane = porter::lane_id();
        """,
        title="a special register",
    ),
    Example(
        'asm("bfe.u32 %0, %1, %2, %3;" : "=r"(bits) : "r"(value), "r"(start), "r"(length));\n',
        """
        #include "porter_compat/ptx_bits.hpp"
        bits = porter::ptx::bfe<uint32_t>(value, start, length);
        """,
        title="one instruction",
    ),
    Example(
        r"""
        asm volatile("{\n"
                     "  .reg .pred p;\n"
                     "  setp.ne.b32 p, %2, 0;\n"
                     "  @p ld.global.nc.f32 %0, [%1];\n"
                     "}"
                     : "+f"(value) : "l"(source), "r"(wanted));
        """,
        """
        #include "porter_compat/ptx_memory.hpp"
        {
          auto& ptx_out0 = value;
          float ptx0 = float(ptx_out0);
          const uint64_t ptx1 = uint64_t(source);
          const uint32_t ptx2 = uint32_t(wanted);
          bool ptx_p = {};
          ptx_p = ptx2 != 0u;
          if (ptx_p) ptx0 = porter::ptx::load<float>(ptx1);
          ptx_out0 = ptx0;
        }
        """,
        title="several, with a predicate",
    ),
    Example(
        'asm volatile("bar.sync 1, 64;");\n',
        findings=("error",),
        title="no counterpart",
    ),
    Example(
        'asm volatile("{ frobnicate.sync; frobnicate.wait 0; }" ::: "memory");\n',
        findings=("error",),
        title="an instruction that is in no table",
    ),
    Example(
        'asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));\n',
        findings=("error",),
        options=Options(warp="native"),
        title="a mask of 32 lanes is not the hardware's",
    ),
    Example(
        """
        __device__ unsigned twice(unsigned a) {
        #if __CUDA_ARCH__ >= 300
          return 2 * a;
        #else
          asm("frobnicate.u32 %0, %0;" : "+r"(a));
          return a;
        #endif
        }
        asm volatile("" ::: "memory");
        asm volatile("rdtsc" : "=a"(low), "=d"(high));
        extern int f() asm("g");
        """,
        title="what no device compiles, and what is not PTX",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the edits of each statement, or the error that says why there are none."""
    unseen = left_behind(file, context)
    prefix = prefix_for(file)
    noted: set[str] = set()
    unseen_here: tuple[Span, ...] | None = None
    seen = [
        statement
        for statement in statements(file)
        if (is_ptx(file, statement) or only_braces(statement))
        and not holds(unseen, statement.start)
    ]
    scopes = shared_scopes(file, seen, prefix)
    for statement in seen:
        part = scopes.get(statement.start)
        if part is None and only_braces(statement):
            continue
        try:
            yield from _converted(file, statement, part, context, prefix, noted)
        except Untranslated as problem:
            if unseen_here is None:
                unseen_here = unseen_by_devices(file, context)
            if problem.rule == rule.id and not holds(unseen_here, statement.start):
                yield rule.error(
                    statement, f"inline PTX: `{problem.what}` {problem.reason}", hint=problem.hint
                )


def _converted(
    file: SourceFile,
    statement: AsmStatement,
    part: Part | None,
    context: Context,
    prefix: str,
    noted: set[str],
) -> Iterator[RuleOutput]:
    translation = translate(
        statement,
        native=context.options.warp == "native",
        prefix=prefix,
        integers=known_integers(file, statement),
        part=part,
    )
    replacements = rewrite(file, statement, translation, prefix)
    yield from rule.together(
        *(rule.replace((start, end), text) for start, end, text in replacements)
    )
    for header in sorted(translation.headers):
        yield rule.support(header)
    for note in sorted(translation.notes - noted):
        noted.add(note)
        yield rule.note(statement, note)
