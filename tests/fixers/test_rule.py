"""What a rule offers to its check: edits and findings about anything that has a span."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from porter.fixers import Context, Precedence, Rule
from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.source import Finding, Severity, SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.names import load
from porter.testing import apply, convert

TEXT = "#include <cuda.h>\nvoid f() { cudaFree(p); }\n"
FILE = SourceFile("a.cu", TEXT.encode())
rule = Rule("X01", "test", names=(b"cudaFree",))


def spanned() -> dict[str, object]:
    at = TEXT.index("cudaFree")
    return {
        "span": (at, at + 8),
        "use": FILE.uses(rule.names)[0],
        "call": next(FILE.api_calls(rule.names)),
        "match": re.search(rb"cudaFree", FILE.code),
        "node": FILE.tree.root_node.descendant_for_byte_range(at, at + 8),
    }


@pytest.mark.parametrize("kind", spanned())
def test_whatever_has_a_span_can_be_reported_and_replaced(kind: str) -> None:
    place = spanned()[kind]
    start = TEXT.index("cudaFree")
    finding = rule.error(place, "gone", hint="look")  # type: ignore[arg-type]
    assert finding == Finding("X01", Severity.ERROR, "gone", start, start + 8, "look")
    edit = rule.replace(place, b"hipFree")  # type: ignore[arg-type]
    assert (edit.start, edit.end, edit.text) == (start, start + 8, b"hipFree")


def test_the_path_of_a_header_is_a_span_with_and_without_its_brackets() -> None:
    (include,) = FILE.includes
    assert TEXT[slice(*include.path_span)] == "cuda.h"
    assert TEXT[slice(*include.quoted_span)] == "<cuda.h>"


def test_each_severity_has_its_word() -> None:
    found = [say((0, 1), "so").severity for say in (rule.error, rule.warning, rule.note)]
    assert found == [Severity.ERROR, Severity.WARNING, Severity.NOTE]


def run(text: str, *chosen: Rule) -> Conversion:
    return convert(SourceFile("a.cu", text.encode()), Context(Options(), load()), chosen)


def supporting(id: str, precedence: Precedence = Precedence.REWRITE) -> Rule:
    made = Rule(id, "supporting", precedence=precedence)

    @made.check
    def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
        for start in file.occurrences(b"a"):
            yield made.replace((start, start + 1), b"porter::a", support="warp.hpp")

    return made


def test_an_edit_brings_its_support_header() -> None:
    result = run("a b", supporting("X02"))
    assert result.data == b'#include "porter_compat/warp.hpp"\nporter::a b'
    assert result.supports == {"warp.hpp"}


def test_an_edit_that_is_not_applied_brings_none() -> None:
    erasing = Rule("X03", "erasing")
    erasing.check(lambda file, context: iter((erasing.replace((0, 3), b"c"),)))
    result = run("a b", erasing, supporting("X02", Precedence.TABLE))
    assert result.data == b"c"
    assert not result.supports


def test_two_rules_that_say_the_same_bring_the_header_once() -> None:
    result = run("a b", supporting("X02"), supporting("X03"))
    assert result.data == b'#include "porter_compat/warp.hpp"\nporter::a b'


def test_a_rule_without_a_check_is_refused() -> None:
    with pytest.raises(TypeError, match=r"X04: no function is decorated with @rule.check"):
        list(Rule("X04", "empty").run(FILE, Context(Options(), load())))


def test_a_rule_takes_care_of_its_names_unless_it_says_of_which() -> None:
    assert Rule("X05", "test", names=(b"a", b"b")).handles == {b"a", b"b"}
    assert Rule("X05", "test", names=(b"a", b"b"), handles=(b"b",)).handles == {b"b"}
    assert not Rule("X05", "test", names=(b"a",), handles=()).handles


@pytest.mark.parametrize("name", ["__popc", "__syncwarp", "__ballot"])
def test_a_name_that_may_be_shadowed_is_the_project_s_where_a_macro_takes_it(name: str) -> None:
    use = f"__device__ int f() {{ return {name}(1); }}\n"
    assert f"porter::{name[2:]}(1)" in apply(use).data.decode()
    text = f"#define {name}(x) mine(x)\n{use}"
    assert use in apply(text).data.decode()
    assert any("project's own" in finding.message for finding in apply(text).findings)
