"""Where the number of `__CUDA_ARCH__` itself is asked for, in code and in macros."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Rule
from porter.fixers.language._architecture_tests import COMPARED, apart, is_true
from porter.fixers.language._branches import architecture_for_hip
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.once import once_for_each_file
from porter.source.preprocessor.directives import ALTERNATIVES, CONDITIONS, Directive
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_ARCH = frozenset((b"__CUDA_ARCH__",))
_WORD = re.compile(rb"[A-Za-z_]\w*+")


def in_code(rule: Rule, file: SourceFile, options: Options) -> Iterator[RuleOutput]:
    """Yield what becomes of uses outside of directives, which only the device pass can see.

    Args:
        rule: whose edits and findings they are.
        file: the file.
        options: what AMD's processors count as.
    """
    answered = []
    for match in COMPARED.finditer(file.code):
        if file.directive_at(match.start()) is None:
            answered.append(match.span())
            holds_here = is_true(match, architecture_for_hip(options))
            yield rule.replace(match, apart(match, b"1" if holds_here else b"0"))
    for use in file.occurrences_of(_ARCH):
        if file.directive_at(use.start) is None and not holds(answered, use.start):
            yield from _value(rule, use, options)


def _value(rule: Rule, use: Use, options: Options) -> Iterator[RuleOutput]:
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


def in_macros(rule: Rule, file: SourceFile, options: Options) -> Iterator[RuleOutput]:
    """Yield what becomes of uses in the bodies of macros.

    Args:
        rule: whose edits and findings they are.
        file: the file.
        options: what AMD's processors count as.
    """
    for use in file.occurrences_of(_ARCH):
        directive = file.directive_at(use.start)
        if (
            directive is not None
            and directive.keyword == b"define"
            and not file.is_macro_name(use.start)
        ):
            if _is_passed_on(file, directive, use):
                yield from _value(rule, use, options)
            else:
                yield _in_macro(rule, use)


def _in_macro(rule: Rule, use: Use) -> RuleOutput:
    return rule.warning(
        use,
        "a macro counts on __CUDA_ARCH__, which HIP does not define: it is 0 in conditions",
        hint="define the macro for AMD's processors, too",
    )


def _is_passed_on(file: SourceFile, macro: Directive, use: Use) -> bool:
    """Tell whether a macro only passes the number on to a function.

    A condition of the preprocessor calls no function, and a macro that one asks has to tell host
    from device.

    Args:
        file: the file.
        macro: the macro's definition.
        use: the number in it.
    """
    before = file.code[macro.body_start : use.start].rstrip()
    behind = file.code[use.end : macro.end].lstrip()
    is_argument = before.endswith(b",") or (
        before.endswith(b"(") and before[-2:-1].isalnum()  # not `(__CUDA_ARCH__)`
    )
    name = _WORD.search(file.code, macro.body_start)
    if name is None or not is_argument or not behind.startswith((b",", b")")):
        return False
    return name.group() not in _asked(file)


@once_for_each_file
def _asked(file: SourceFile) -> frozenset[bytes]:
    """Return the words of the conditions of a file's directives."""
    return frozenset(
        word
        for one in file.directives
        if one.keyword in CONDITIONS or one.keyword in ALTERNATIVES
        for word in _WORD.findall(file.code, one.body_start, one.end)
    )
