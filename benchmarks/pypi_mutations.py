"""Mistakes in ports of PyTorch extensions: found by upstream's tests, by drafted cases, by both.

    python -m benchmarks.pypi_mutations FOLDER --tests test [--most 1] [--sample 4] [SOURCE...]
        [--draw N --seed S] [--kept FILE] [--jobs N] [--ref cuda:gpu]

FOLDER is a CUDA project with tests of its own. It is converted, `porter new cases` drafts its
cases, and nothing of either is edited. Each mutant of the port's device code is judged twice: by
upstream's tests unchanged (`porter run --on cpu -- pytest`, each function with a sample of its
parameters), and by the drafted cases (`porter verify`, CUDA's side on the executor or, with `--ref
cuda:gpu`, on a GPU) that do not differ without a mistake. Device code is compiled fast
(`PORTER_CPU_OPTIMIZE=0`); both are run as one architecture. With `--draw N` N mutants of all are
drawn by a seed, with `--jobs N` N are judged at once, each in a copy of its own; with `--kept FILE`
a run that was stopped goes on where it was, in folders beside the file.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from benchmarks.general_mutants import GENERAL
from benchmarks.judged_mutants import Judged, Kept
from benchmarks.mutants import Mutant, mutants

_PORT, _CASES = "port", "cases.py"
#: Seconds of one run of tests or cases: a mutant may wait for ever.
_TIMEOUT = 900


@dataclass(frozen=True)
class Trial:
    """A project with its port and the two judges.

    Attributes:
        work: the folder in which all of it lies.
        name: of the project's folder there.
        tests: what pytest is given.
        sample: parameters of each test function.
        points: of each drafted case.
        arch: that the port runs as.
        ref: where CUDA's side of the cases runs.
    """

    work: Path
    name: str
    tests: tuple[str, ...]
    sample: int
    points: int
    arch: str
    ref: str

    def prepare(self) -> None:
        """Convert the project and draft its cases."""
        for words in (["new", "project", self.name, _PORT], ["sync"],
                      ["new", "cases", self.name, "--points", str(self.points),
                       "--out", _CASES]):  # fmt: skip
            done = self._porter(self.work, words)
            if done.returncode:
                raise SystemExit(f"porter {' '.join(words)}: {done.stderr or done.stdout}")
        toml = self.work / "porter.toml"
        line = f'cases = "{_CASES}"\n'
        said = toml.read_text("utf-8")
        head = "[project.verify]\n"
        toml.write_text(said.replace(head, head + line) if head in said
                        else f"{said}\n{head}{line}", "utf-8")  # fmt: skip

    def by_tests(self) -> str:
        """Return the first of upstream's tests that fails; empty when all pass."""
        words = ["run", "--on", "cpu", "--arch", self.arch, "--timeout", str(_TIMEOUT), "--",
                 "pytest", "-x", "-q", "-p", "no:cacheprovider", "--porter-sample",
                 str(self.sample), *self.tests]  # fmt: skip
        done = self._porter(self.work / _PORT, words)
        lines = (done.stdout + done.stderr).strip().splitlines()
        if done.returncode == 0:
            return ""
        return next((line for line in lines if line.startswith(("FAILED", "ERROR"))),
                    lines[-1] if lines else f"exit status {done.returncode}")  # fmt: skip

    def by_cases(self, but: Collection[str] = ()) -> str:
        """Return the first of the drafted cases that differs; empty when none does.

        Args:
            but: cases that differ without a mistake, such as by the choice among equals.
        """
        return next(iter(self.differing(but).values()), "")

    def differing(self, but: Collection[str] = ()) -> dict[str, str]:
        """Return what the first difference of each drafted case is."""
        words = ["verify", "--ref", self.ref, "--on", f"hip:cpu:{self.arch}", "--json"]
        done = self._porter(self.work, words)
        try:
            verdicts: list[dict[str, Any]] = json.loads(done.stdout)
        except ValueError:
            return {"": f"exit status {done.returncode}: {done.stderr.strip()[-200:]}"}
        if not any(one["is_compared"] for one in verdicts):
            return {"": f"nothing is compared: {verdicts[0]['problem'] if verdicts else 'no case'}"}
        found: dict[str, str] = {}
        for one in verdicts:
            if one["case"] in but:
                continue
            said = one["problem"] if one["problem"].startswith("port") else ""
            if one["is_compared"] and not one["passed"] and one["differences"]:
                said = one["differences"][0]["place"]
            if said:
                found.setdefault(one["case"], f"{one['case']} {one['point']}: {said}")
        return found

    def judged(self, source: str, mutant: Mutant, but: Collection[str]) -> Judged:
        """Return what both judges say of a mutant, which is gone again then.

        Args:
            source: of the port, in which it is.
            mutant: to be judged.
            but: cases that differ without a mistake.
        """
        path = self.work / _PORT / source
        original = path.read_text("utf-8")
        path.write_text(mutant.text, "utf-8")
        try:
            return Judged(source, mutant, self.by_tests(), self.by_cases(but))
        finally:
            path.write_text(original, "utf-8")

    def _porter(self, folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PORTER_CPU_OPTIMIZE": "0", "PORTER_CPU_SPIN_SECONDS": "10"}
        return subprocess.run(
            [sys.executable, "-m", "porter", *words], cwd=folder, env=environment,
            capture_output=True, text=True, timeout=3 * _TIMEOUT, check=False,
        )  # fmt: skip


def drawn(
    trial: Trial, sources: Sequence[str], most: int, draw: int | None, seed: int
) -> list[tuple[str, Mutant]]:
    """Return the mutants of the port's sources, or as many of them as are to be drawn."""
    port = trial.work / _PORT
    chosen = [*sources] or sorted(str(path.relative_to(port)) for path in port.rglob("*.cu")
                                  if ".porter" not in path.parts)  # fmt: skip
    found = [(source, mutant) for source in chosen
             for mutant in mutants((port / source).read_text("utf-8"), most, GENERAL)]  # fmt: skip
    print(f"{len(found)} mutants in {len(chosen)} sources", flush=True)
    if draw is None or draw >= len(found):
        return found
    return random.Random(seed).sample(found, draw)


def run(
    trials: Sequence[Trial], found: Sequence[tuple[str, Mutant]], kept: Kept
) -> Iterator[Judged]:
    """Yield what becomes of each mutant: of those that are kept, then of others as they end.

    Args:
        trials: copies of one project; a mutant is judged in each at a time.
        found: a source and a mutant of it.
        kept: what is known already.
    """
    if kept.differing is None:
        if problem := trials[0].by_tests():
            raise SystemExit(f"without a mistake: {problem}")
        differing = trials[0].differing()
        if "" in differing:
            raise SystemExit(f"without a mistake: {differing['']}")
        kept.keep_differing(differing)
    but = kept.differing or {}
    for said in but.values():
        print(f"left out, as it differs without a mistake: {said[:160]}", flush=True)
    free: SimpleQueue[Trial] = SimpleQueue()
    for trial in trials:
        free.put(trial)

    def judged(source: str, mutant: Mutant) -> Judged:
        trial = free.get()
        try:
            return trial.judged(source, mutant, but)
        finally:
            free.put(trial)

    known = [kept.of(source, mutant) for source, mutant in found]
    yield from (one for one in known if one)
    with ThreadPoolExecutor(len(trials)) as pool:
        ahead = [pool.submit(judged, *one) for one, old in zip(found, known, strict=True)
                 if not old]  # fmt: skip
        for done in as_completed(ahead):
            kept.keep(done.result())
            yield done.result()


def table(results: Sequence[Judged]) -> Iterator[str]:
    """Yield the counts as Markdown: a row a kind of mistake."""
    judges = ("tests", "cases", "both", "neither")
    yield "| mistake | mutants | by tests alone | by cases alone | by both | by neither |"
    yield "|---|--:|--:|--:|--:|--:|"
    counts = Counter((one.mutant.operator, one.found_by) for one in results)
    for name in dict.fromkeys(one.mutant.operator for one in results):
        own = [counts[name, judge] for judge in judges]
        yield f"| {name} | {sum(own)} | {' | '.join(map(str, own))} |"
    total = Counter(one.found_by for one in results)
    yield f"| all | {len(results)} | {' | '.join(str(total[judge]) for judge in judges)} |"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("sources", nargs="*", help="relative to the port; by default all .cu files")
    parser.add_argument("--tests", action="append", required=True)
    parser.add_argument("--most", type=int, default=1, help="mutants of a kind in a source")
    parser.add_argument("--sample", type=int, default=4)
    parser.add_argument("--points", type=int, default=8)
    parser.add_argument("--draw", type=int, metavar="N", help="mutants, drawn of all by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--arch", default="gfx942")
    parser.add_argument("--ref", default="cuda:cpu", help="of the cases, as porter verify has it")
    parser.add_argument("--jobs", type=int, default=1, help="mutants that are judged at once")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where results are kept")
    given = parser.parse_intermixed_args()
    results = []
    with _folder(given.kept) as work:
        trials = [_trial(work / str(number), given) for number in range(given.jobs)]
        found = drawn(trials[0], given.sources, given.most, given.draw, given.seed)
        for result in run(trials, found, Kept(given.kept)):
            results.append(result)
            m = result.mutant
            print(f"{result.found_by:8} {result.source}:{m.line} {m.operator}: {m.before!r} -> "
                  f"{m.after!r}\n         tests: {result.tests[:160]}\n"
                  f"         cases: {result.cases[:160]}", flush=True)  # fmt: skip
    print("\n".join(table(results)))


def _trial(work: Path, given: argparse.Namespace) -> Trial:
    shutil.copytree(given.folder, work / given.folder.name, symlinks=True,
                    ignore=shutil.ignore_patterns(".git"))  # fmt: skip
    trial = Trial(work, given.folder.name, tuple(given.tests), given.sample, given.points,
                  given.arch, given.ref)  # fmt: skip
    trial.prepare()
    return trial


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    """Give an empty folder: beside what is kept, so that objects of the last run fit."""
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="pypi-mutations-") as directory:
            yield Path(directory)
        return
    work = kept.with_suffix(".work").absolute()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    yield work


if __name__ == "__main__":
    main()
