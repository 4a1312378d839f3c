"""The compiler: hipcc for a GPU, porter-hipcc where there is none."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .gpu_archs import detected
from .jobs import max_jobs
from .settings import logger


class CkTileBuildError(RuntimeError):
    """A module did not compile, or there is nothing to compile with."""


@dataclass(frozen=True)
class BuildArgs:
    """How a module is made; what `optCompilerConfig.json` says, with paths filled in."""

    srcs: list[str]
    extra_include: list[str] = field(default_factory=list)
    flags_extra_cc: list[str] = field(default_factory=list)
    flags_extra_hip: list[str] = field(default_factory=list)
    extra_ldflags: list[str] = field(default_factory=list)


@cache
def hipcc() -> str:
    """The compiler: HIPCC; hipcc, where there is a GPU or nothing else; else porter-hipcc."""
    if chosen := os.environ.get("HIPCC"):
        if shutil.which(chosen) is None:
            raise CkTileBuildError(f"HIPCC={chosen}: no such program")
        return chosen
    rocm = os.environ.get("ROCM_PATH", "/opt/rocm")
    real = shutil.which("hipcc") or shutil.which(f"{rocm}/bin/hipcc")
    beside = shutil.which("porter-hipcc", path=str(Path(sys.executable).parent))
    stand_in = shutil.which("porter-hipcc") or beside
    found = (real or stand_in) if detected() else (stand_in or real)
    if found is None:
        raise CkTileBuildError("neither hipcc nor porter-hipcc was found; set HIPCC or ROCM_PATH")
    return found


def is_stand_in() -> bool:
    """Whether modules run on the host, and take its tensors."""
    return Path(hipcc()).name.startswith("porter-")


def compile_module(args: BuildArgs, archs: tuple[str, ...], work: Path, output: Path) -> None:
    """Compile the sources, as many at a time as MAX_JOBS allows, and link them.

    Raises:
        CkTileBuildError: a source does not compile, or the module does not link.
    """
    if is_stand_in():
        archs = archs[:1]  # the host runs one architecture's code
    common = [hipcc(), "-O3", "-std=c++17", "-fPIC", *(f"--offload-arch={arch}" for arch in archs)]
    includes = [f"-I{folder}" for folder in args.extra_include]
    objects = [work / f"{number}_{Path(src).stem}.o" for number, src in enumerate(args.srcs)]
    commands = []
    for src, made in zip(args.srcs, objects, strict=True):
        flags = args.flags_extra_hip if src.endswith((".hip", ".cu")) else args.flags_extra_cc
        commands.append([*common, *flags, *includes, "-c", src, "-o", str(made)])
    with ThreadPoolExecutor(max_jobs()) as pool:
        list(pool.map(_run, commands))
    linked = work / output.name
    _run([*common, "-shared", *map(str, objects), *args.extra_ldflags, "-o", str(linked)])
    os.replace(linked, output)


def _run(command: list[str]) -> None:
    logger.debug("%s", " ".join(command))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CkTileBuildError(f"{' '.join(command)}\n{done.stdout}{done.stderr}".rstrip())
