"""Parity of projects that nobody prepared: new project, sync, verify, nothing else.

    python -m benchmarks.first_try FOLDER… [--ref REF] [--on PLACE] [--within SECONDS]
        [--stop SECONDS] [--limit SECONDS] [--jobs N] [--kept FILE]

Each folder is a project with CUDA code. It is copied, `porter new project`, `porter sync` and
`porter verify --ref cuda` are run on the copy, and a line says how many cases were found, how many
were compared, how many are the same, and how many of the port's kernels ran; at the end all of it
is a table. `porter verify` begins no case when runs took `--within`, building apart, and is
stopped after `--stop`, with the building of CUDA's side in it; cases that were told by then count.
With `--kept` a run that was stopped goes on where it was: a row that is in the file is not measured
again, until it is taken out.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import NamedTuple

from benchmarks.first_try.row import Row, table
from porter.processes.captured import Ended
from porter.processes.group import run_in_group


class Way(NamedTuple):
    """How projects are verified.

    Attributes:
        ref: CUDA's side, as for `porter verify`.
        on: where the ports run, as for `porter verify`.
        within: seconds after which no further case is begun.
        stop: seconds after which a command is stopped.
        limit: seconds that CUDA's side of a program may run; None for porter's own.
    """

    ref: str
    on: str
    within: float
    stop: float
    limit: float | None

    @property
    def words(self) -> list[str]:
        """The command."""
        words = ["verify", "--ref", self.ref, "--on", self.on]
        words += ["--within", f"{self.within:g}"]
        words += [] if self.limit is None else ["--limit", f"{self.limit:g}"]
        return [*words, "--json"]


def first_try(folder: Path, way: Way) -> Row:
    """Run the three commands on a copy of a project."""
    start = time.monotonic()
    name, revision = _name(folder), _revision(folder)

    def stopped(status: int, why: str) -> Row:
        return Row.stopped(name, revision, status, why, time.monotonic() - start)

    with tempfile.TemporaryDirectory(prefix="first-try-") as directory:
        here = Path(directory)
        shutil.copytree(folder, here / folder.name, symlinks=True, ignore_dangling_symlinks=True,
                        ignore=shutil.ignore_patterns(".git"))  # fmt: skip
        for words in (["new", "project", folder.name, "port"], ["sync"]):
            done = _porter(here, words, way.stop)
            if done.timed_out or done.returncode:
                said = "took too long" if done.timed_out else _first_line(done)
                return stopped(done.returncode, f"porter {words[0]}: {said}")
        done = _porter(here, way.words, way.stop)
    if done.timed_out:
        why = f"porter verify took longer than {way.stop:.0f} s"
        return Row.of_told(name, revision, done.stderr, why, time.monotonic() - start)
    try:
        verdicts = json.loads(done.stdout or "[]")
    except ValueError:
        return stopped(done.returncode, f"porter verify: {_first_line(done)}")
    if not verdicts:
        return stopped(done.returncode, _first_line(done))
    return Row.of(name, revision, done.returncode, verdicts, time.monotonic() - start)


def _porter(folder: Path, words: list[str], timeout: float) -> Ended:
    command = [sys.executable, "-m", "porter", *words]
    return run_in_group(command, timeout=timeout, cwd=folder)


def _first_line(done: Ended) -> str:
    return next(iter((done.stderr or done.stdout).strip().splitlines()), "")


def _revision(folder: Path) -> str:
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    if not (folder / ".git").exists():
        return ""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout[:7]


def _kept(path: Path | None) -> dict[str, Row]:
    if path is None or not path.exists():
        return {}
    return {one["name"]: Row(**one) for one in json.loads(path.read_text("utf-8"))}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--ref", default="cuda")
    parser.add_argument("--on", default="hip:cpu:gfx942,gfx1100")
    parser.add_argument("--within", type=float, default=1800, metavar="SECONDS")
    parser.add_argument("--stop", type=float, metavar="SECONDS", help="by default thrice --within")
    parser.add_argument("--limit", type=float, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="projects at once")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="where rows are kept")
    arguments = parser.parse_args()
    stop = arguments.stop or 3 * arguments.within
    way = Way(arguments.ref, arguments.on, arguments.within, stop, arguments.limit)
    rows = _kept(arguments.kept)
    new = [folder for folder in arguments.folders if _name(folder) not in rows]
    with ThreadPool(arguments.jobs) as pool:
        for row in pool.imap_unordered(partial(first_try, way=way), new):
            rows[row.name] = row
            print(row.line, *(f"  {reason}" for reason in row.reasons), sep="\n", flush=True)
            if arguments.kept:
                lines = [one._asdict() for one in rows.values()]
                arguments.kept.write_text(json.dumps(lines, indent=1) + "\n", "utf-8")
    print("", table([rows[_name(folder)] for folder in arguments.folders]), sep="\n")


def _name(folder: Path) -> str:
    return folder.name.replace("+", "/", 1)


if __name__ == "__main__":
    main()
