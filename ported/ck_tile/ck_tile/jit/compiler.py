"""The compiler: hipcc for a GPU, porter-hipcc where there is none."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from . import settings
from .blobs import BlobError, generate
from .composable_kernel import write_config
from .gpu_archs import are_named, detected
from .jobs import max_jobs
from .settings import logger
from .torch_module import flags as torch_flags
from .torch_module import libraries as torch_libraries


class CkTileBuildError(RuntimeError):
    """A module did not compile, or there is nothing to compile with."""


@dataclass(frozen=True)
class BuildArgs:
    """How a module is made; what `optCompilerConfig.json` says, with paths filled in.

    `blob_gen_cmd` are commands that write more sources, into the folder that `{}` stands for. A
    module is one of Python's, which takes tensors; one with `torch_exclude` has C functions alone.
    """

    srcs: list[str]
    extra_include: list[str] = field(default_factory=list)
    flags_extra_cc: list[str] = field(default_factory=list)
    flags_extra_hip: list[str] = field(default_factory=list)
    extra_ldflags: list[str] = field(default_factory=list)
    blob_gen_cmd: list[str] = field(default_factory=list)
    torch_exclude: bool = False


@cache
def hipcc() -> str:
    """The compiler: HIPCC; hipcc, where there is a GPU, a processor is named or nothing else is
    there; else porter-hipcc.
    """
    if chosen := os.environ.get("HIPCC"):
        if shutil.which(chosen) is None:
            raise CkTileBuildError(f"HIPCC={chosen}: no such program")
        return chosen
    in_rocm = (shutil.which(f"{root}/bin/hipcc") for root in settings.rocm_roots())
    real = next((path for path in in_rocm if path), None) or shutil.which("hipcc")
    beside = shutil.which("porter-hipcc", path=str(Path(sys.executable).parent))
    stand_in = shutil.which("porter-hipcc") or beside
    found = (real or stand_in) if are_named() or detected() else (stand_in or real)
    if found is None:
        raise CkTileBuildError("neither hipcc nor porter-hipcc was found; set HIPCC or ROCM_PATH")
    return found


def is_stand_in() -> bool:
    """Whether modules run on the host, and take its tensors."""
    return Path(hipcc()).name.startswith("porter-")


def compile_module(
    name: str, args: BuildArgs, archs: tuple[str, ...], work: Path, output: Path
) -> None:
    """Generate sources, compile all, as many at a time as MAX_JOBS allows, and link them.

    Raises:
        CkTileBuildError: a generator fails, a source does not compile, or the module does not link.
    """
    if is_stand_in():
        archs = archs[:1]  # the host runs one architecture's code
    blobs: list[str] = []
    if args.blob_gen_cmd:
        try:
            blobs = generate(args.blob_gen_cmd, archs, work / "blob")
        except BlobError as error:
            raise CkTileBuildError(str(error)) from error
        args = replace(
            args,
            srcs=[*args.srcs, *blobs],
            extra_include=[*args.extra_include, str(work / "blob")],
        )
    if any((Path(folder) / "ck/ck.hpp").is_file() for folder in args.extra_include):
        config = write_config(work / "ck_config")
        args = replace(args, extra_include=[*args.extra_include, *config])
    common = [hipcc(), "-O3", "-fPIC", *(f"--offload-arch={arch}" for arch in archs)]
    includes = [f"-I{folder}" for folder in args.extra_include]
    objects = [work / f"{number}_{Path(src).stem}.o" for number, src in enumerate(args.srcs)]
    language = ["-std=c++17"] if args.torch_exclude else torch_flags(name)
    commands = []
    for src, made in zip(args.srcs, objects, strict=True):
        is_hip = src.endswith((".hip", ".cu")) or src in blobs  # kernels, whatever they are called
        flags = args.flags_extra_hip if is_hip else args.flags_extra_cc
        commands.append([*common, *language, *flags, *includes, "-c", src, "-o", str(made)])
    with ThreadPoolExecutor(max_jobs()) as pool:
        list(pool.map(_run, commands))
    linked = work / output.name
    libraries = (
        args.extra_ldflags if args.torch_exclude else [*args.extra_ldflags, *torch_libraries()]
    )
    _run([*common, "-shared", *map(str, objects), *libraries, "-o", str(linked)])
    os.replace(linked, output)


def _run(command: list[str]) -> None:
    logger.debug("%s", " ".join(command))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CkTileBuildError(f"{' '.join(command)}\n{done.stdout}{done.stderr}".rstrip())
