"""Tries choices for the kernels of a port, architecture by architecture, and keeps the best."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple, NoReturn

from porter.compile.commands import HOST, Commands
from porter.compile.driver import build
from porter.compile.report import BuildReport
from porter.compile.resources import KernelUsage
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.listing import listed
from porter.machine.build import kernels_of
from porter.machine.kernel import KernelCode
from porter.machine.naming import base_name
from porter.machine.occupancy import waves_of
from porter.tables.processors import processor_of
from porter.toolchain.discovery import find
from porter.toolchain.model import Toolchain
from porter.toolchain.torch_headers import torch_headers
from porter.tune.choices import AS_IT_IS, Choice, choices
from porter.tune.ranking import Candidate, best, candidate
from porter.tune.variants import Variants


class Instance(NamedTuple):
    """An instance of a kernel, as built: the source of its unit, and what it takes."""

    unit: str
    usage: KernelUsage


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel of the port on one architecture: all instances of a template, of all units.

    Attributes:
        name: with its namespaces, without template arguments.
        arch: the architecture.
        instances: what each of them is, as built.
    """

    name: str
    arch: str
    instances: tuple[Instance, ...]

    @property
    def spills(self) -> int:
        """Registers spilled, the most of an instance."""
        return max(one.usage.spills for one in self.instances)

    @property
    def waves(self) -> tuple[int, int]:
        """Waves of a SIMD unit, the fewest and the most of an instance."""
        waves = [waves_of(one.usage) for one in self.instances]
        return min(waves), max(waves)

    @property
    def processor(self) -> str:
        """The processor of its architecture, without features such as `xnack+`."""
        return self.arch.partition(":")[0]

    @property
    def source(self) -> str:
        """The file that defines it; empty when the compiler did not say."""
        return self.instances[0].usage.place.rpartition(":")[0]


@dataclass(frozen=True, slots=True)
class Tuned:
    """What was tried for a kernel on an architecture.

    Attributes:
        kernel: the kernel.
        candidates: all that was tried, the kernel as it is first.
        chosen: the best.
    """

    kernel: Kernel
    candidates: tuple[Candidate, ...]
    chosen: Candidate

    @property
    def before(self) -> Candidate:
        """The kernel as it was."""
        return next(one for one in self.candidates if one.choice == AS_IT_IS)

    @property
    def gain(self) -> str:
        """What it gained, in one line."""
        a, b = self.before, self.chosen
        parts = [
            f"{what} {x:g} -> {y:g}"
            for what, x, y in (
                ("spilled", a.spills, b.spills),
                ("waves", a.waves, b.waves),
                ("cycles", round(a.cycles), round(b.cycles)),
            )
            if x != y
        ]
        if a.seconds is not None and b.seconds is not None:
            parts.append(f"{a.seconds:.4g} s -> {b.seconds:.4g} s")
        return ", ".join(parts)


