"""An operator's entry, built for the host: PyTorch's tensors, HIP's calls and kernels by stand-ins.

Which kernel a call takes, and what it is refused for, are so seen without Composable Kernel.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from porter.port.operators.catalogue import choose
from porter.port.operators.emit import add_operator
from porter.port.operators.package import Package

HEAD = "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"
HIP = """
#pragma once
#include <cstdlib>
#include <cstring>

typedef struct ihipStream_t *hipStream_t;
enum hipError_t { hipSuccess };
struct hipDeviceProp_t {
    char gcnArchName[256];
    int multiProcessorCount;
};
inline hipError_t hipGetDevice(int *number) { return *number = 0, hipSuccess; }
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int) {
    std::strcpy(properties->gcnArchName, std::getenv("STAND_IN_ARCH"));
    properties->multiProcessorCount = 304;
    return hipSuccess;
}
inline hipError_t hipGetLastError() { return hipSuccess; }
inline const char *hipGetErrorString(hipError_t) { return ""; }
"""
MODULE = """
#include <set>

#include <torch/csrc/utils/pybind.h>

#include "made.cu"
#include "made_ops.hpp"

namespace {
std::vector<std::string> called;
std::set<std::string> refused;

bool note(const std::string &name) {
    called.push_back(name);
    return !refused.count(name);
}
} // namespace

namespace made_op {
STUBS
} // namespace made_op

PYBIND11_MODULE(host, m) {
    MADE_PYBIND
    m.def("called", [] { return std::exchange(called, {}); });
    m.def("refuse", [](const std::set<std::string> &names) { refused = names; });
}
"""
_DECLARED = re.compile(r"^bool (\w+)\(const Problem &problem\);$", re.MULTILINE)


def build_host_module(
    package: Package, operator: str, dtypes: str | None = None, table: str = ""
) -> Path:
    """Emit an operator `made`, with lines in its tuned table; build the module `host` of it.

    Returns:
        the folder that the module is in.
    """
    import torch
    from torch.utils.cpp_extension import include_paths

    add_operator(package, "made", choose(operator, dtypes, None))
    folder = package.root / "host"
    csv = package.root / "aiter/configs/made_tuned.csv"
    csv.write_text(HEAD + table)
    subprocess.run(
        [
            sys.executable,
            package.root / "csrc/ck_made/gen_instances.py",
            *("--working_path", folder, "--tune_file", csv),
        ],
        env={**os.environ, "GPU_ARCHS": "gfx942"},
        check=True,
    )
    (folder / "hip").mkdir()
    (folder / "hip/hip_runtime_api.h").write_text(HIP)
    stubs = "\n".join(
        f'bool {name}(const Problem &) {{ return note("{name}"); }}'
        for header in sorted(folder.glob("made_*.h"))
        for name in _DECLARED.findall(header.read_text())
    )
    (folder / "host.cpp").write_text(MODULE.replace("STUBS", stubs))
    csrc = package.root / "csrc"
    includes = [folder, csrc / "ck_made", csrc / "include", *include_paths()]
    libraries = Path(torch.__file__).parent / "lib"
    subprocess.run(
        [
            *("c++", "-std=c++20", "-O0", "-fPIC", "-shared", "-w"),
            *(f"-I{one}" for one in includes),
            f"-I{sysconfig.get_path('include')}",
            folder / "host.cpp",
            *("-o", folder / "host.so", f"-L{libraries}", f"-Wl,-rpath,{libraries}"),
            *("-lc10", "-ltorch_cpu", "-ltorch_python"),
        ],
        check=True,
    )
    return folder


def run_on_host(folder: Path, script: str, arch: str = "gfx942") -> list[str]:
    """Run a script that uses the module; return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import torch, host\n{script}"],
        env={**os.environ, "PYTHONPATH": str(folder), "STAND_IN_ARCH": arch},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
