"""What all kinds of checks have in common, shown with a kind of its own: numbers compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from porter.errors import PorterError
from porter.verify.check import Check
from porter.verify.comparison.result import Comparison
from porter.verify.failure import RunFailed
from porter.verify.kept import Left, alike
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu, Place
from porter.verify.reference import Reference, resolve
from porter.verify.tracing import CudaSide, TracedSides
from porter.verify.verdict import Label

PLACE = Cpu("gfx1100")


@dataclass(frozen=True)
class Number:
    """What a run of the port gives."""

    value: int
    seconds: float = 0.25


@dataclass(frozen=True)
class Doubled:
    """CUDA's side: twice the seed, on the executor alone."""

    seed: int

    def on_gpu(self) -> Reference[int]:
        raise PorterError("no GPU")

    def recorded(self) -> Reference[int]:
        raise PorterError("no recording")

    def on_cpu(self) -> Reference[int]:
        return Reference(2 * self.seed, "the executor", "no recording")


@dataclass(frozen=True)
class NumberCheck(Check[int, int, Number]):
    """The port gives `factor` times the seed; errors are raised where they are named."""

    factor: int = 2
    fails: str = ""
    place: Place = PLACE

    @property
    def label(self) -> Label:
        return Label("toy", "number", "double", str(self.place), "n=3")

    @property
    def seeds(self) -> tuple[int, ...]:
        return (3, 5)

    def step(self, name: str) -> None:
        if name == self.fails:
            raise PorterError(f"{name} fails")

    def prepare(self, index: int, seed: int, options: Options) -> int:
        self.step("prepare")
        return seed

    def reference(self, run: int, options: Options) -> Reference[int]:
        self.step("reference")
        return resolve(Doubled(run), options.ref)

    def port(self, run: int, options: Options) -> Number:
        self.step("port")
        return Number(self.factor * run)

    def compare(self, run: int, expected: int, actual: Number) -> Iterator[tuple[str, Comparison]]:
        if actual.value == expected:
            yield "", Comparison(numbers=1)
        else:
            reason = f"{actual.value} instead of {expected}"
            yield f"seed {run}", Comparison.failed(reason)

    def left(self, actual: Number) -> Left:
        return {"number": np.array(actual.value), "text": b"done"}

    def traced(self, options: Options) -> TracedSides:
        def run(variables: Any) -> None:
            raise PorterError("nothing is launched")

        return TracedSides(CudaSide("double", Path("none"), str, run, run), run)


ON_CPU = Options(Ref.CPU)


def test_sides_that_agree() -> None:
    verdict = NumberCheck().run(ON_CPU)
    assert verdict.passed and verdict.numbers == 2 and verdict.seconds == 0.5
    assert (verdict.against, verdict.note) == ("the executor", "no recording")
    assert NumberCheck().name == "number double[n=3-gfx1100]"
    assert verdict.label == NumberCheck().label


def test_every_seed_is_compared() -> None:
    verdict = NumberCheck(factor=3).run(ON_CPU)
    found = [f"{each.place}: {each.reason}" for each in verdict.differences]
    assert found == ["seed 3: 9 instead of 6", "seed 5: 15 instead of 10"]


@pytest.mark.parametrize(
    ("step", "problem", "against"),
    [
        ("prepare", "port: prepare fails", ""),
        ("reference", "cuda: reference fails", ""),
        ("port", "port: port fails", "the executor"),
    ],
)
def test_a_failure_names_its_side(step: str, problem: str, against: str) -> None:
    verdict = NumberCheck(fails=step).run(ON_CPU)
    assert not verdict.passed
    assert (verdict.problem, verdict.against) == (problem, against)


def test_what_the_system_refuses_is_a_failure_of_one_check() -> None:
    class Unreadable(NumberCheck):
        def port(self, run: int, options: Options) -> Number:
            raise PermissionError(13, "Permission denied", "port/a.cu")

    assert Unreadable().run(ON_CPU).problem == "port: port/a.cu: Permission denied"


def test_a_side_that_cannot_be_traced_is_told_beside_the_verdict() -> None:
    verdict = NumberCheck().run(Options(Ref.CPU, trace="hash"))
    assert verdict.passed and verdict.trace == ("no trace: nothing is launched",)


def test_why_there_is_no_trace_is_one_line() -> None:
    class Crashing(NumberCheck):
        def traced(self, options: Options) -> TracedSides:
            raise RunFailed("the process ended with SIGABRT:\nlast words\nof many")

    verdict = Crashing().run(Options(Ref.CPU, trace="hash"))
    assert verdict.trace == ("no trace: the process ended with SIGABRT: last words",)


def test_pytorch_launches_nothing_to_compare_with() -> None:
    @dataclass(frozen=True)
    class AgainstTorch(NumberCheck):
        def reference(self, run: int, options: Options) -> Reference[int]:
            return Reference(2 * run, "PyTorch in float64")

    verdict = AgainstTorch().run(Options(Ref.TORCH, trace="hash"))
    (line,) = verdict.trace
    assert verdict.passed and line.startswith("no trace: the reference in PyTorch does not run")
    failed = NumberCheck(fails="reference").run(Options(Ref.TORCH))
    assert failed.problem == "reference: reference fails"


def test_nothing_is_traced_where_a_side_failed() -> None:
    assert NumberCheck(fails="port").run(Options(Ref.CPU, trace="hash")).trace == ()


def test_what_the_port_left_is_kept_of_every_run(tmp_path: Path) -> None:
    for folder, factor in (("one", 2), ("same", 2), ("other", 3)):
        NumberCheck(factor=factor).run(replace(ON_CPU, keep=tmp_path / folder))
    same, different = alike(tmp_path / "one", tmp_path / "same")
    assert [Path(name).name for name in same] == ["seed-3.npz", "seed-5.npz"]
    assert not different
    assert alike(tmp_path / "one", tmp_path / "other") == ([], same)
    kept = np.load(tmp_path / "one" / same[0])
    assert (int(kept["number"]), kept["text"].tobytes()) == (6, b"done")
