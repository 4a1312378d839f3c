"""Answer choices by the version a kernel was compiled for as a device whose features the port has.

## What it does
Where `ptxVersion` or `binaryVersion` of a kernel's attributes decides something, it becomes the
compute capability that the port counts as: 80, or `capability` in porter.toml. A note says so.
Versions of the runtime and the driver (`cudaRuntimeGetVersion`) that are compared with a number are
reported.

## Why
HIP answers with the version of the gfx target, 94 for gfx942 and 110 for gfx1100: more than any
choice between NVIDIA's generations was written for. The runtime's version is ROCm's, 60443484 for
6.4: more than any of CUDA's.

## What it leaves alone
Numbers that are only printed or kept; members of structures that the file does not declare as
`cudaFuncAttributes`. With `capability = "device"` nothing changes.

## References
HIP, `hipFuncGetAttributes`; CUDA runtime API, `cudaFuncAttributes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.source import SourceFile
from porter.source.cpp.printing import is_printed
from porter.source.text.edits import RuleOutput

_MEMBERS = (b"ptxVersion", b"binaryVersion")
_DECLARED = re.compile(rb"\bcudaFuncAttributes\b[ \t]*+[*&]?+[ \t]*+(\w++)")

_RUNTIME = (b"cudaRuntimeGetVersion", b"cudaDriverGetVersion", b"cuDriverGetVersion")
_KEPT_IN = re.compile(rb"[&(\s]*+(?:\w++[ \t]*+(?:\.|->)[ \t]*+)*+(\w++)[)\s]*+")
#: How far behind a call its answer is looked for.
_NEAR = 4000

rule = Rule(
    "LNG42",
    "function-versions",
    names=(*_MEMBERS, *_RUNTIME),
    handles=(),
    precedence=Precedence.REMOVAL,
)

EXAMPLES = (
    Example(
        """
        void tune() {
          cudaFuncAttributes of;
          cudaFuncGetAttributes(&of, kernel);
          printf("%d", of.binaryVersion);
          if (of.ptxVersion >= 90) hopper();
        }
        """,
        """
        #include "porter_compat/compute_capability.hpp"
        void tune() {
          cudaFuncAttributes of;
          cudaFuncGetAttributes(&of, kernel);
          printf("%d", of.binaryVersion);
          if (porter::compute_capability<80>::number >= 90) hopper();
        }
        """,
        findings=("note",),
    ),
    Example(
        """
        bool has_graphs() {
          int version = 0, driver = 0;
          cudaRuntimeGetVersion(&version);
          cudaDriverGetVersion(&driver);
          printf("driver %d", driver);
          return version >= 12030;
        }
        """,
        findings=("warning",),
        title="the runtime's version",
    ),
    Example("bool f(Mine of) { return of.ptxVersion >= 90; }\n", title="another structure"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what is to be done with each version that decides something."""
    yield from _of_runtime(file)
    capability = context.options.capability
    declared = frozenset(_DECLARED.findall(file.code))
    if capability is None or not declared:
        return
    first = None
    major, minor = capability
    for name in _MEMBERS:
        for start in file.all_occurrences(name):
            leaf = file.tree.root_node.descendant_for_byte_range(start, start + len(name))
            node = leaf.parent if leaf is not None else None
            if node is None or node.type != "field_expression" or file.directive_at(start):
                continue
            of = node.child_by_field_name("argument")
            if of is None or file.code[of.start_byte : of.end_byte].strip(b"*()&") not in declared:
                continue
            if not is_printed(file, node):
                text = b"porter::compute_capability<%d>::number" % (10 * major + minor)
                yield rule.replace(node, text, support="compute_capability.hpp")
                first = first or node
    if first is not None:
        yield rule.note(
            first,
            f"a choice by the version of a kernel: the port answers {major}.{minor}",
            hint="capability in porter.toml says what it answers",
        )


def _of_runtime(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield a finding for each version of the runtime or the driver that is compared."""
    for call in file.calls(*_RUNTIME):
        kept = _KEPT_IN.fullmatch(file.code, *call.arguments[0]) if call.arguments else None
        if kept is None:
            continue
        name = re.escape(kept[1])
        compared = re.compile(
            rb"\b%s\b(?:[ \t]*+/[ \t]*+\d++)?+[ \t]*+(?:[<>](?![<>])|[=!]=)=?+[ \t]*+[\w(]"
            rb"|(?<![<>-])[<>]=?+[ \t]*+%s\b(?![ \t]*+[>(])" % (name, name)
        )
        if compared.search(file.code, call.close, call.close + _NEAR):
            yield rule.warning(
                call,
                "its answer is compared: ROCm's version is more than any of CUDA's",
                hint="compare HIP_VERSION where the port needs a feature, or drop the choice",
            )
