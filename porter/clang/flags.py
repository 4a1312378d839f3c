"""The flags with which libclang parses CUDA, from the installed headers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.files.signatures import Signature

_HINT = "`porter toolchain install` installs them"


@cache
def cuda_flags() -> tuple[list[str], tuple[Path, ...]] | str:
    """Return libclang's arguments and the folders of CUDA's and the compiler's headers.

    Preferred are headers that clang's own CUDA support takes (before CUDA 13). Newer ones are
    parsed as nvcc includes them: some of their declarations contradict clang's, which costs nothing
    that rules ask about.

    Returns:
        Arguments and folders, or the reason why there are none.
    """
    from porter.files.home import porter_home
    from porter.toolchain.cuda import cuda_headers, cuda_version, parsable_cuda
    from porter.toolchain.discovery import compilers
    from porter.toolchain.home import Prefix

    prefix = Prefix(porter_home())
    compiler = next(compilers(prefix), None)
    if compiler is None:
        return f"there is no clang whose headers libclang could use; {_HINT}"
    resources = _resources(compiler.clang)
    if resources is None:
        return f"{compiler.clang} does not say where its headers are"
    common = [
        "-x",
        "cuda",
        "-std=c++17",
        "--cuda-host-only",
        "--cuda-gpu-arch=sm_80",
        "-nocudalib",
        "-ferror-limit=0",
        "-Wno-everything",
        "-resource-dir",
        str(resources),
    ]
    root = parsable_cuda(prefix)
    if root is not None:
        return [*common, f"--cuda-path={root}"], (root, resources)
    root = next(cuda_headers(prefix), None)
    if root is None:
        return f"there are no CUDA headers; {_HINT}"
    major, _, minor = cuda_version(root).partition(".")
    newer = [
        "-nocudainc",
        f"-I{root / 'include'}",
        f"-I{root / 'include' / 'cccl'}",
        # By its path: in the current folder a precompiled one of that name would be taken.
        "-include",
        str(root / "include" / "cuda_runtime.h"),
        "-D__CUDACC__",
        "-D__NVCC__",
        f"-D__CUDACC_VER_MAJOR__={major or 0}",
        f"-D__CUDACC_VER_MINOR__={minor or 0}",
        "-D__NV_NO_HOST_COMPILER_CHECK=1",
    ]
    return [*common, *newer], (root, resources)


@cache
def headers_digest() -> str:
    """Return a digest of what is installed of CUDA's and the compiler's headers.

    What a rule found out through them holds for as long as this stays the same.
    """
    from porter.files.digests import digest_of

    parts = [repr(cuda_flags()), *sorted(map(repr, _headers()))]
    return digest_of("\n".join(parts).encode("utf-8", "surrogateescape"))


def header_files() -> list[str]:
    """Return the headers that `headers_digest` is about, and their topmost folders."""
    flags = cuda_flags()
    folders = () if isinstance(flags, str) else flags[1]
    return [*map(str, folders), *(path for path, _ in _headers())]


def _headers() -> Iterator[tuple[str, Signature]]:
    """Yield path and signature of what is installed of CUDA's and the compiler's headers."""
    from porter.files.signatures import signatures

    flags = cuda_flags()
    for folder in () if isinstance(flags, str) else flags[1]:
        yield from signatures(str(folder / "include"))


def _resources(clang: Path) -> Path | None:
    """Return the folder with the compiler's own headers."""
    import subprocess  # where no compiler is found, nothing is started

    try:
        run = subprocess.run(
            [str(clang), "-print-resource-dir"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    folder = Path(run.stdout.strip())
    return folder if (folder / "include" / "stddef.h").is_file() else None
