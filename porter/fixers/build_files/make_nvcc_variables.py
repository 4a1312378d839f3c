"""Give hipcc the flags that a Makefile hands to nvcc by the environment.

## What it does
`export NVCC_APPEND_FLAGS = -DX=1` becomes `export HIPCC_COMPILE_FLAGS_APPEND += -DX=1`; what the
flags become is BLD11's matter.

## Why
nvcc puts what `NVCC_APPEND_FLAGS` holds behind its own command line, and `NVCC_PREPEND_FLAGS` in
front of it. hipcc reads neither, and the flags are lost without a word.

## What it leaves alone
Variables that are not exported, which nvcc does not see either. Reported are `NVCC_PREPEND_FLAGS`,
since hipcc puts what it reads behind the others; flags for the linker; variables that are used
elsewhere in the Makefile, given for one target, or set in a recipe.

## References
CUDA compiler driver documentation, "Environment Variables"; hipcc's, "Environment variables"; GNU
make's manual, "Communicating Variables to a Sub-make".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable, reading
from porter.source import SourceFile
from porter.source.build_files.make_flow import MakeFlow, references
from porter.source.build_files.makefile import Kind, Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span
from porter.tables.environment import variables

rule = Rule("BLD66", "make-nvcc-variables", languages=(Language.MAKE,))

_NAME = re.compile(rb"(?<![\w.$-])NVCC_(?:AP|PRE)PEND_FLAGS(?![\w.-])")
_APPENDED = b"NVCC_APPEND_FLAGS"
_BOTH = frozenset({_APPENDED, b"NVCC_PREPEND_FLAGS"})
_HIPCCS = b"HIPCC_COMPILE_FLAGS_APPEND"
#: `export NAME`, of one name.
_EXPORT = re.compile(rb"[ \t]*+export[ \t]++(?P<name>NVCC_(?:AP|PRE)PEND_FLAGS)[ \t]*+")
#: `export` of every variable.
_ALL = re.compile(rb"[ \t]*+export[ \t]*+")
_EXPORTS = re.compile(rb"(?<![\w.-])export(?![\w.-])")
_OF_LINKER = re.compile(rb"(?<![\w-])(?:-[lL]|-Wl,|-Xlinker|--library|--linker-options)")
#: A shell's own, in front of a command.
_IN_RECIPE = re.compile(rb"(?<![\w.$-])NVCC_(?:AP|PRE)PEND_FLAGS(?==)")

EXAMPLES = (
    Example(
        """
        export NVCC_APPEND_FLAGS = -DX=1
        scan: scan.cu
        \tnvcc scan.cu -o scan
        """,
        """
        export HIPCC_COMPILE_FLAGS_APPEND += -DX=1
        scan: scan.cu
        \tnvcc scan.cu -o scan
        """,
        path="Makefile",
        title="what nvcc appends",
    ),
    Example(
        """
        NVCC_APPEND_FLAGS := -DX=1
        export NVCC_APPEND_FLAGS
        """,
        """
        HIPCC_COMPILE_FLAGS_APPEND += -DX=1
        export HIPCC_COMPILE_FLAGS_APPEND
        """,
        path="Makefile",
        title="a line that exports it",
    ),
    Example(
        "export NVCC_PREPEND_FLAGS = -O1\n",
        findings=("warning",),
        path="Makefile",
        title="what stands in front",
    ),
    Example(
        "export NVCC_APPEND_FLAGS = -lnuma\n",
        findings=("warning",),
        path="Makefile",
        title="flags for the linker",
    ),
    Example(
        "export NVCC_APPEND_FLAGS = -g\na:\n\tnvcc $(NVCC_APPEND_FLAGS) a.cu\n",
        findings=("warning",),
        path="Makefile",
        title="a variable that a recipe uses, too",
    ),
    Example(
        "ifndef NVCC_APPEND_FLAGS\nexport NVCC_APPEND_FLAGS = -g\nendif\n",
        findings=("warning",),
        path="Makefile",
        title="a variable that a condition asks for",
    ),
    Example(
        "a:\n\tNVCC_APPEND_FLAGS='-g' nvcc a.cu\n",
        findings=("warning",),
        path="Makefile",
        title="in a recipe",
    ),
    Example(
        "NVCC_APPEND_FLAGS = -g\na:\n\tnvcc $(NVCC_APPEND_FLAGS) a.cu\n",
        path="Makefile",
        title="a variable of make's alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield hipcc's variable, or a finding."""
    if not _NAME.search(file.data):
        return
    flow = reading(file).flow
    exported = _exported(flow)
    is_renamed = _is_renamed(flow)
    for line in changeable(file):
        if line.kind is Kind.RECIPE:
            for match in _IN_RECIPE.finditer(line.text):
                yield _told((line.text_start + match.start(), line.text_start + match.end()))
        elif line.kind is Kind.ASSIGNMENT and _NAME.fullmatch(line.name):
            is_its_own = _EXPORTS.search(file.data, line.start, line.text_start) is not None
            if is_its_own or line.name in exported:
                yield from _assigned(file, line, is_renamed=is_renamed)
        elif (found := _EXPORT.fullmatch(line.text)) and is_renamed:
            start = line.text_start + found.start("name")
            if found["name"] == _APPENDED:
                yield rule.replace((start, start + len(_APPENDED)), _HIPCCS)


def _assigned(file: SourceFile, line: Line, *, is_renamed: bool) -> Iterator[RuleOutput]:
    end = file.data.rindex(line.operator, line.start, line.text_start) + len(line.operator)
    start = file.data.rindex(line.name, line.start, end)
    if is_renamed and line.name == _APPENDED:
        yield rule.replace((start, start + len(line.name)), _HIPCCS)
        yield rule.replace((end - len(line.operator), end), b"+=")
    else:
        yield _told((start, start + len(line.name)))


def _told(place: Span) -> RuleOutput:
    return rule.warning(
        place,
        "hipcc does not read this variable, and nothing takes its flags",
        hint=variables()[_APPENDED.decode()].reason,
    )


def _exported(flow: MakeFlow) -> set[bytes]:
    """Return the variables that a line of their own exports: nvcc sees them."""
    found: set[bytes] = set()
    for one in flow.lines:
        if one.line.kind is not Kind.OTHER:
            continue
        if _ALL.fullmatch(one.line.text):
            found |= _BOTH
        elif _EXPORTS.match(one.line.text.lstrip()):
            found.update(one.line.text.split())
    return found


def _is_renamed(flow: MakeFlow) -> bool:
    """Tell whether hipcc's variable does what nvcc's did, wherever it is given a value."""
    given = [one.line for one in flow.assignments(_APPENDED)]
    return (
        bool(given)
        and not any(one.target or one.operator == b"!=" or one.definition for one in given)
        and not any(_OF_LINKER.search(one.text) for one in given)
        and not any(_is_asked_for(one.line) for one in flow.lines)
    )


def _is_asked_for(line: Line) -> bool:
    """Tell whether a line uses the variable, or a directive speaks of it, beside its export."""
    if _APPENDED not in line.text:
        return False
    if line.kind in (Kind.CONDITIONAL, Kind.OTHER):
        return _EXPORT.fullmatch(line.text) is None
    return _APPENDED in references(line.text)
