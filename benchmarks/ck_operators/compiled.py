"""Compiles an operator's kernels for one architecture."""

from __future__ import annotations

import json
import os
import resource
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from porter.compile.resources import KernelUsage, kernel_usage
from porter.errors import PorterError
from porter.port.operators.catalogue import OPERATORS
from porter.toolchain.composable_kernel import ck_include_dirs, composable_kernel
from porter.toolchain.discovery import find
from porter.toolchain.home import Prefix, porter_home
from porter.toolchain.model import Emit

HEADER = "cu_num,M,N,K,q_dtype_w,kernelId,splitK,us,kernelName,tflops,bw,errRatio\n"
#: Which kernels of attention: heads of 64, no mask.
ATTENTION = {
    "fwd": "fmha_fwd_d64_{}_batch_*_nlogits_nbias_nmask_lse_ndropout_*",
    "bwd": (
        "fmha_bwd_dot_do_o_d64_{0}_batch_*@fmha_bwd_convert_dq_d64_{0}_*_batch_*_ndeterministic@"
        "fmha_bwd_d64_{0}_batch_*[!kv]_nbias_ndbias_nmask_ndropout_ndeterministic"
    ),
}


class Compiled(NamedTuple):
    """The kernels of an operator, and what the slowest source took.

    Args:
        kernels: what they take; empty where a source does not compile.
        seconds: of a processor, for the slowest source.
        error: the first line of what the compiler said.
    """

    kernels: list[KernelUsage]
    seconds: float
    error: str = ""


def compiled(root: Path, operator: str, dtype: str, arch: str, every: bool) -> Compiled:
    """Compile the kernels of the operator `made` of the package at `root`.

    Raises:
        PorterError: Composable Kernel is missing, or has no such operation for the architecture.
    """
    ck = composable_kernel(Prefix(porter_home()))
    if ck is None:
        raise PorterError("Composable Kernel is missing", hint="porter toolchain install ck")
    toolchain = find(archs=[arch])
    blobs = _generated(root, ck, operator, dtype, arch, every)
    entry = json.loads((root / "aiter/configs/optCompilerConfig.json").read_text())["module_made"]
    includes = [
        blobs,
        *(Path(_filled(text, root, ck)) for text in entry["extra_include"]),
        *ck_include_dirs(ck),
    ]
    kernels: list[KernelUsage] = []
    slowest = 0.0
    for source in sorted(one for one in blobs.iterdir() if one.suffix in (".cu", ".cpp")):
        output = source.with_suffix(".elf")
        command = toolchain.hip_command(
            source, arch, emit=Emit.DEVICE_ELF, output=output, includes=includes,
            flags=[*entry["flags_extra_hip"], "-w"],
        )  # fmt: skip
        start = _spent()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        slowest = max(slowest, _spent() - start)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error:" in line]
            said = lines[0].partition("error:")[2].strip() if lines else "does not compile"
            return Compiled([], slowest, said.replace("|", "/")[:120])
        kernels += kernel_usage(toolchain, output, arch, "")
    return Compiled(kernels, slowest)


def _spent() -> float:
    """The seconds of processors that processes took that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _generated(root: Path, ck: Path, operator: str, dtype: str, arch: str, every: bool) -> Path:
    """Write the sources of kernels; return their folder."""
    folder = root / "blob"
    folder.mkdir()
    if operator.startswith("fmha"):
        direction = operator.removeprefix("fmha_")
        chosen = ATTENTION[direction].format("fp16" if dtype == "f16" else dtype)
        script = root / "csrc/ck_made/gen_kernels.py"
        theirs = ck / "example/ck_tile/01_fmha/generate.py"
        words = ["--generator", theirs, "--working_path", folder, "--filter", chosen]
    else:
        script = root / "csrc/ck_made/gen_instances.py"
        table = root / "aiter/configs/made_tuned.csv"
        if not every:  # a line of the table leaves what it names and what takes any shape
            one = OPERATORS[operator]
            has_more = one.family == "norm" or one.values.get("has_wmma")
            usual = 10 if has_more and not arch.startswith("gfx9") else 0
            table.write_text(f"{HEADER}0,0,0,0,{dtype},{usual},0,0,not measured,0,0,0\n")
        words = ["--working_path", folder, "--tune_file", table]
    done = subprocess.run(
        [sys.executable, str(script), *map(str, words)],
        env={**os.environ, "GPU_ARCHS": arch, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PorterError(done.stderr.strip().splitlines()[-1].replace("|", "/"))
    return folder


def _filled(text: str, root: Path, ck: Path) -> str:
    return shlex.split(text.format(AITER_CSRC_DIR=root / "csrc", CK_DIR=ck))[0]
