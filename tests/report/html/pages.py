"""Pages to look at: of a small project with hostile names, of a large one, of builds and cases."""

from __future__ import annotations

from pathlib import Path

from porter.compile.errors import CompileError
from porter.compile.report import BuildReport, TargetReport, UnitReport
from porter.compile.resources import KernelUsage
from porter.options import Options
from porter.port.run import analyze
from porter.report.html.build import build_view
from porter.report.html.page import Page, write_page
from porter.report.html.pages import conversion_page
from porter.report.html.parity import parity_view
from porter.verify.comparison.departures import LaunchErrors
from porter.verify.comparison.result import Difference
from porter.verify.verdict import Verdict

#: What would run if any text of a project were taken for markup.
HOSTILE = "<img src=x onerror=alert(1)>"
KERNEL = """#include <cuda_runtime.h>
// </script><script>alert("comment")</script>
__global__ void scale(float *x, int n) {
  int lane = threadIdx.x & 31;
  float sum = __shfl_down_sync(0xffffffff, x[lane], 16);
  if (lane == 0) x[0] = sum;
}
void run(float *x) { scale<<<1, 64>>>(x, 64); cudaDeviceSynchronize(); }
"""
LEFT = """#include <nvml.h>
void watch() { nvmlEventSetCreate(&s); cudaDeviceGetNvSciSyncAttributes(a, b, c); cublasNew(1); }
"""
FILES = {
    "src/kernel.cu": KERNEL,
    "src/deep/er/left.cu": LEFT,
    f"src/{HOSTILE}.cu": KERNEL,
    'src/"quoted" & =cmd.cu': LEFT,
    "src/plain.cpp": "int plain;\n",
    "Makefile": "all:\n\tnvcc -arch=sm_80 -use_fast_math -o a src/kernel.cu -lcublas -lcudart\n",
}


def small(folder: Path) -> Page:
    """Return a page of a small project with everything that a page can show."""
    for name, text in FILES.items():
        path = folder / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    conversion = analyze([folder / "project"], Options())
    return conversion_page(conversion)._replace(
        build=build_view(build_report()), parity=parity_view(verdicts())
    )


def large(folder: Path, count: int) -> Path:
    """Write the page of a project of so many files; return where it is."""
    for number in range(count):
        path = folder / "project" / f"part{number % 50}" / f"kernel{number}.cu"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(KERNEL.replace("scale", f"scale{number}") + (LEFT if number % 3 else ""))
    return write_page(
        folder / "report.html", conversion_page(analyze([folder / "project"], Options()))
    )


def build_report() -> BuildReport:
    """Return the report of a build in which one unit fails for one architecture."""
    kernels = tuple(
        KernelUsage(
            f"scale<{name}>(float*, {HOSTILE})", name, arch, vgprs, 20, 0, spills, 0, 4096, 0, 8, 64
        )
        for arch, name, vgprs, spills in (
            ("gfx942", "float", 32, 0),
            ("gfx942", "double", 240, 12),
            ("gfx1100", "float", 30, 0),
        )
    )
    log = Path("a.log")
    error = CompileError("src/left.cu", 2, f"use of undeclared identifier {HOSTILE}")
    good = (
        TargetReport("gfx942", True, 1.5, None, log),
        TargetReport("gfx1100", True, 1.2, None, log),
    )
    bad = (good[0], TargetReport("gfx1100", False, 0.4, error, log))
    units = (
        UnitReport("src/kernel.cu", "hip", "Makefile", "c++17", good, kernels=kernels),
        UnitReport("src/left.cu", "hip", "Makefile", "c++17", bad, notes=(HOSTILE,)),
    )
    archs = ("gfx942", "gfx1100")
    return BuildReport(Path("port"), archs, False, "19.1", "6.4", "", Path("build"), units)


def verdicts() -> list[Verdict]:
    """Return verdicts of which one differs, with what tracing found."""
    cells = tuple(tuple(0.0 if x % 7 else 10.0 ** (y - 5) for x in range(40)) for y in range(6))
    errors = LaunchErrors(
        "launch 2, scale, argument 0 (float*)",
        (("launch 2, scale, argument 0", 0.25), ("launch 3, add, argument 1", 0.5)),
        cells,
    )
    difference = Difference("output y, seed 1", "3 of 64 elements differ", HOSTILE, "2")
    return [
        Verdict("kit", "kernel", "reduce", "gfx942", True, f"n={n}", n, 1e-7 * n, 0.2)
        for n in (64, 1000)
    ] + [
        Verdict(
            "kit", "kernel", "scale", "gfx942", False, "n=64", 64, 0.5, 0.1, (difference,),
            against="recorded on an NVIDIA H200", trace=("parts from CUDA after launch 2",),
            launches=errors,
        )
    ]  # fmt: skip
