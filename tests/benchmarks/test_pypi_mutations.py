"""Mutants of a port of an extension: each judged by itself, in a copy that is free."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

import pytest

from benchmarks.judged_mutants import Kept
from benchmarks.mutants import Mutant
from benchmarks.pypi_mutations import Trial, run


def mutant(text: str) -> Mutant:
    return Mutant("barrier dropped", 1, "right", text, text)


@dataclass(frozen=True)
class Stand(Trial):
    """A trial whose judges read the source; the one of tests waits for the others."""

    meeting: Barrier

    def by_tests(self) -> str:
        text = (self.work / "port" / "k.cu").read_text("utf-8")
        if text == "right":
            return ""
        self.meeting.wait(20)
        return f"FAILED {text}"

    def differing(self, but: Collection[str] = ()) -> dict[str, str]:
        text = (self.work / "port" / "k.cu").read_text("utf-8")
        return {} if text in ("right", "subtle") else {"f": f"f differs: {text}"}


def trials(folder: Path, count: int) -> list[Trial]:
    meeting, made = Barrier(count), []
    for number in range(count):
        work = folder / str(number)
        (work / "port").mkdir(parents=True)
        (work / "port" / "k.cu").write_text("right", "utf-8")
        made.append(Stand(work, "src", ("test",), 1, 1, "gfx942", "cuda:cpu", meeting))
    return [*made]


def test_mutants_are_judged_at_once_each_in_its_own_copy(tmp_path: Path) -> None:
    ports = trials(tmp_path, 2)
    found = [("k.cu", mutant(text)) for text in ("subtle", "gross", "subtle 2", "gross 2")]
    judged = [*run(ports, found, Kept(tmp_path / "kept.jsonl"))]
    said = {one.mutant.after: (one.tests, one.cases) for one in judged}
    assert said == {
        "subtle": ("FAILED subtle", ""),
        "gross": ("FAILED gross", "f differs: gross"),
        "subtle 2": ("FAILED subtle 2", "f differs: subtle 2"),
        "gross 2": ("FAILED gross 2", "f differs: gross 2"),
    }
    assert {(port.work / "port" / "k.cu").read_text("utf-8") for port in ports} == {"right"}


def test_what_is_kept_is_not_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    found = [("k.cu", mutant("gross"))]
    first = [*run(trials(tmp_path, 1), found, Kept(path))]
    for source in tmp_path.glob("*/port/k.cu"):
        source.unlink()
    second = [*run([Stand(tmp_path, "src", (), 1, 1, "gfx942", "cuda:cpu", Barrier(1))], found,
                   Kept(path))]  # fmt: skip
    assert second == first and second[0].found_by == "both"


def test_a_port_that_fails_without_a_mistake_is_told(tmp_path: Path) -> None:
    ports = trials(tmp_path, 1)
    (ports[0].work / "port" / "k.cu").write_text("wrong", "utf-8")
    with pytest.raises(SystemExit, match="without a mistake: FAILED wrong"):
        [*run(ports, [], Kept(None))]
