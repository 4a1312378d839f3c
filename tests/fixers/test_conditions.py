"""Under which choices a rule runs: known without its code, and said on its page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from porter.convert.selection import selected
from porter.fixers import Context, Rule, When, registry
from porter.options import Options
from porter.report.rule_pages import page
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.names import load
from porter.testing import apply, convert


@pytest.mark.parametrize(
    ("when", "options", "holds"),
    [
        (When(), Options(), True),
        (When(warp="native"), Options(warp="native"), True),
        (When(warp="native"), Options(), False),
        (When(launch="hip"), Options(launch="hip"), True),
        (When(rename=True), Options(), False),
        (When(rocm_since=(7, 0)), Options(rocm=(7, 0)), True),
        (When(rocm_since=(7, 0)), Options(rocm=(6, 4)), False),
        (When(rocm_before=(7, 0)), Options(rocm=(6, 4)), True),
        (When(rocm_before=(7, 0)), Options(rocm=(7, 0)), False),
        (When(warp="native", rocm_before=(7, 0)), Options(rocm=(6, 4)), False),
    ],
)
def test_all_choices_of_a_condition_have_to_be_made(
    when: When, options: Options, holds: bool
) -> None:
    assert when.holds(options) is holds
    assert Rule("X01", "test", when=when).is_meant(options) is holds
    assert Rule("X01", "test", unless=when).is_meant(options) is not holds


def test_a_condition_reads_as_the_command_line_is_written() -> None:
    assert str(When(warp="native", rocm_before=(7, 0))) == "`--warp native` and a ROCm before 7.0"
    assert str(When(launch="hip", rename=True)) == "`--launch hip` and `--rename`"
    assert str(When(rocm_since=(6, 3))) == "a ROCm from 6.3 on"


def by_name(name: str) -> Rule:
    return next(rule for rule in registry.rules() if rule.name == name)


def test_the_page_of_a_rule_says_when_it_runs() -> None:
    assert "Runs with `--warp native` only." in page(by_name("mask-literals"))
    said = "Does not run with `--warp native` and a ROCm from 7.0 on."
    assert said in page(by_name("syncwarp"))
    assert "Runs with" not in page(by_name("api-names"))


def test_the_page_of_a_rule_says_which_part_of_it_runs_when() -> None:
    said = page(by_name("host-warp-size"))
    assert "A part runs with `--warp 32` only. A part runs with `--warp native` only." in said


def test_a_check_runs_under_its_own_condition_beside_one_that_always_does() -> None:
    rule = Rule("X01", "test")

    @rule.check
    def always(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
        yield rule.note((0, 1), "always")

    @rule.check_when(When(warp="native"))
    def native(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
        yield rule.note((0, 1), "native")

    def told(options: Options) -> list[str]:
        file = SourceFile("a.cu", b"int a;\n")
        return [one.message for one in convert(file, Context(options, load()), (rule,)).findings]

    assert told(Options()) == ["always"]
    assert told(Options(warp="native")) == ["always", "native"]


def test_what_does_not_run_is_not_selected() -> None:
    launches = by_name("launches")
    assert launches in selected(Options(launch="hip"), frozenset({"hip"}))
    assert launches not in selected(Options(), frozenset({"hip"}))


def test_a_rule_that_is_named_keeps_to_its_condition() -> None:
    id = by_name("launches").id
    assert apply("k<<<1, 2>>>(x);\n", id).data == b"k<<<1, 2>>>(x);\n"
    assert apply("k<<<1, 2>>>(x);\n", id, launch="hip").data.startswith(b"hipLaunchKernelGGL")


def test_all_that_is_known_of_rules_survives_being_written_down() -> None:
    known = registry.dump_metadata()
    restored = registry.restored(known)
    assert restored is not None
    for old, new in zip(registry.rules(), restored, strict=True):
        before, after = vars(old) | {"_checks": []}, vars(new)
        assert before == after
        assert new.page == old.page


@pytest.mark.parametrize("value", [[1, 2], ["native", None, None, None, [7]], [None] * 6, "when"])
def test_a_damaged_condition_is_refused(value: object) -> None:
    fields = registry.dump_metadata()[0]
    place = fields.index(When().encode())
    assert registry.restored([fields]) is not None
    assert registry.restored([[*fields[:place], value, *fields[place + 1 :]]]) is None
