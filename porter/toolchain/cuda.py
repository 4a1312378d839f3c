"""Finds CUDA toolkits and CUDA's headers."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from porter.files.real_path import real_path
from porter.files.regular import read_regular_text
from porter.toolchain.home import Prefix

#: Where a toolkit is when nothing in the environment says otherwise.
DEFAULT_CUDA = Path("/usr/local/cuda")
#: A file by which folders of porter's are known that only look like a toolkit, for builds by the
#: cpu executor: their headers are links to those of the toolkit that is to be found.
STAND_IN = "stands-in-for-cuda"


def cuda_roots() -> Iterator[Path]:
    """Yield the roots of CUDA toolkits on the machine."""
    named = (os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"))
    nvcc = shutil.which("nvcc")
    on_path = str(real_path(nvcc).parent.parent) if nvcc else None
    seen = set()
    for text in (*named, str(DEFAULT_CUDA), on_path):
        if text and (root := Path(text).absolute()) not in seen and root.is_dir():
            seen.add(root)
            if not (root / STAND_IN).is_file():
                yield root


def cuda_headers(prefix: Prefix) -> Iterator[Path]:
    """Yield the roots of CUDA headers: toolkits first, then the component of wheels."""
    for root in cuda_roots():
        if (root / "include" / "cuda_runtime_api.h").is_file():
            yield root
    own = prefix.component("cuda-headers")
    if own is not None:
        yield own


def parsable_cuda(prefix: Prefix) -> Path | None:
    """Return the root of CUDA headers that clang can parse as CUDA, None when there are none.

    clang's wrapper headers include `texture_fetch_functions.h`, which CUDA 13 does not have.
    """
    for root in cuda_headers(prefix):
        if (root / "include" / "texture_fetch_functions.h").is_file():
            return root
    return None


def cuda_include_dirs(prefix: Prefix) -> tuple[Path, ...]:
    """Return the folders with CUDA's headers: a toolkit's, or those of both components."""
    root = next(cuda_headers(prefix), None)
    if root is None:
        return ()
    libraries = prefix.component("cuda-library-headers")
    if libraries is None or root != prefix.component("cuda-headers"):
        return (root / "include",)
    return (root / "include", libraries / "include")


def library_headers(prefix: Prefix) -> Path | None:
    """Return the folder with the headers of CUDA's libraries for those that clang can parse.

    A toolkit has them among its own.
    """
    libraries = prefix.component("cuda-library-headers")
    if libraries is None or parsable_cuda(prefix) != prefix.component("cuda-headers"):
        return None
    return libraries / "include"


def cuda_version(root: Path) -> str:
    """Return the version that `cuda.h` or the runtime's header states, such as "12.4"."""
    for name, macro in (("cuda.h", "CUDA_VERSION"), ("cuda_runtime_api.h", "CUDART_VERSION")):
        path = root / "include" / name
        if path.is_file():
            text = read_regular_text(path, errors="replace")
            if match := re.search(rf"#define\s+{macro}\s+(\d+)", text):
                number = int(match[1])
                return f"{number // 1000}.{number % 1000 // 10}"
    return ""
