"""Breaks the port of warp_kit on purpose and counts how often `porter verify` notices.

    python -m benchmarks.mutations --most 2 [SOURCE...]

For each mutant the kernel cases of its source are run as gfx1100 and gfx942, then its program. It
is *killed* when a check fails; *equivalent* when it compiles to the same device code for both, or
when benchmarks/equivalent_mutants.toml says why it changes no result; else it *survived*.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.mutants import Mutant, mutants
from porter.errors import PorterError
from porter.execute.cpu.compilation import Compiler
from porter.project.settings.settings import ProjectSettings, read
from porter.verify.kernel import inputs
from porter.verify.kernel import kind as kernels
from porter.verify.kernel import recording as array_recording
from porter.verify.kernel.check import KernelCheck
from porter.verify.kernel.reference import KernelReferenceSource
from porter.verify.kernel.run import KernelRun
from porter.verify.options import Options, Ref
from porter.verify.place import Cpu
from porter.verify.program import kind as programs
from porter.verify.program.check import ProgramCheck

ROOT = Path(__file__).parents[1]
ARCHS = ("gfx1100", "gfx942")
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
#: The project with the mutant: with recordings of kernels by the executor, and of programs.
Sides = tuple[ProjectSettings, ProjectSettings]
#: Seconds: a mutant may wait for ever.
_TIMEOUT = 240


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant: killed, equivalent, survived or invalid, and how that was found."""

    source: str
    mutant: Mutant
    state: str
    how: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=2, help="mutants of an operator in a source")
    parser.add_argument("sources", nargs="*", help="sources of warp_kit; all by default")
    given = parser.parse_args()
    (project,) = (p for p in read(ROOT).projects if p.name == "warp_kit")
    os.environ["PORTER_CPU_SPIN_SECONDS"] = "5"
    results = []
    for result in run(project, given.sources, given.most):
        results.append(result)
        m = result.mutant
        print(f"{result.state:10} {result.source}:{m.line} {m.operator}: {m.before!r} -> "
              f"{m.after!r}: {result.how}", flush=True)  # fmt: skip
    print("\n".join(table(results)))


def run(project: ProjectSettings, sources: list[str], most: int) -> Iterator[Result]:
    """Yield what becomes of each mutant."""
    with tempfile.TemporaryDirectory(prefix="porter-mutations-") as directory:
        work = Path(directory) / "port"
        shutil.copytree(project.port, work)
        kept = replace(project, port=work, recordings=Path(directory) / "recordings")
        sides = (kept, replace(project, port=work))
        chosen = sources or [case.source for case in project.programs]
        problem = isolated(partial(record, kept, chosen))
        if problem:
            raise SystemExit(f"the reference cannot be had: {problem}")
        for source in chosen:
            path = work / source
            original = path.read_text("utf-8")
            before = {arch: isolated(partial(code, path, arch)) for arch in ARCHS}
            for mutant in mutants(original, most):
                path.write_text(mutant.text, "utf-8")
                yield Result(source, mutant, *judge(sides, source, mutant, before))
            path.write_text(original, "utf-8")


def judge(
    sides: Sides, source: str, mutant: Mutant, before: Mapping[str, bytes | str]
) -> tuple[str, str]:
    """Return what becomes of a mutant and how that was found."""
    path = sides[0].port / source
    is_changed = False
    for arch in ARCHS:  # one after the other: most mutants fall at the first
        after = isolated(partial(code, path, arch))
        if isinstance(after, str):
            return "invalid", after.splitlines()[0]
        if after == before[arch]:
            continue
        is_changed = True
        found = isolated(partial(first_failure, kernels.checks(sides[0], (Cpu(arch),)), source))
        if found:
            return "killed", f"{arch}: {found.splitlines()[0][:150]}"
    if not is_changed:
        return "equivalent", "the same device code on both architectures"
    for arch in ARCHS:
        found = isolated(partial(first_failure, programs.checks(sides[1], (Cpu(arch),)), source))
        if found:
            return "killed", f"{arch}: {found.splitlines()[0][:150]}"
    for entry in tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", []):
        key = (entry["source"], entry["operator"], entry["before"], entry["line"])
        if key == (source, mutant.operator, mutant.before, mutant.line):
            return "equivalent", entry["reason"]
    return "survived", ""


def code(path: Path, arch: str) -> bytes:
    """Return the device code of a source as the executor runs it."""
    return Compiler.default(arch).device_object(path).read_bytes()


def record(project: ProjectSettings, sources: list[str]) -> str:
    """Keep what CUDA's side of the kernel cases gives on the executor."""
    for case in project.kernels:
        if case.source not in sources:
            continue
        runs = {}
        for point in case.points():
            for index, seed in enumerate(case.seeds):
                run = KernelRun.numbered(project, case, point, index)
                expected = KernelReferenceSource(run, _TIMEOUT).on_cpu().result
                key = array_recording.run_key(point, seed)
                runs[key] = (inputs.digest(run.values()), expected.arrays)
        array_recording.store(project.recordings, case, runs, expected.provenance)
    return ""


def first_failure(checks: Iterator[KernelCheck | ProgramCheck], source: str) -> str:
    """Return why the first check of a source fails; empty when all pass."""
    for check in checks:
        if check.case.source != source:
            continue
        verdict = check.run(Options(Ref.RECORDED, timeout=60))
        if not verdict.passed:
            place = f"{verdict.case} {verdict.point}: "
            return place + (verdict.problem or f"{verdict.differences[0].place}: "
                            f"{verdict.differences[0].reason}")  # fmt: skip
    return ""


def isolated(work: Callable[[], Any]) -> Any:
    """Do something in a process of its own; a text says that it failed, and why."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)

    def call() -> None:
        try:
            theirs.send(work())
        except PorterError as error:
            theirs.send(f"failed: {error}")

    process = context.Process(target=call)
    process.start()
    theirs.close()
    try:
        answer = ours.recv() if ours.poll(_TIMEOUT) else "it did not end"
    except EOFError:
        process.join()
        answer = f"it crashed (exit status {process.exitcode})"
    process.kill()
    process.join()
    return answer


def table(results: list[Result]) -> Iterator[str]:
    """Yield the score as Markdown: a row an operator."""
    states = ("killed", "equivalent", "survived", "invalid")
    yield "| mistake | mutants | killed | equivalent | survived | do not compile |"
    yield "|---|--:|--:|--:|--:|--:|"
    counts = Counter((r.mutant.operator, r.state) for r in results)
    for operator in [*dict.fromkeys(r.mutant.operator for r in results), "all"]:
        own = [
            sum(n for (name, s), n in counts.items() if s == state and operator in (name, "all"))
            for state in states
        ]
        yield f"| {operator} | {sum(own)} | {' | '.join(map(str, own))} |"
    killed, survived = (sum(r.state == state for r in results) for state in ("killed", "survived"))
    if killed + survived:
        score = 100 * killed / (killed + survived)
        yield f"\nscore: {killed} of {killed + survived} that change results, {score:.1f} %"


if __name__ == "__main__":
    main()
