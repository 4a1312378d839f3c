"""Every example of every rule: what its page shows is what it does."""

import pytest

from porter.fixers import Example, Rule
from porter.fixers.registry import rules
from porter.source.text.languages import language_of
from porter.testing import convert, single_text

CASES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in rules()
    for number, example in enumerate(rule.examples, 1)
]


def run(rule: Rule, example: Example, text: bytes):
    language = language_of(example.path)
    file, context = single_text(example.path, text, language, example.options, example.files)
    return convert(file, context, (rule,))


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_example(rule: Rule, example: Example) -> None:
    before = example.before.encode()
    result = run(rule, example, before)
    expected = before if example.after is None else example.after.encode()
    assert result.data.decode() == expected.decode()
    assert tuple(finding.severity.value for finding in result.findings) == example.findings


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_a_second_run_changes_nothing(rule: Rule, example: Example) -> None:
    once = run(rule, example, example.before.encode()).data
    assert run(rule, example, once).data == once


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_every_rule_shows_a_case_it_leaves_alone(rule: Rule) -> None:
    assert any(example.after is None and not example.findings for example in rule.examples), (
        f"{rule.module} needs an example without `after` and `findings`"
    )


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
def test_every_page_has_the_fixed_headings(rule: Rule) -> None:
    for heading in ("## What it does", "## Why"):
        assert heading in rule.page, f"{rule.module}: the docstring lacks `{heading}`"


def test_a_block_begins_behind_its_quotes_and_is_indented_as_its_rule_is() -> None:
    block = Example(
        """
        void f() {
          g();

        \tall:
        }
        """,
        "one line;\n",
    ).dedented()
    assert block.before == "void f() {\n  g();\n\n\tall:\n}\n"
    assert block.after == "one line;\n"
    assert Example("").dedented().after is None
