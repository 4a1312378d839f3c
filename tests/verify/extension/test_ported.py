"""The extensions of ported/ against PyTorch in float64 and an H200: all of parity/."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from porter.project.settings.settings import read
from porter.verify.comparison.formats import decode, named
from porter.verify.extension import recording
from porter.verify.extension.point import extension_hash
from porter.verify.extension.sides import TORCH, Sides
from porter.verify.kinds import checks
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu

pytest.importorskip("torch")

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(("name", "arch"), [
    ("causal_conv1d", "gfx942"), ("causal_conv1d", "gfx1100"),
    ("ac4k", "gfx90a"), ("ac4k", "gfx942"), ("ac4k", "gfx950"), ("ac4k", "gfx1100"),
])  # fmt: skip
def test_every_case(name: str, arch: str) -> None:
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    verdicts = [check.run(Options(Ref.TORCH)) for check in checks(project, [Cpu(arch)], Ref.TORCH)]
    assert len(verdicts) >= 69
    for verdict in verdicts:
        assert verdict.passed, (verdict.case, verdict.point, verdict.differences, verdict.problem)


@pytest.mark.slow
@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("name", "count"), [("causal_conv1d", 469), ("efficient_kernels", 40), ("ac4k", 87)]
)
def test_every_case_against_the_recordings_of_a_gpu(name: str, count: int) -> None:
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    found = [*checks(project, [Cpu("gfx1100")])]
    verdicts = [check.run(Options(Ref.RECORDED)) for check in found]
    assert len(verdicts) == count
    for verdict in verdicts:
        assert verdict.passed, (verdict.case, verdict.point, verdict.differences, verdict.problem)
        assert verdict.against.startswith("NVIDIA H200")


@pytest.mark.parametrize(("name", "share"), [
    ("causal_conv1d", 0.02), ("efficient_kernels", 0.02), ("ac4k", 0.04),  # float8
])  # fmt: skip
def test_a_gpu_gave_what_pytorch_gives(name: str, share: float) -> None:
    """The recordings alone, at a point in ten: their inputs are those of the cases now."""
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    sides, source = Sides(project), partial(extension_hash, project)
    for case, points in sides.points(60).items():
        path = recording.path_of(project.recordings, project.name, case)
        for index, point in [*enumerate(points)][::10]:
            expected = sides.run(TORCH, case, index, 1, 60)
            key = recording.run_key(point, 1)
            kept, _ = recording.load(path, case, key, expected.inputs, source)
            for name, array in kept.arrays.items():
                wanted, dtype = expected.arrays[name].reshape(-1), array.dtype.name
                places = kept.samples.get(name, np.arange(wanted.size))
                format_ = named("bfloat16" if dtype == "uint16" else dtype)
                error = np.abs(decode(array.reshape(-1), format_) - wanted[places])
                assert error.max() <= share * np.abs(wanted).max(), (case, point, name)


@pytest.mark.parametrize("name", ["causal_conv1d", "efficient_kernels", "ac4k"])
def test_cases_can_be_listed(name: str) -> None:
    (project,) = (each for each in read(ROOT).projects if each.name == name)
    names = [check.name for check in checks(project, [Cpu("gfx942")], Ref.TORCH)]
    assert len(set(names)) == len(names) >= 40
