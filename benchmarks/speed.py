"""How long a conversion takes, and how much memory, side by side with porter's peers.

    python -m benchmarks.speed [--large] [--jobs 2] [--json FILE] [--hipify-torch CHECKOUT]

The tree holds the C, C++ and CUDA files of the archives of `corpora.py` and of xformers, at least
20 MB; CUTLASS, which xformers carries along, makes it the large one. All converters get the same
tree, vendored code included. hipify-perl starts anew for every file, so it is given a sample and
told by the megabyte. hipify_torch is on no index: it is measured from a checkout of its repository,
ROCm/hipify_torch. Memory is the largest sum of the proportional set sizes of a converter's
processes, sampled every 20 ms; short runs are timed without the sampling, and repeated with it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks.corpora import ARCHIVES, Archive, fetch
from porter.errors import PorterError
from porter.source.text.languages import Language, language_of
from porter.toolchain.discovery import hipify_perl
from porter.toolchain.home import Prefix, porter_home

#: Large, and CUDA throughout: it carries CUTLASS and flash-attention along.
XFORMERS = Archive(
    "xformers", "0.0.35", "f7fc183a58e4bf0e2ae339a18fb1b1d4a37854c0f2545b4f360fef001646ab76"
)
LEAST = 20_000_000
SAMPLE = 1_000_000
_INTERVAL = 0.02
BARE = "python -c 'import click'"
_HIPIFY = """\
import sys
from {module} import hipify
root = sys.argv[1]
hipify(project_directory=root, output_directory=root, includes=[root + "/*"], ignores=[],
       show_progress=False, is_pytorch_extension=True)
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one command took.

    Attributes:
        what: the converter and the case.
        megabytes: of sources it was given.
        seconds: wall time.
        processor_seconds: time of all its processes.
        memory: largest memory of all its processes together, in MB.
    """

    what: str
    megabytes: float
    seconds: float
    processor_seconds: float
    memory: float


def make_tree(folder: Path, *, large: bool) -> float:
    """Fill `folder` with sources; return how many megabytes they are.

    Args:
        folder: the tree.
        large: with CUTLASS.

    Raises:
        PorterError: an archive cannot be had, or they are too few.
    """
    total = 0
    for each in (*ARCHIVES, XFORMERS):
        root = fetch(each)
        for path in sorted(root.rglob("*")):
            is_source = path.is_file() and not path.is_symlink()
            is_source &= large or "cutlass" not in path.relative_to(root).parts
            if is_source and language_of(path.name) is Language.CUDA:
                target = folder / each.name / path.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
                total += target.stat().st_size
    if total < LEAST:
        raise PorterError(f"the tree has {total / 1e6:.1f} MB of sources, not {LEAST / 1e6:.0f}")
    return total / 1e6


def measure(
    what: str,
    megabytes: float,
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    sample: bool = True,
) -> Measured:
    """Run a command to its end and measure it.

    Args:
        what: the converter and the case.
        megabytes: of sources it is given.
        command: its words.
        environment: variables beside the usual ones.
        sample: measure the memory, too.

    Raises:
        PorterError: it failed.
    """
    before = os.times()
    started = time.perf_counter()
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(
            command,
            stdout=told,
            stderr=told,
            env={**_usual(), **(environment or {})},
            start_new_session=True,
        )
        peak = 0
        while sample and process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(_INTERVAL)
        process.wait()
        seconds = time.perf_counter() - started
        if process.returncode != 0:
            told.seek(0)
            last = told.read().decode("utf-8", "replace").splitlines()[-5:]
            raise PorterError(f"{what} failed", hint="\n".join(last))
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Measured(what, megabytes, seconds, used, peak / 1e3)


def _usual() -> dict[str, str]:
    """Return the environment, in which Python keeps what it compiled, as it does unless told."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _memory(session: int) -> int:
    """Return the memory of all processes of a session in kB, shared pages counted once."""
    total = 0
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            if os.getsid(int(entry.name)) == session:
                for line in Path(entry.path, "smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1])
        except (OSError, ValueError):
            continue
    return total


def porter_runs(tree: Path, megabytes: float, scratch: Path, jobs: int) -> list[Measured]:
    """Measure porter cold, with nothing changed, and with one file changed."""
    home = {"PORTER_HOME": str(scratch / "home")}
    console_script = Path(sys.executable).with_name("porter")
    base = [str(console_script), "convert", str(tree), "--vendored"]
    base += ["--rocm", "6.4", "--jobs", str(jobs)]
    cold = measure(
        f"porter, cold, {jobs} processes",
        megabytes,
        [*base, "--no-cache", "--out", str(scratch / "cold")],
        home,
    )
    warm = [*base, "--out", str(scratch / "port")]
    measure("porter, filling the cache", megabytes, warm, home)
    for folder in (tree, scratch / "port"):
        _age(folder)
    measure("porter, once more", megabytes, warm, home)
    same = _repeated("porter, nothing changed", megabytes, warm, home, lambda number: None)
    (path,) = tree.glob("gsplat/gsplat/cuda/csrc/RasterizeToPixels3DGSBwd.cu")

    def change(number: int) -> None:
        with path.open("a") as stream:
            stream.write(f"// {number}\n")

    one = _repeated("porter, one file changed", megabytes, warm, home, change)
    return [cold, same, one, bare(home)]


def bare(home: Mapping[str, str]) -> Measured:
    """Measure a Python that does nothing but import click, which every command of porter does."""
    words = [sys.executable, "-c", "import click"]
    return _repeated(BARE, 0.0, words, home, lambda number: None)


def _repeated(
    what: str,
    megabytes: float,
    command: Sequence[str],
    environment: Mapping[str, str],
    before: Callable[[int], None],
) -> Measured:
    """Return the run of median wall time out of nine, with the memory of a tenth."""
    runs = []
    for number in range(9):
        before(number)
        runs.append(measure(what, megabytes, command, environment, sample=False))
    before(len(runs))
    memory = measure(what, megabytes, command, environment).memory
    middle = statistics.median_low(run.seconds for run in runs)
    return replace(next(run for run in runs if run.seconds == middle), memory=memory)


def _age(folder: Path) -> None:
    """Make files look an hour old, as those of a checkout are: their signatures are trusted."""
    then = time.time() - 3600
    for path in folder.rglob("*"):
        os.utime(path, (then, then), follow_symlinks=False)


def torch_hipify(tree: Path, megabytes: float, scratch: Path) -> Measured:
    """Measure torch.utils.hipify, which works in place and in one process."""
    copy = scratch / "torch"
    shutil.copytree(tree, copy)
    script = _HIPIFY.format(module="torch.utils.hipify.hipify_python")
    return measure("torch.utils.hipify", megabytes, [sys.executable, "-P", "-c", script, str(copy)])


def hipify_torch(tree: Path, megabytes: float, scratch: Path, checkout: Path) -> Measured:
    """Measure hipify_torch, the same in a package of its own, which does without PyTorch."""
    copy = scratch / "hipify_torch"
    shutil.copytree(tree, copy)
    script = _HIPIFY.format(module="hipify_torch.hipify_python")
    command = [sys.executable, "-P", "-c", script, str(copy)]
    return measure("hipify_torch", megabytes, command, {"PYTHONPATH": str(checkout)})


def perl(tree: Path, scratch: Path) -> Measured | None:
    """Measure hipify-perl on a sample of CUDA files; None when it is not installed."""
    tool = hipify_perl(Prefix(porter_home()))
    if tool is None:
        return None
    sample, total = [], 0
    for path in sorted(tree.rglob("*.cu")):
        if total < SAMPLE:
            sample.append(str(path))
            total += path.stat().st_size
    script = 'for f in "$@"; do perl "$0" -quiet-warnings -o="$OUT" "$f" || true; done'
    environment = {"OUT": str(scratch / "perl.out")}
    command = ["sh", "-c", script, str(tool), *sample]
    return measure("hipify-perl, on a sample", total / 1e6, command, environment)


def table(runs: Sequence[Measured]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| | MB | s | s of processor | MB/s | memory, MB |", "|--|--:|--:|--:|--:|--:|"]
    for run in runs:
        lines.append(
            f"| {run.what} | {run.megabytes:.1f} | {run.seconds:.2f} | "
            f"{run.processor_seconds:.2f} | {run.megabytes / run.seconds:.2f} | {run.memory:.0f} |"
        )
    return "\n".join(lines)


def ratios(runs: Sequence[Measured]) -> str:
    """Return how the runs stand to one another, which a busy machine changes least."""
    seconds = {run.what: run.seconds for run in runs}
    processor = {run.what: run.processor_seconds for run in runs}
    lines = []
    for what in seconds:
        if what.startswith("porter, cold"):
            peer = "torch.utils.hipify"
        elif what.startswith("porter"):
            peer = BARE
        else:
            continue
        if peer in seconds:
            wall = seconds[what] / seconds[peer]
            busy = processor[what] / processor[peer]
            lines.append(f"{what}: {wall:.2f} of {peer} ({busy:.2f} of its processor time)")
    return "\n".join(lines)


def main() -> None:
    """Measure all and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="with CUTLASS, 53 MB")
    parser.add_argument("--jobs", type=int, default=2, help="porter's processes")
    parser.add_argument("--hipify-torch", type=Path, help="a checkout of ROCm/hipify_torch")
    parser.add_argument("--json", type=Path, help="write the figures here, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        tree = scratch / "tree"
        megabytes = make_tree(tree, large=arguments.large)
        runs = porter_runs(tree, megabytes, scratch, arguments.jobs)
        runs.append(torch_hipify(tree, megabytes, scratch))
        if arguments.hipify_torch is not None:
            runs.append(hipify_torch(tree, megabytes, scratch, arguments.hipify_torch))
        sampled = perl(tree, scratch)
        runs += [sampled] if sampled is not None else []
    print(table(runs))
    print(ratios(runs))
    if sampled is None:
        print("hipify-perl is not installed and was not measured")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(run) for run in runs], indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except PorterError as error:
        sys.exit(f"error: {error}")
