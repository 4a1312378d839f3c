"""Public CUDA programs as their authors wrote them: configured, built, run, judged.

    python -m benchmarks.originals FOLDER… [--json FILE]                  # on the cpu executor
    python3 -m benchmarks.originals FOLDER… --on gpu --json FILE          # on a GPU, with its nvcc
    python -m benchmarks.originals FOLDER… --beside FILE                  # values as those of a GPU
    python -m benchmarks.originals FOLDER… --port gfx942                  # porter's ports, on it

Below each folder, every `CMakeLists.txt` with a `project` is a project, and so is every Makefile
in a folder without one. Each is copied, built by itself, and all programs that its build made are
run: by `make run` where the Makefile has that, so with its author's arguments, else without any.
`--every N` takes each N-th project, `--only` those whose folder matches. `--light` takes a third of
the bits from each whole number above 63 that `make run` gives a program: sizes and repetitions are
chosen for GPUs. A program passes where it ends with 0, reports no failure and, with `--beside`,
prints what it printed on the GPU. On a GPU this needs Python alone, not porter.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

STAGES = ("found", "configured", "built", "ran", "passed")
_PROJECT = re.compile(r"^\s*project\s*\(", re.MULTILINE | re.IGNORECASE)
_FAILURE = re.compile(r"\b(?:FAIL(?:ED|URE)?|mismatch|wrong result|incorrect)\b", re.IGNORECASE)
_NO_FAILURE = re.compile(r"\b(?:0|no|without) (?:fail|mismatch)", re.IGNORECASE)
_REASON = re.compile(r"(?i)\berror\b|undefined|could not|not found|no rule")
_LARGE = re.compile(r"(?<![\w.-])\d{2,}(?![\w.])")
_RUN = re.compile(r"^run\s*:", re.MULTILINE)
_LONGEST = 20_000  # characters of an output that are kept


class Outcome(NamedTuple):
    """What became of a program, or of a project that made none.

    Attributes:
        name: the project's folder, and the program.
        stage: how far it came, of `STAGES`.
        status: the exit status of what ended it.
        output: what that said.
        reason: why it came no further.
    """

    name: str
    stage: str
    status: int
    output: str
    reason: str = ""


def found(root: Path, only: str = "") -> Iterator[Path]:
    """Return the projects below a folder that match, outermost first, none inside another."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in (".git", "build"))
        here = Path(folder)
        is_wanted = re.search(only, here.relative_to(root).as_posix())
        if is_wanted and (_is_cmake(here) or "Makefile" in files):
            names.clear()
            yield here


def _is_cmake(folder: Path) -> bool:
    listed = folder / "CMakeLists.txt"
    return listed.is_file() and bool(_PROJECT.search(listed.read_text("utf-8", "replace")))


def lighter(line: str) -> str:
    """Return a command with smaller numbers, powers of two of powers of two."""
    return _LARGE.sub(lambda found: str(_fewer_bits(int(found[0]))), line)


def _fewer_bits(number: int) -> int:
    return number >> number.bit_length() // 3 if number > 63 else number


def measured(
    root: Path,
    project: Path,
    variables: dict[str, str],
    arch: str,
    timeout: float,
    *,
    light: bool = False,
) -> list[Outcome]:
    """Build a project in a copy of its tree, and run its programs.

    Args:
        root: the tree, which may hold what the project includes.
        project: its folder there.
        variables: the environment to build in.
        arch: the architecture for CMake.
        timeout: seconds that a step may take.
        light: whether `make run` gives programs smaller numbers.
    """
    name = _name(root, project)
    with tempfile.TemporaryDirectory(prefix="original-") as scratch:
        tree = Path(scratch) / root.name
        shutil.copytree(root, tree, symlinks=True, ignore=shutil.ignore_patterns(".git", "*.o"))
        folder = tree / project.relative_to(root)
        out = folder / "build-here" if _is_cmake(folder) else folder
        steps = [("configured", ["cmake", "-S", ".", "-B", str(out),
                                 f"-DCMAKE_CUDA_ARCHITECTURES={arch}"]),
                 ("built", ["cmake", "--build", str(out)])]  # fmt: skip
        if out == folder:
            steps = [("built", ["make"])]
        before = set(_executables(folder))
        stage = "found" if out != folder else "configured"
        for reached, command in steps:
            status, output = _run(command, folder, variables, timeout)
            if status:
                return [Outcome(name, stage, status, output[-_LONGEST:], _reason(output))]
            stage = reached
        if out == folder and _RUN.search((folder / "Makefile").read_text("utf-8", "replace")):
            command = ["make", "run"]
            if light:
                _, lines = _run([*command, "--dry-run"], folder, variables, timeout)
                command = ["sh", "-ec", lighter(lines)]
            return [_ran(name, command, folder, variables, timeout)]
        programs = [path for path in _executables(folder) if path not in before]
        return _all_ran(name, stage, programs, variables, timeout)


def measured_port(root: Path, project: Path, arch: str, timeout: float) -> list[Outcome]:
    """Build a project of a port as its user would, for the executor, and run its programs.

    Args:
        root: the port of a tree.
        project: its folder there.
        arch: the architecture.
        timeout: seconds that a step may take.
    """
    name = _name(root, project)
    variables = {**os.environ, "PORTER_CPU_ARCH": arch}
    before = set(_executables(project))
    command = [sys.executable, "-m", "porter", "build", str(project), "--native"]
    command += ["--on", "cpu", "--arch", arch]
    if _is_cmake(project):
        command += ["--with", "cmake", "--folder", str(project / "build-here")]
    status, output = _run(command, project, variables, timeout)
    if status:
        stage = "configured" if "$ cmake --build" in output else "found"
        return [Outcome(name, stage, status, output[-_LONGEST:], _reason(output))]
    programs = [path for path in _executables(project) if path not in before]
    return _all_ran(name, "built", programs, variables, timeout)


