"""The engine: rules over one file, none of which can cost the file or another rule's work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porter.convert.selection import selected
from porter.fixers import Context, Precedence, Rule
from porter.fixers.registry import rules
from porter.options import Options
from porter.source import Severity, SourceFile
from porter.source.text import lexer, trees
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.names import FOLDERS, load
from porter.testing import convert

CONTEXT = Context(Options(), load())
Check = Callable[[Rule, SourceFile], Iterator[RuleOutput]]


def rule(check: Check, name: str = "X01", precedence: Precedence = Precedence.REWRITE) -> Rule:
    made = Rule(name, "test", precedence=precedence)
    made.check(lambda file, context: check(made, file))
    return made


def renaming(
    old: bytes, new: bytes, name: str = "X02", precedence: Precedence = Precedence.REWRITE
) -> Rule:
    def check(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        for start in file.occurrences(old):
            yield rule.replace((start, start + len(old)), new)

    return rule(check, name, precedence)


def run(text: str, *chosen: Rule, context: Context = CONTEXT, path: str = "a.cu"):
    return convert(SourceFile(path, text.encode()), context, chosen)


def test_a_rule_that_fails_is_told_and_the_others_go_on() -> None:
    def broken(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield rule.replace((0, 1), b"half done")
        raise KeyError("nowhere")

    result = run("a b", rule(broken), renaming(b"b", b"c"))
    assert result.data == b"a c"
    (finding,) = result.findings
    assert (finding.rule, finding.severity) == ("X01", Severity.ERROR)
    assert "KeyError: 'nowhere'" in finding.message
    assert "test_engine.py:" in finding.message


def test_an_edit_outside_the_file_is_a_failure_of_its_rule() -> None:
    def broken(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield rule.replace((1, 99), b"")

    result = run("a b", rule(broken), renaming(b"b", b"c"))
    assert result.data == b"a c"
    assert "1:99 lies outside the file" in result.findings[0].message


def test_a_file_too_large_to_parse_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def structural(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        assert file.tree
        yield rule.replace((0, 1), b"x")

    monkeypatch.setattr(trees, "LARGEST", 2)
    result = run("a b", rule(structural), renaming(b"b", b"c"))
    assert result.data == b"a c"
    assert result.findings[0].severity is Severity.WARNING
    assert "too much to parse" in result.findings[0].message


def test_an_edit_that_had_to_go_is_told_unless_its_rule_stands_below() -> None:
    def rewrite(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield rule.replace((0, len(file.data)), b"all b")

    assert (
        run("a b", rule(rewrite), renaming(b"b", b"c", precedence=Precedence.TABLE)).findings == []
    )
    (finding,) = run("a b", rule(rewrite), renaming(b"b", b"c")).findings
    assert finding.severity is Severity.WARNING
    assert "an edit of X02 was not applied: X01 changes the same bytes" in finding.message


def test_an_edit_of_which_nothing_would_be_left_is_not_told() -> None:
    def erase(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield rule.replace((0, len(file.data)), b"all")

    for chosen in ((rule(erase), renaming(b"b", b"c")), (renaming(b"b", b"c"), rule(erase))):
        made = run("a b", *chosen)
        assert (made.data, made.findings) == (b"all", [])


def test_severities_are_the_user_s() -> None:
    def report(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield rule.warning((0, 1), "look")

    def severities(**chosen: str) -> list[str]:
        context = Context(Options(severities=tuple(chosen.items())), CONTEXT.tables)
        findings = run("a", rule(report), context=context).findings
        return [finding.severity.value for finding in findings]

    assert severities() == ["warning"]
    assert severities(X01="error", X02="off") == ["error"]
    assert severities(X01="off") == []


def asking(*headers: str, supports: tuple[str, ...] = ()) -> Rule:
    def check(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        yield from (rule.include(header) for header in headers)
        yield from (rule.support(name) for name in supports)

    return rule(check)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "#include <a.h>\n#include <b.h>\n"),
        ("x", "#include <a.h>\n#include <b.h>\nx"),
        ("#pragma once", "#pragma once\n#include <a.h>\n#include <b.h>\n"),
        ("// c\r\n#include <a.h>\r\n", "// c\r\n#include <b.h>\r\n#include <a.h>\r\n"),
        (
            "#if X\n#include <a.h>\n#endif\n#include <b.h>\n",
            "#if X\n#include <a.h>\n#endif\n#include <a.h>\n#include <b.h>\n",
        ),
    ],
)
def test_headers_asked_for_are_included_once(before: str, after: str) -> None:
    chosen = asking("<b.h>", "<a.h>", "<a.h>")
    once = run(before, chosen).data.decode()
    assert once == after
    assert run(once, chosen).data.decode() == after


def test_a_header_that_an_edit_brings_is_not_included_again() -> None:
    def header(rule: Rule, file: SourceFile) -> Iterator[RuleOutput]:
        (include,) = file.includes
        yield rule.replace(include.path_span, b"hip/hip_fp16.h")
        yield rule.include("<hip/hip_fp16.h>")

    assert run("#include <cuda_fp16.h>\n", rule(header)).data == b"#include <hip/hip_fp16.h>\n"


def test_support_headers_are_named_from_where_the_file_lies() -> None:
    result = run("x", asking(supports=("warp.hpp",)), path="a/b/c.cu")
    assert result.data == b'#include "../../porter_compat/warp.hpp"\nx'
    assert result.supports == {"warp.hpp"}


HIP = frozenset({"hip"})


def test_rules_are_selected_by_the_options() -> None:
    everything = [one.id for one in selected(Options(), HIP)]
    assert [one.id for one in selected(Options(only=frozenset({"API01"})), HIP)] == ["API01"]
    without = [one.id for one in selected(Options(skip=frozenset({"API01"})), HIP)]
    assert without == [one for one in everything if one != "API01"]


NAMES = frozenset().union(*(one.names for one in rules())) | set(CONTEXT.tables.names)


def is_foreign(data: bytes) -> bool:
    """Tell whether the text holds no name that a rule knows, not even in a comment."""
    return b"#" not in data and b"<" not in data and NAMES.isdisjoint(lexer.names(data))


FOREIGN = st.binary().filter(is_foreign)


@given(FOREIGN, st.sampled_from([Language.CUDA, Language.PYTHON, Language.CMAKE, Language.MAKE]))
def test_same_bytes_out_when_no_rule_applies(data: bytes, language: Language) -> None:
    result = convert(SourceFile("a.cc", data, language), CONTEXT)
    assert result.data == data
    assert not any("failed and was" in finding.message for finding in result.findings)


TOKENS = st.sampled_from(
    "cudaMalloc ( ) { } < > , ; :: . -> & * 32 \" ' // /* */ \\ \n \r\n #if #endif #define "
    '#include <cuda.h> __shfl_sync cub:: <<< >>> __global__ void int x template asm( R"( )" '
    "warpSize __syncwarp cudaStream_t half2 \x00 \xff \ufeff".split(" ")
)


@given(st.lists(TOKENS, max_size=40).map(" ".join))
def test_no_rule_fails_on_whatever_text_and_a_second_run_changes_nothing(text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    once = convert(SourceFile("a.cu", data), CONTEXT)
    assert not any("failed and was" in finding.message for finding in once.findings)
    twice = convert(SourceFile("a.cu", once.data), CONTEXT)
    assert twice.data == once.data


@pytest.mark.parametrize("one", rules(), ids=lambda one: one.id)
def test_all_rules_together_on_every_example(one: Rule) -> None:
    for example in one.examples:
        if example.options.target not in FOLDERS:
            continue  # a rule pack's, which stands alone
        context = Context(example.options, load(example.options.target))
        before = SourceFile(example.path, example.before.encode())
        once = convert(before, context)
        told = [one.message for one in once.findings if "not applied" in one.message]
        assert told == []
        twice = convert(SourceFile(example.path, once.data), context)
        assert twice.data.decode() == once.data.decode()