@dataclass
class Tuner:
    """A port, built once as it is.

    Units that do not compile then are `left_out`, and so are their kernels.

    Args:
        port: the port.
        archs: architectures.
        folder: where objects go; porter's own by default.
        jobs: compilers at a time.
        rocm: version of ROCm's headers.
        on_compiled: called with the number of finished steps and of all steps of a build.
        exclude: patterns of paths whose units are left out.
    """

    port: Path
    archs: Sequence[str]
    folder: Path | None = None
    jobs: int | None = None
    rocm: str | None = None
    on_compiled: Callable[[int, int], None] = lambda done, total: None
    exclude: Sequence[str] = ()
    toolchain: Toolchain = field(init=False)
    report: BuildReport = field(init=False)
    left_out: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.toolchain = find(archs=self.archs, rocm_version=self.rocm)
        self.report = self._built()
        failed = [unit.source for unit in self.report.failed]
        if len(failed) == len(self.report.units) and failed:
            self._refuse(failed[0])
        self.left_out = frozenset(failed)

    def built(self) -> BuildReport:
        """Build the port as it is now.

        Raises:
            PorterError: a unit does not compile that did so first.
        """
        report = self._built()
        for unit in report.failed:
            if unit.source not in self.left_out:
                self._refuse(unit.source)
        return report

    def _built(self) -> BuildReport:
        return build(
            self.port, self.archs, jobs=self.jobs, folder=self.folder, rocm=self.rocm,
            toolchain=self.toolchain, device_only=True,
            progress=self.on_compiled, exclude=self.exclude,
        )  # fmt: skip

    def _refuse(self, source: str) -> NoReturn:
        raise PorterError(
            f"{source} does not compile", path=self.port,
            hint="`porter build` says why; --exclude leaves it out",
        )  # fmt: skip

    def kernels(self, report: BuildReport | None = None) -> list[Kernel]:
        """Return the kernels of a build that are defined in the port itself; no code is read."""
        report = report or self.report
        groups: dict[tuple[str, str], list[Instance]] = {}
        for unit in report.units:
            built = {one.target for one in unit.targets if one.ok and one.target != HOST}
            for usage in unit.kernels:
                if usage.arch in built and _is_defined_in(report.root, usage):
                    key = base_name(usage.name), usage.arch
                    groups.setdefault(key, []).append(Instance(unit.source, usage))
        return [Kernel(name, arch, tuple(found)) for (name, arch), found in sorted(groups.items())]

    def as_built(self) -> dict[tuple[str, str], Candidate]:
        """Return what each kernel of the port comes to as it is, by name and architecture."""
        groups: dict[tuple[str, str], list[KernelCode]] = {}
        for one in kernels_of(self.report, self.toolchain):
            if _is_defined_in(self.report.root, one.usage):
                groups.setdefault((base_name(one.usage.name), one.usage.arch), []).append(one)
        return {key: candidate(AS_IT_IS, found) for key, found in sorted(groups.items())}

    def tune(
        self,
        kernels: Iterable[Kernel],
        blocks: Callable[[Kernel], int | None],
        progress: Callable[[str], None] = lambda line: None,
        clock: Callable[[Kernel, Choice], float] | None = None,
    ) -> list[Tuned]:
        """Try choices for kernels; each kernel's candidates are compiled side by side.

        Args:
            kernels: what to tune.
            blocks: the largest block that a kernel is ever launched with, where that is known.
            progress: called with a line before each compilation.
            clock: runs a choice and says how many seconds it took; compiled only when None.
        """
        wanted = list(kernels)
        tried: dict[tuple[str, str], dict[Choice, list[KernelCode]]] = {}
        offered = {
            (one.name, one.arch): list(
                choices(
                    processor_of(one.arch),
                    max(instance.usage.max_block for instance in one.instances),
                    blocks(one),
                    one.spills > 0,
                    one.waves[1],
                )
            )
            for one in wanted
        }
        for unit, arch in sorted({(i.unit, k.arch) for k in wanted for i in k.instances}):
            variants = self._variants(unit, arch)
            here = [one for one in wanted if one.arch == arch]
            every = dict.fromkeys(c for one in here for c in offered[one.name, arch])
            asked = [
                {
                    instance.usage.symbol: choice
                    for one in here
                    if choice in offered[one.name, arch]
                    for instance in one.instances
                    if instance.unit == unit
                }
                for choice in every
            ]
            progress(f"{unit} {arch}: {listed([str(choice) for choice in every], len(every))}")
            names = [f"variant{number}" for number in range(len(asked))]
            with ThreadPoolExecutor(self.jobs or os.cpu_count()) as pool:
                every_read = list(pool.map(variants.read, asked, names))
            for choice, symbols, found in zip(every, asked, every_read, strict=True):
                for read in found:
                    if read.usage.symbol in symbols:
                        key = (base_name(read.usage.name), arch)
                        tried.setdefault(key, {}).setdefault(choice, []).append(read)
        return [self._best(one, tried[one.name, one.arch], clock) for one in wanted]

    def _best(
        self,
        kernel: Kernel,
        tried: dict[Choice, list[KernelCode]],
        clock: Callable[[Kernel, Choice], float] | None,
    ) -> Tuned:
        found = [candidate(choice, kernels) for choice, kernels in tried.items()]
        if clock is not None:
            found = [timed(one, clock(kernel, one.choice)) for one in found]
        return Tuned(kernel, tuple(found), best(found))

    def _variants(self, source: str, arch: str) -> Variants:
        root = self.report.root
        units = find_units(root, (), self.toolchain.include_dirs, None, None, arch)
        unit = next(one for one in units if one.source == source)
        folder = self.report.folder / "tuning"
        torch = torch_headers() if unit.uses_torch else None
        commands = Commands(self.toolchain, root, folder, [arch], torch)
        output = folder / source / arch / "module.ll"
        return Variants(self.toolchain, commands.device_ir(unit, arch, output), arch)


def _is_defined_in(root: Path, usage: KernelUsage) -> bool:
    place = usage.place.rpartition(":")[0]
    return bool(place) and real_path(Path(place)).is_relative_to(root)


def timed(one: Candidate, seconds: float) -> Candidate:
    """Return a candidate with what a clock said."""
    return replace(one, seconds=seconds)


def chosen(kernels: Iterable[Kernel], patterns: Sequence[str], every: bool) -> list[Kernel]:
    """Return the kernels to tune: those that spill, those that are named, or all."""
    return [
        one
        for one in kernels
        if every
        or (not patterns and one.spills > 0)
        or any(
            fnmatchcase(one.name, pattern) or fnmatchcase(one.name.rpartition("::")[2], pattern)
            for pattern in patterns
        )
    ]
