"""Whether a widened port computes what CUDA does, and what the model says of its kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter.compile.driver import build
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.machine.build import kernels_of
from porter.machine.kernel import KernelCode
from porter.machine.naming import base_name
from porter.project.settings.settings import ProjectSettings
from porter.toolchain.model import Toolchain
from porter.verify.check import AnyCheck
from porter.verify.kernel.check import KernelCheck
from porter.verify.options import Options
from porter.verify.place import Place
from porter.verify.program.check import ProgramCheck
from porter.verify.run import Steps, gather, run
from porter.verify.verdict import Verdict

#: By how much more a figure has to be to be worse, or less to be better.
_LEAST = 0.01


@dataclass(frozen=True)
class Judgement:
    """What the comparisons of a source's kernels gave.

    Attributes:
        verdicts: all of them.
        cases: the kernel of each case of a single kernel, by the case's name.
    """

    verdicts: tuple[Verdict, ...]
    cases: Mapping[str, str]

    @property
    def differences(self) -> list[Verdict]:
        """What is not the same, or could not be compared."""
        return [one for one in self.verdicts if not one.passed]

    def ran(self, kernel: str) -> int:
        """Return how many comparisons ran a kernel."""
        return sum(
            one.passed
            and (
                (one.kind == "kernel" and self.cases.get(one.case) == kernel)
                or kernel in {name.rpartition("::")[2] for name in one.kernels.launched_names}
            )
            for one in self.verdicts
        )


@dataclass(frozen=True)
class Comparison:
    """Cases of a port, or of a copy of it, beside CUDA's side.

    Attributes:
        project: whose cases are run.
        port: the port, or a copy.
        source: the source that changes: cases of other sources are left out.
        kernels: names of the kernels that change: cases of other kernels are left out.
        places: where the port runs.
        options: of the comparison.
    """

    project: ProjectSettings
    port: Path
    source: str
    kernels: tuple[str, ...]
    places: tuple[Place, ...]
    options: Options


def judge(of: Comparison, steps: Steps) -> Judgement:
    """Compare a port with CUDA's side as `porter verify` does.

    Args:
        of: what is compared.
        steps: shows progress.
    """
    found, broken = gather([replace(of.project, port=of.port)], of.places, of.options.ref)
    wanted = [check for check in found if _concerns(check, of.source, of.kernels)]
    ran = run(wanted, of.options, steps, f"verifying {of.source}")
    cases = {check.case.name: _kernel(check) for check in wanted if isinstance(check, KernelCheck)}
    return Judgement((*broken, *ran), cases)


def _kernel(check: KernelCheck) -> str:
    """Return the name of a case's kernel, without namespaces and template arguments."""
    return check.case.kernel.partition("<")[0].rpartition("::")[2]


def _concerns(check: AnyCheck, source: str, kernels: Sequence[str]) -> bool:
    if isinstance(check, KernelCheck):
        return check.case.source == source and _kernel(check) in kernels
    if isinstance(check, ProgramCheck) and check.case.source:
        return check.case.source == source
    return True


@dataclass(frozen=True)
class Figures:
    """What the static model says of a kernel: the most of its instances.

    Attributes:
        cycles: through all of its code, for one wave among as many as there are.
        instructions: how many it has.
        lds: bytes.
        spills: registers.
        waves: of a SIMD unit, the least.
    """

    cycles: float
    instructions: int
    lds: int
    spills: int
    waves: int

    def worse(self, before: Figures) -> str:
        """Return what became worse since; empty when nothing did."""
        if self.spills > before.spills:
            return f"spilled registers {before.spills} -> {self.spills}"
        if self.waves < before.waves:
            return f"waves {before.waves} -> {self.waves}"
        if self.cycles > before.cycles * (1 + _LEAST):
            return f"cycles {before.cycles:.0f} -> {self.cycles:.0f}"
        return ""

    def better(self, before: Figures) -> bool:
        """Tell whether something became better."""
        return (
            self.cycles < before.cycles * (1 - _LEAST)
            or self.lds < before.lds
            or self.spills < before.spills
            or self.waves > before.waves
        )

    def gain(self, before: Figures) -> str:
        """Return the figures that changed, in one line."""
        pairs = (
            ("cycles", round(before.cycles), round(self.cycles)),
            ("instructions", before.instructions, self.instructions),
            ("LDS", before.lds, self.lds),
            ("spilled", before.spills, self.spills),
            ("waves", before.waves, self.waves),
        )
        return ", ".join(f"{what} {a} -> {b}" for what, a, b in pairs if a != b) or "no change"


def figures(
    port: Path,
    source: str,
    archs: Sequence[str],
    toolchain: Toolchain,
    folder: Path,
    turns: int = 1,
) -> dict[tuple[str, str], Figures]:
    """Return the figures of the kernels of a source, by name and architecture.

    Args:
        port: the port.
        source: the source.
        archs: the architectures.
        toolchain: compiles.
        folder: where objects go.
        turns: how often each loop is taken to turn.

    Raises:
        PorterError: it does not compile.
    """
    others = {one.source for one in find_units(port, (), toolchain.include_dirs)} - {source}
    report = build(
        port, archs, folder=folder, exclude=[f"/{one}" for one in sorted(others)],
        toolchain=toolchain, device_only=True,
    )  # fmt: skip
    if not report.ok:
        raise PorterError(f"{source} does not compile", path=port)
    found: dict[tuple[str, str], list[KernelCode]] = {}
    for one in kernels_of(report, toolchain, turns=turns):
        found.setdefault((base_name(one.usage.name), one.usage.arch), []).append(one)
    return {
        (name.rpartition("::")[2], arch): _figures(codes) for (name, arch), codes in found.items()
    }


def _figures(codes: Sequence[KernelCode]) -> Figures:
    return Figures(
        max(one.hot.cycles if one.hot else 0.0 for one in codes),
        max(one.instructions for one in codes),
        max(one.usage.lds for one in codes),
        max(one.spills for one in codes),
        min(one.occupancy.waves if one.occupancy else 0 for one in codes),
    )
