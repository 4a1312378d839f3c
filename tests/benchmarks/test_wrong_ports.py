"""What becomes of programs that were written to break the conversion."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.wrong_ports import Ended, Judged, Side, Verdict, judged, main, programs

RIGHT, WRONG = Side(Ended.RIGHT), Side(Ended.WRONG)
BROKEN = Side(Ended.DOES_NOT_BUILD)


@pytest.mark.parametrize(
    ("sides", "rules", "verdict"),
    [
        ((RIGHT, RIGHT), ["WRP25"], Verdict.HANDLED),
        ((WRONG, RIGHT), ["WRP25"], Verdict.REPORTED),
        ((BROKEN, BROKEN), ["LNG04"], Verdict.REPORTED),
        ((BROKEN, RIGHT), [], Verdict.UNREPORTED),
        ((BROKEN, WRONG), [], Verdict.SILENT),
        ((RIGHT, Side(Ended.HANGS)), [], Verdict.SILENT),
    ],
)
def test_a_port_is_handled_reported_or_neither(
    sides: tuple[Side, Side], rules: list[str], verdict: Verdict
) -> None:
    one = Judged("a.cu", dict(zip(("gfx942", "gfx1100"), sides, strict=True)), RIGHT, rules)
    assert one.verdict is verdict
    assert f"| {verdict} | {', '.join(rules)} |" in one.line()


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
    assert "| a.cu | right | wrong | silently wrong |  |" in capsys.readouterr().out


@pytest.mark.toolchain
def test_what_does_not_build_on_either_side_says_why(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("int main() { return missing; }\n")
    one = judged(source, ["gfx942"], "32", tmp_path)
    assert one.verdict is Verdict.UNREPORTED
    assert one.cuda.ended is Ended.DOES_NOT_BUILD
    assert "missing" in one.cuda.output
