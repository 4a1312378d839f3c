"""How long a conversion takes, and how much memory, side by side with porter's peers.

    python -m benchmarks.speed [--large] [--jobs 2] [--json FILE] [--hipify-torch CHECKOUT]

The tree holds the C, C++ and CUDA files of the archives of `corpora.py` and of xformers, at least
20 MB; CUTLASS, which xformers carries along, makes it the large one. All converters get the same
tree, vendored code included. hipify-perl starts anew for every file, so it is given a sample and
told by the megabyte. hipify_torch is on no index: it is measured from a checkout of its repository,
ROCm/hipify_torch. Memory is the largest sum of the proportional set sizes of a converter's
processes, sampled every 20 ms; short runs are timed without the sampling, and repeated with it.
Trees and ports are in memory, so that no disk is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from benchmarks.commands import Measured, folder_in_memory, make_tree, measure
from porter.errors import PorterError
from porter.toolchain.discovery import hipify_perl
from porter.toolchain.home import Prefix, porter_home

SAMPLE = 1_000_000
BARE = "python -c 'import click'"
_HIPIFY = """\
import sys
from {module} import hipify
root = sys.argv[1]
hipify(project_directory=root, output_directory=root, includes=[root + "/*"], ignores=[],
       show_progress=False, is_pytorch_extension=True)
"""


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
    with folder_in_memory() as name:
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
