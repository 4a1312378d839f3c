"""What becomes of programs that were written to break the conversion."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.wrong_ports import (
    EXPECTED,
    Ended,
    Judged,
    Side,
    Verdict,
    expectations,
    judged,
    main,
    programs,
)
from porter.fixers.registry import rules

RIGHT, WRONG = Side(Ended.RIGHT), Side(Ended.WRONG)
BROKEN = Side(Ended.DOES_NOT_BUILD)


@pytest.mark.parametrize(
    ("sides", "expected", "verdict"),
    [
        ((RIGHT, RIGHT), [], Verdict.HANDLED),
        ((WRONG, RIGHT), ["WRP25:7"], Verdict.REPORTED),
        ((BROKEN, BROKEN), ["WRP25:7", "MEM01:9"], Verdict.REPORTED),
        ((BROKEN, RIGHT), [], Verdict.UNREPORTED),
        ((BROKEN, WRONG), [], Verdict.SILENT),
        ((RIGHT, Side(Ended.HANGS)), [], Verdict.SILENT),
        ((WRONG, RIGHT), ["WRP25:8"], Verdict.SILENT),
        ((WRONG, RIGHT), ["meant"], Verdict.HANDLED),
        ((WRONG, RIGHT), ["WRP25:7", "WRP14:7"], Verdict.SILENT),
    ],
)
def test_a_port_is_handled_reported_or_neither(
    sides: tuple[Side, Side], expected: list[str], verdict: Verdict
) -> None:
    told = ["MEM01:9", "WRP25:7"]
    by_arch = dict(zip(("gfx942", "gfx1100"), sides, strict=True))
    one = Judged("a.cu", by_arch, RIGHT, told, expected)
    assert one.verdict is verdict


def test_a_row_tells_what_reports_it_and_what_was_said_besides() -> None:
    one = Judged("a.cu", {"gfx942": WRONG}, RIGHT, ["MEM01:9", "WRP25:7"], ["WRP25:7"])
    assert one.line() == "| a.cu | right | wrong | reported | WRP25:7 | MEM01:9 |"


def test_what_has_to_be_reported_names_rules_that_there_are() -> None:
    known = {rule.id for rule in rules()}
    for by_warp in expectations(EXPECTED).values():
        assert set(by_warp) <= {"32", "native"}
        for told in by_warp.values():
            rows = [one.partition(":") for one in told if one != "meant"]
            assert {rule for rule, _, _ in rows} <= known
            assert all(line.isdigit() for _, _, line in rows)


def test_files_and_folders_of_sources_are_programs(tmp_path: Path) -> None:
    (tmp_path / "b.cu").touch()
    (tmp_path / "README.md").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "several").mkdir()
    (tmp_path / "several" / "a.cu").touch()
    assert [path.name for path in programs(tmp_path, [])] == ["b.cu", "several"]
    assert [path.name for path in programs(tmp_path, ["b"])] == ["b.cu"]


@pytest.mark.toolchain
def test_a_result_that_no_rule_knows_is_silently_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cu").write_text("int main() {\n#ifdef __HIP__\n  return 1;\n#endif\n}\n")
    monkeypatch.setattr(sys, "argv", ["wrong_ports", str(tmp_path), "--arch", "gfx942"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code
    assert "| a.cu | right | wrong | silently wrong |  |  |" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.toolchain
def test_what_does_not_build_on_either_side_says_why(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("int main() { return missing; }\n")
    one = judged(source, ["gfx942"], "32", tmp_path)
    assert one.verdict is Verdict.UNREPORTED
    assert one.cuda.ended is Ended.DOES_NOT_BUILD
    assert "missing" in one.cuda.output
