"""A run of checks in parts, and the parts put together again."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from porter.cli import group
from porter.errors import PorterError
from porter.exit_status import Exit
from porter.project.settings.settings import ProjectSettings
from porter.verify import kinds
from porter.verify.comparison.result import Difference
from porter.verify.coverage import Kernels
from porter.verify.options import Ref
from porter.verify.parts import Part, Shard, merged, parse_shard, read_part, write_part
from porter.verify.place import Place
from porter.verify.timing import Timing
from porter.verify.verdict import Verdict

FULL = Verdict(
    "kit", "kernel", "scan", "gfx942", False, "n=1", 7, math.inf, 0.25,
    (Difference("line 3", "differs", "1", "2"),), "", "a recording", "no GPU", ("launch 2",),
    Timing("a GPU", 1.5, 3.0, 2.0, 5), True, ("run without arguments",),
    Kernels(frozenset({"a()", "b()"}), frozenset({"a()"})), is_begun=True,
)  # fmt: skip


def part(index: int, total: int, *verdicts: Verdict, checks: str = "x") -> Part:
    return Part(Shard(index, total), checks, verdicts)


def case(name: str, *, passed: bool = True) -> Verdict:
    return Verdict("kit", "program", name, "gfx942", passed)


@given(st.integers(1, 9), st.integers(0, 30))
def test_parts_together_are_all_checks_in_their_order(total: int, count: int) -> None:
    verdicts = [case(str(number)) for number in range(count)]
    shards = [Shard(index, total) for index in range(1, total + 1)]
    parts = {Path(str(one)): Part(one, "x", tuple(one.of(verdicts))) for one in reversed(shards)}
    assert merged(parts) == verdicts


@pytest.mark.parametrize("worst", [math.inf, -math.inf, 0.0, 1e-300, 3.5])
def test_a_part_is_read_as_it_was_written(tmp_path: Path, worst: float) -> None:
    written = part(2, 3, replace(FULL, worst=worst), case("plain"))
    write_part(tmp_path / "p.json", written)
    assert read_part(tmp_path / "p.json") == written


def test_what_is_no_number_is_kept(tmp_path: Path) -> None:
    write_part(tmp_path / "p.json", part(1, 1, replace(FULL, worst=math.nan)))
    assert math.isnan(read_part(tmp_path / "p.json").verdicts[0].worst)


@pytest.mark.parametrize("text", ["", "0/3", "4/3", "1", "1/0", "-1/3", "1/3/4", "a/b", "1 / 3"])
def test_a_part_has_a_number_of_all(text: str) -> None:
    with pytest.raises(PorterError, match="is no part of a run"):
        parse_shard(text)


def test_a_missing_part_is_told_and_nothing_is_the_same() -> None:
    verdicts = merged({Path("a"): part(1, 3, case("1")), Path("c"): part(3, 3, case("3"))})
    assert [one.case for one in verdicts] == ["1", "3", "2/3"]
    assert "part 2 of 3 is missing" in verdicts[-1].problem
    assert not verdicts[-1].is_compared


def test_parts_of_different_runs_do_not_go_together() -> None:
    with pytest.raises(PorterError, match="is of another run than a"):
        merged({Path("a"): part(1, 2), Path("b"): part(2, 2, checks="y")})
    with pytest.raises(PorterError, match="is of another run than a"):
        merged({Path("a"): part(1, 2), Path("b"): part(2, 3)})
    with pytest.raises(PorterError, match="is part 1, as a is"):
        merged({Path("a"): part(1, 2), Path("b"): part(1, 2)})


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("checks"),
        lambda d: d.update(format=2),
        lambda d: d.update(shard=[3, 2]),
        lambda d: d["verdicts"][0].update(passed="yes"),
        lambda d: d["verdicts"][0].update(worst="much"),
        lambda d: d["verdicts"][0].update(more=1),
        lambda d: d["verdicts"][0]["kernels"].pop("never"),
        lambda d: d["verdicts"][0]["differences"][0].update(place=3),
    ],
)
def test_what_is_no_part_is_refused(tmp_path: Path, change) -> None:
    path = tmp_path / "p.json"
    write_part(path, part(1, 1, FULL))
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(PorterError, match="is no part of a run"):
        read_part(path)


def test_a_part_that_is_not_there_or_cut_off_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PorterError, match="cannot be read"):
        read_part(tmp_path / "none.json")
    write_part(tmp_path / "p.json", part(1, 1, FULL))
    (tmp_path / "p.json").write_bytes((tmp_path / "p.json").read_bytes()[:-30])
    with pytest.raises(PorterError, match="is no part of a run"):
        read_part(tmp_path / "p.json")


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`porter verify` of a project of five cases, the fourth of which differs."""

    def checks(
        project: ProjectSettings, places: Sequence[Place] = (), ref: Ref = Ref.BEST
    ) -> Iterator[SimpleNamespace]:
        for number in range(1, 6):
            found = case(f"case{number}", passed=number != 4)
            yield SimpleNamespace(
                name=f"program case{number}",
                label=found.label,
                place=None,
                run=lambda _, one=found: one,
            )

    kind = SimpleNamespace(HAS_TORCH_REFERENCE=False, checks=checks)
    monkeypatch.setattr(kinds, "KINDS", (kind,))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "porter.toml").write_text('[project]\nupstream = "kit"\nport = "kit-hip"\n')

    def run(*words: str) -> Result:
        return CliRunner().invoke(group, ["verify", *words])

    return run


def test_three_machines_give_what_one_gives(verify) -> None:
    alone = verify("--json")
    statuses = [
        verify("--shard", f"{index}/3", "--part", f"{index}.json").exit_code for index in (1, 2, 3)
    ]
    assert statuses == [Exit.FAILED, Exit.DONE, Exit.DONE]
    together = verify("--merge", "3.json", "1.json", "2.json", "--json")
    assert together.stdout == alone.stdout
    assert together.exit_code == alone.exit_code == Exit.FAILED


def test_a_lost_machine_is_not_passed_over(verify) -> None:
    for index in (1, 2):
        verify("-k", "case1", "--shard", f"{index}/3", "--part", f"{index}.json")
    together = verify("--merge", "1.json", "2.json")
    assert together.exit_code == Exit.NOT_COMPARED
    assert "part 3 of 3 is missing" in together.output


def test_an_empty_part_is_no_failure(verify) -> None:
    assert verify("--shard", "9/9", "--part", "9.json").exit_code == Exit.DONE


@pytest.mark.parametrize(
    "words", [["--shard", "1/2"], ["--part", "x"], ["--merge"], ["--merge", "--shard", "1/2"]]
)
def test_wrong_use_is_told(verify, words: list[str]) -> None:
    assert verify(*words).exit_code == 2
