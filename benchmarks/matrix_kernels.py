"""Ports files that multiply by tensor cores, and runs their launchers beside sums in double.

    python -m benchmarks.matrix_kernels FOLDER FILE... [--cuda] [--compile ARCH...] [--run ARCH...]

FOLDER is a tree of CUDA code, FILE a source in it with launchers that take PyTorch's tensors:
products of matrices (three tensors), attention (four); `--driver` names a source that calls
others. Each file is ported with nothing edited, compiled for each architecture, and run on the cpu
executor. A row says how many kernels the file has, what errors porter reported, for which
architectures it compiles, and the greatest error of a launcher as a share of the greatest element.

Launchers choose a kernel by `switch`. To save hours, cases of other head dimensions and stages
than those that are run are taken out of the copy that is compiled.
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
from typing import NamedTuple

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source import Severity
from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

HERE = Path(__file__).parent / "matrix_cores"
COMPILED = ("gfx90a", "gfx942", "gfx1100", "gfx1201")
RUN = ("gfx942", "gfx1100")
#: Half precision sums of 64 products, and attention of 128 tokens.
TOLERANCE = 0.02
#: Head dimension and stages that are run.
KEPT_CASES = {"2", "64"}

_TENSORS = r"(?:torch::Tensor \w+,?\s*)+"
_POINTERS = r"half \*\w+,\s*half \*\w+,\s*half \*\w+,\s*int M,\s*int N,\s*int K"
_LAUNCHER = re.compile(rf"^void\s+(\w+)\(\s*({_TENSORS}|{_POINTERS})([^)]*)\)\s*\{{", re.MULTILINE)
_CASE = re.compile(r"^ *case (\d+):(?:(?!^ *(?:case |default:|\})).)*", re.MULTILINE | re.DOTALL)


class Launcher(NamedTuple):
    """A function of a file that launches a kernel: its name, and how many tensors it takes."""

    name: str
    tensors: int


class Case(NamedTuple):
    """A file to measure: its place in the tree, the source that drives it, what is in it."""

    name: str
    driver: str
    launchers: int
    kernels: int


class Build(NamedTuple):
    """How files are compiled: the compiler's flags, and seconds for one."""

    flags: list[str]
    timeout: int


