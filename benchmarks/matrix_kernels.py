"""Ports files that multiply by tensor cores, and runs their launchers beside sums in double.

    python -m benchmarks.matrix_kernels FOLDER FILE... [--arch ARCH]...

FOLDER is a tree of CUDA code, FILE a source in it with launchers that take PyTorch's tensors:
products of matrices (three tensors), attention (four). Each file is ported with nothing edited,
built and run on the cpu executor, as CUDA and for each architecture. A row says whether porter
reported an error, and the greatest error of a launcher as a share of the greatest element.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source import Severity

HERE = Path(__file__).parent / "matrix_cores"
ARCHS = ("gfx90a", "gfx942", "gfx1100")
#: Half precision sums of 64 products, and attention of 128 tokens.
TOLERANCE = 0.02

_LAUNCHER = re.compile(r"^void (\w+)\(((?:torch::Tensor \w+,?\s*)+)([^)]*)\)\s*\{", re.MULTILINE)


def main() -> None:
    """Measure the files on the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--arch", action="append")
    parser.add_argument("--flag", action="append", default=[], help="the compiler's; -I of FOLDER")
    parser.add_argument("--timeout", type=int, default=900, help="seconds for one file and side")
    options = parser.parse_args()
    archs = ["cuda", *(options.arch or ARCHS)]
    print("| file | launchers | errors of the conversion |", " | ".join(archs), "|")
    print("|---|--:|---|", "|".join("---" for _ in archs), "|", sep="")
    for name in options.files:
        print(row(options.folder, name, archs, options.flag, options.timeout), flush=True)


def row(folder: Path, name: str, archs: list[str], flags: list[str], timeout: int) -> str:
    """Return the row of one file.

    Args:
        folder: the tree.
        name: the file, relative to it.
        archs: `cuda` and architectures of AMD's.
        flags: the compiler's; folders of inclusions are those of the tree.
        timeout: seconds for one build and run.
    """
    with tempfile.TemporaryDirectory() as scratch:
        source, port = Path(scratch, "source"), Path(scratch, "port")
        shutil.copytree(folder, source)
        launchers = list(_launchers((source / name).read_text(errors="replace")))
        (source / name).with_name("drive_main.cu").write_text(_driver(Path(name).name, launchers))
        shutil.copytree(HERE, source / "matrix_cores")
        result = write_port([source], Options(), Destination(OutputMode.OUT, port))
        errors = {
            located.finding.rule
            for path, located in result.findings
            if path == name and located.finding.severity is Severity.ERROR
        }
        cells = [
            _cell(source if arch == "cuda" else port, name, arch, flags, launchers, timeout)
            for arch in archs
        ]
    reported = ", ".join(sorted(errors)) or "none"
    return f"| {name} | {len(launchers)} | {reported} | {' | '.join(cells)} |"


def _launchers(text: str) -> Iterator[tuple[str, int]]:
    """Yield the functions that take tensors, with how many they take."""
    for match in _LAUNCHER.finditer(text):
        head = text[: match.start()].rstrip()
        if not head.endswith(">"):  # a template
            yield match.group(1), match.group(2).count("Tensor")


def _driver(file: str, launchers: list[tuple[str, int]]) -> str:
    calls = "".join(
        f'  drive::attention("{name}", {name});\n'
        if count == 4
        else f'  drive::product<{_element(name)}>("{name}", {name}, {_by_columns(name)});\n'
        for name, count in launchers
    )
    return f'#include "{file}"\n#include "drive.h"\nint main() {{\n{calls}}}\n'


def _element(name: str) -> str:
    return "float" if name.startswith("sgemm") else "half"


def _by_columns(name: str) -> str:
    return "true" if "_tn" in name else "false"


def _cell(
    root: Path,
    name: str,
    arch: str,
    flags: list[str],
    launchers: list[tuple[str, int]],
    timeout: int,
) -> str:
    """Return how many launchers are right on one side, and the greatest error."""
    compiler = "porter-nvcc" if arch == "cuda" else "porter-hipcc"
    folder = (root / name).parent
    program = folder / f"program_{arch}"
    includes = [f"-I{root / 'matrix_cores'}", f"-I{folder}", f"-I{root}"]
    command = [
        str(Path(sys.executable).with_name(compiler)),
        *([] if arch == "cuda" else [f"--offload-arch={arch}"]),
        *includes,
        *(f"-I{root / flag[2:]}" if flag.startswith("-I") else flag for flag in flags),
        str(folder / "drive_main.cu"),
        "-o",
        str(program),
    ]
    try:
        built = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        if built.returncode:
            print(built.stderr[-3000:], file=sys.stderr)
            return "does not compile"
        ran = subprocess.run([program], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if ran.returncode:
        print(ran.stderr[-3000:], file=sys.stderr)
    rows = [line.split() for line in ran.stdout.splitlines()]
    right = [float(error) for _, status, error in rows if status == "ran"]
    good = sum(error < TOLERANCE for error in right)
    return f"{good} of {len(launchers)}, {max(right, default=0):.1g}"


if __name__ == "__main__":
    main()