def _name(root: Path, project: Path) -> str:
    return f"{root.name}/{project.relative_to(root)}"


def _all_ran(
    name: str, stage: str, programs: Sequence[Path], variables: dict[str, str], timeout: float
) -> list[Outcome]:
    return [
        _ran(f"{name}/{path.name}", [str(path)], path.parent, variables, timeout)
        for path in programs
    ] or [Outcome(name, stage, 0, "", "the build made no program")]


def _ran(
    name: str, command: Sequence[str], folder: Path, variables: dict[str, str], timeout: float
) -> Outcome:
    status, output = _run(command, folder, variables, timeout)
    kept = output.replace(str(folder), "")[:_LONGEST]
    if status:
        return Outcome(name, "built", status, kept, _reason(output))
    failure = next((line for line in output.splitlines()
                    if _FAILURE.search(line) and not _NO_FAILURE.search(line)), "")  # fmt: skip
    return Outcome(name, "ran" if failure else "passed", 0, kept, failure)


def _run(
    command: Sequence[str], folder: Path, variables: dict[str, str], timeout: float
) -> tuple[int, str]:
    with subprocess.Popen(command, cwd=folder, env=variables, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:  # fmt: skip
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with what make has started
            return 124, f"error: no end after {timeout:.0f} s"
    return process.returncode, output.decode("utf-8", "replace")


def _reason(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if _REASON.search(line)), lines[-1] if lines else "")[:200]


def _executables(root: Path) -> list[Path]:
    every = (path for path in sorted(root.rglob("*")) if "CMakeFiles" not in path.parts)
    return [path for path in every if path.is_file() and os.access(path, os.X_OK)
            and ".so" not in path.name and path.read_bytes()[:4] == b"\x7fELF"]  # fmt: skip


def compared(outcome: Outcome, recorded: Outcome | None) -> Outcome:
    """Take a program that passed back to "ran" where it printed other values than the GPU."""
    from porter.verify.comparison.output import compare_output

    if outcome.stage != "passed" or recorded is None or recorded.stage != "passed":
        return outcome
    result = compare_output(recorded.output, outcome.output, rtol=1e-4, atol=1e-4)
    if not result.differences:
        return outcome
    first = result.differences[0]
    reason = f"{first.place}: {first.reason} [{first.reference}] [{first.actual}]"
    return outcome._replace(stage="ran", reason=reason)


def _environment(on: str, scratch: Path) -> tuple[dict[str, str], str]:
    if on == "gpu":
        return dict(os.environ), "native"
    from porter.verify.program.cuda_folder import cuda_folder

    return {**os.environ, **cuda_folder(scratch / "cuda").variables}, "80"


def _port(root: Path, scratch: Path) -> Path:
    out = scratch / "ports" / root.name
    command = [sys.executable, "-m", "porter", "convert", str(root), "--out", str(out)]
    subprocess.run(command, capture_output=True, check=False)  # 1 where a person has to look
    return out


def _build_libraries(projects: Iterable[Path]) -> None:
    from porter.verify.program.cuda_folder import build_libraries_of

    for project in projects:
        build_libraries_of(project)


def main() -> None:
    """Measure; print a line a program, and how many came how far."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--on", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--port", metavar="ARCH", help="convert, and run on the cpu executor")
    parser.add_argument("--only", default="", help="projects whose folder matches this expression")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th of these")
    parser.add_argument("--light", action="store_true", help="smaller numbers for programs")
    parser.add_argument("--beside", type=Path, metavar="FILE", help="what a GPU printed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    recorded = {}
    if arguments.beside:
        rows = json.loads(arguments.beside.read_text("utf-8"))
        recorded = {row[0]: Outcome(*row) for row in rows}
    outcomes: list[Outcome] = []
    with (
        tempfile.TemporaryDirectory(prefix="originals-") as scratch,
        ThreadPoolExecutor(arguments.jobs) as pool,
    ):
        roots = [root.resolve() for root in arguments.folders]
        if arguments.port:
            roots = [_port(root, Path(scratch)) for root in roots]
        projects = [(root, one) for root in roots for one in found(root, arguments.only)]
        projects = projects[:: arguments.every]
        if arguments.port:
            jobs = [pool.submit(measured_port, root, one, arguments.port, arguments.timeout)
                    for root, one in projects]  # fmt: skip
        else:
            variables, arch = _environment(arguments.on, Path(scratch))
            if arguments.on == "cpu":
                _build_libraries(one for _, one in projects)
            jobs = [pool.submit(measured, root, one, variables, arch, arguments.timeout,
                                light=arguments.light)
                    for root, one in projects]  # fmt: skip
        for job in jobs:
            for one in job.result():
                known = recorded.get(one.name)
                judged = compared(one, known) if recorded else one
                outcomes.append(judged)
                beside = "" if known is None else f" (GPU: {known.stage})"
                print(f"{judged.name}: {judged.stage}{beside}  {judged.reason}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(outcomes, indent=1) + "\n")
    counts = Counter(one.name.partition("/")[0] for one in outcomes)
    print(f"\n{'':24}" + "".join(f"{stage:>12}" for stage in STAGES))
    for group in counts:
        these = [one for one in outcomes if one.name.partition("/")[0] == group]
        reached = [sum(STAGES.index(one.stage) >= i for one in these) for i in range(len(STAGES))]
        print(f"{group:24}" + "".join(f"{count:12}" for count in reached))


if __name__ == "__main__":
    main()
