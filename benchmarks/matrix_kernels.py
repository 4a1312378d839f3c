"""Ports files that multiply by tensor cores, and runs their launchers beside sums in double.

    python -m benchmarks.matrix_kernels FOLDER FILE... [--cuda] [--compile ARCH] [--run ARCH]

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
    """A file to measure: the tree, the file in it, its launchers or a driver, flags, patience."""

    folder: Path
    name: str
    launchers: list[Launcher]
    driver: Path | None
    flags: list[str]
    timeout: int


def main() -> None:
    """Measure the files on the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--cuda", action="store_true", help="run CUDA's side, too")
    parser.add_argument("--compile", action="append", metavar="ARCH")
    parser.add_argument("--run", action="append", metavar="ARCH")
    parser.add_argument("--driver", type=Path, help="a source that calls the file's launchers")
    parser.add_argument("--flag", action="append", default=[], help="the compiler's; -I of FOLDER")
    parser.add_argument("--timeout", type=int, default=900, help="seconds for one build")
    options = parser.parse_args()
    run = [*(["cuda"] if options.cuda else []), *(options.run or RUN)]
    compiled = options.compile or list(COMPILED)
    print("| file | kernels | errors of the conversion | compiles for |", " | ".join(run), "|")
    print("|---|--:|---|---|", "|".join("---" for _ in run), "|", sep="")
    for name in options.files:
        launchers = list(_launchers((options.folder / name).read_text(errors="replace")))
        case = Case(options.folder, name, launchers, options.driver, options.flag, options.timeout)
        print(row(case, compiled, run), flush=True)


def row(case: Case, compiled: list[str], run: list[str]) -> str:
    """Return the row of one file.

    Args:
        case: the file.
        compiled: architectures of AMD's to compile for.
        run: `cuda` and architectures of AMD's.
    """
    with tempfile.TemporaryDirectory() as scratch:
        source, port = Path(scratch, "source"), Path(scratch, "port")
        shutil.copytree(case.folder, source, ignore=shutil.ignore_patterns(".git"))
        place = source / case.name
        kernels = place.read_text(errors="replace").count("__global__")
        text = case.driver.read_text() if case.driver else _driver(place.name, case.launchers)
        place.with_name("drive_main.cu").write_text(text)
        shutil.copytree(HERE, source / "matrix_cores")
        result = write_port([source], Options(), Destination(OutputMode.OUT, port))
        errors = {
            located.finding.rule
            for path, located in result.findings
            if path == case.name and located.finding.severity is Severity.ERROR
        }
        for root in (source, port):
            _take_out_cases(root / case.name)
        fits = [arch for arch in compiled if _compiles(case, port, arch)]
        cells = [_cell(case, source if side == "cuda" else port, side) for side in run]
    reported = ", ".join(sorted(errors)) or "none"
    return f"| {case.name} | {kernels} | {reported} | {' '.join(fits)} | {' | '.join(cells)} |"


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


def _includes(case: Case, root: Path) -> list[str]:
    flags = [f"-I{root / flag[2:]}" if flag.startswith("-I") else flag for flag in case.flags]
    folders = (root / "matrix_cores", (root / case.name).parent, root)
    return [*(f"-I{folder}" for folder in folders), *flags]


def _compiles(case: Case, port: Path, arch: str) -> bool:
    """Whether the port's device code compiles, down to instructions of the architecture."""
    # Device libraries that know gfx950 know gfx12, too; ROCm's of before do not.
    toolchain = find(archs=["gfx950" if arch.startswith("gfx12") else arch])
    command = [
        str(toolchain.clang),
        "-x",
        "hip",
        str((port / case.name).with_name("drive_main.cu")),
    ]
    command += [f"--offload-arch={arch}", f"--rocm-path={toolchain.rocm_path}", "-O3", "-w"]
    command += [f"--hip-path={toolchain.rocm_path}", "-fno-strict-aliasing", "-std=c++17"]
    command += [f"--rocm-device-lib-path={toolchain.device_lib_path}", "-D__HIP_PLATFORM_AMD__"]
    command += ["--cuda-device-only", "-S", "-o", "/dev/null", *_includes(case, port)]
    command += [word for path in toolchain.include_dirs for word in ("-isystem", str(path))]
    try:
        built = subprocess.run(command, capture_output=True, text=True, timeout=case.timeout)
    except subprocess.TimeoutExpired:
        print(f"{case.name}: {arch}: takes too long", file=sys.stderr)
        return False
    if built.returncode:
        print(built.stderr[:3000], file=sys.stderr)
    return not built.returncode


def _cell(case: Case, root: Path, side: str) -> str:
    """Return how many launchers are right on one side, and the greatest error."""
    compiler = "porter-nvcc" if side == "cuda" else "porter-hipcc"
    folder = (root / case.name).parent
    program = folder / f"program_{side}"
    command = [
        str(Path(sys.executable).with_name(compiler)),
        *([] if side == "cuda" else [f"--offload-arch={side}"]),
        *("-std=c++17", "-w"),
        *_includes(case, root),
        str(folder / "drive_main.cu"),
        "-o",
        str(program),
    ]
    try:
        built = subprocess.run(command, capture_output=True, text=True, timeout=case.timeout)
        if built.returncode:
            print(built.stderr[:3000], file=sys.stderr)
            return "does not build"
        ran = subprocess.run([program], capture_output=True, text=True, timeout=case.timeout)
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
    count = len(rows) if case.driver else len(case.launchers)
    return f"{good} of {count}, {max(right, default=0):.1g}"


if __name__ == "__main__":
    main()