def main() -> None:
    """Measure the files on the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--cuda", action="store_true", help="run CUDA's side, too")
    parser.add_argument("--compile", nargs="*", metavar="ARCH", default=COMPILED)
    parser.add_argument("--run", nargs="*", metavar="ARCH", default=RUN)
    parser.add_argument("--driver", type=Path, help="a source that calls the file's launchers")
    parser.add_argument("--flag", action="append", default=[], help="the compiler's; -I of FOLDER")
    parser.add_argument("--timeout", type=int, default=900, help="seconds for one build")
    options = parser.parse_args()
    run = [*(["cuda"] if options.cuda else []), *options.run]
    print("| file | kernels | errors of the conversion | compiles for |", " | ".join(run), "|")
    print("|---|--:|---|---|", "|".join("---" for _ in run), "|", sep="")
    with tempfile.TemporaryDirectory() as scratch:
        source, port = Path(scratch, "source"), Path(scratch, "port")
        shutil.copytree(options.folder, source, ignore=shutil.ignore_patterns(".git"))
        shutil.copytree(HERE, source / "matrix_cores")
        cases = [_prepared(source, name, options.driver) for name in options.files]
        errors = _ported(source, port)
        for root in (source, port):
            for case in cases:
                _take_out_cases(root / case.name)
        build = Build(options.flag, options.timeout)
        for case in cases:
            fits = [arch for arch in options.compile if _compiles(case, port, arch, build)]
            cells = [_cell(case, source if side == "cuda" else port, side, build) for side in run]
            reported = ", ".join(sorted(errors.get(case.name, ()))) or "none"
            words = (case.name, case.kernels, reported, " ".join(fits), *cells)
            print("|", " | ".join(map(str, words)), "|", flush=True)


def _prepared(source: Path, name: str, driver: Path | None) -> Case:
    """Put a source beside the file that calls its launchers."""
    place = source / name
    text = place.read_text(errors="replace")
    launchers = list(_launchers(text))
    written = place.with_name(f"drive_{place.stem}.cu")
    written.write_text(driver.read_text() if driver else _driver(place.name, launchers))
    count = 0 if driver else len(launchers)
    return Case(name, str(written.relative_to(source)), count, text.count("__global__"))


def _ported(source: Path, port: Path) -> dict[str, set[str]]:
    """Port the tree; return the rules that reported errors, by file."""
    errors: dict[str, set[str]] = {}
    result = write_port([source], Options(), Destination(OutputMode.OUT, port))
    for path, located in result.findings:
        if located.finding.severity is Severity.ERROR:
            errors.setdefault(path, set()).add(located.finding.rule)
    return errors


def _launchers(text: str) -> Iterator[Launcher]:
    """Yield the functions that take tensors, or three pointers to halves and the sizes."""
    for match in _LAUNCHER.finditer(text):
        head = text[: match.start()].rstrip()
        if not head.endswith(">"):  # a template
            yield Launcher(match.group(1), match.group(2).count("Tensor"))


def _take_out_cases(place: Path) -> None:
    def kept(match: re.Match[str]) -> str:
        return match.group() if match.group(1) in KEPT_CASES else ""

    place.write_text(_CASE.sub(kept, place.read_text(errors="replace")))


def _driver(file: str, launchers: list[Launcher]) -> str:
    calls = "".join(
        f'  drive::attention("{name}", {name});\n'
        if count == 4
        else f'  drive::product<{_element(name)}>("{name}", {name}, {_by_columns(name)});\n'
        for name, count in launchers
    )
    included = f'#define main main_of_file\n#include "{file}"\n#undef main\n'
    return f'{included}#include "drive.h"\nint main() {{\n{calls}}}\n'


def _element(name: str) -> str:
    return "float" if name.startswith("sgemm") else "half"


def _by_columns(name: str) -> str:
    return "true" if "_tn" in name else "false"


def _includes(case: Case, root: Path, build: Build) -> list[str]:
    flags = [f"-I{root / flag[2:]}" if flag.startswith("-I") else flag for flag in build.flags]
    folders = (root / "matrix_cores", (root / case.name).parent, root)
    return [*(f"-I{folder}" for folder in folders), *flags]


def _compiles(case: Case, port: Path, arch: str, build: Build) -> bool:
    """Whether the port's device code compiles, down to instructions of the architecture."""
    toolchain = find(archs=[arch])
    command = toolchain.hip_command(
        port / case.driver,
        arch,
        emit=Emit.DEVICE_ASM,
        output="/dev/null",
        flags=["-w", "-fno-strict-aliasing", *_includes(case, port, build)],
    )
    try:
        built = subprocess.run(command, capture_output=True, text=True, timeout=build.timeout)
    except subprocess.TimeoutExpired:
        print(f"{case.name}: {arch}: takes too long", file=sys.stderr)
        return False
    if built.returncode:
        print(built.stderr[:3000], file=sys.stderr)
    return not built.returncode


def _cell(case: Case, root: Path, side: str, build: Build) -> str:
    """Return how many launchers are right on one side, and the greatest error."""
    compiler = "porter-nvcc" if side == "cuda" else "porter-hipcc"
    program = (root / case.driver).with_suffix(f".{side}")
    command = [
        str(Path(sys.executable).with_name(compiler)),
        *([] if side == "cuda" else [f"--offload-arch={side}"]),
        *("-std=c++17", "-w"),
        *_includes(case, root, build),
        str(root / case.driver),
        "-o",
        str(program),
    ]
    try:
        built = subprocess.run(command, capture_output=True, text=True, timeout=build.timeout)
        if built.returncode:
            print(built.stderr[:3000], file=sys.stderr)
            return "does not build"
        ran = subprocess.run([program], capture_output=True, text=True, timeout=build.timeout)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if ran.returncode:
        print(ran.stderr[-3000:], file=sys.stderr)
    rows = [line.split() for line in ran.stdout.splitlines() if line.startswith("drive: ")]
    for _, name, status, error in rows:
        if status != "ran" or not float(error) < TOLERANCE:
            print(f"{case.name}: {side}: {name} {status} {error}", file=sys.stderr)
    right = [float(error) for _, _, status, error in rows if status == "ran"]
    good = sum(error < TOLERANCE for error in right)
    return f"{good} of {case.launchers or len(rows)}, {max(right, default=0):.1g}"


if __name__ == "__main__":
    main()
