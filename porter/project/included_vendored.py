"""CUDA code in folders of other people's code that the project's own sources include or build.

The project does not compile unless these files are converted with it. The rest of such a folder
is left alone, and so are libraries that ROCm has, or that have a side for HIP.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from porter.project.built_vendored import built_vendored, is_build_file
from porter.project.includes import IncludeGraph, inclusions
from porter.project.vendored import LIBRARIES, is_others, library
from porter.source.text.languages import Language

#: What HIP has another name for; words of the language alone (`__device__`) are the same in HIP.
_CUDA = re.compile(
    rb"\bcu(?:da|blas|sparse|solver|fft|rand|dnn)[A-Z]\w|\bcu[A-Z]\w++\s*+\(|"
    rb"\b__(?:shfl|ballot|syncwarp)|[<\"](?:cub|cooperative_groups|nvtx3)[./]|"
    rb"[<\"](?:cu(?:da|blas|sparse|solver|fft|rand|dnn)|nccl|nvToolsExt|nvml|nvrtc)\w*+\.h"
)
_HIP = re.compile(rb"\b_*+HIP(?:CC|_\w++)?_*+\b|\bUSE_ROCM\b|[<\"]hip/")
#: PyTorch's own headers, which its converter renames whatever the file says of HIP beside them.
_CUDA_OF_PYTORCH = re.compile(rb"[<\"](?:(?:ATen|c10)/cuda|THC)/")
_HIP_OF_PYTORCH = re.compile(rb"[<\"](?:(?:ATen|c10)/)?+hip/")


def taken_with(
    files: Mapping[str, Language],
    folders: Mapping[str, str],
    is_vendored: Callable[[str], bool],
    read: Callable[[str], bytes],
) -> frozenset[str]:
    """Return the vendored files that have to be converted with the project's own.

    Args:
        files: paths of the project, vendored ones among them, with their languages.
        folders: vendored folders, with what tells that they are.
        is_vendored: tells whether a path lies in a vendored folder.
        read: gives a file's bytes; an OSError is that of a file that cannot be read.
    """
    builds = {path: language for path, language in files.items() if is_build_file(path, language)}
    built = built_vendored(builds, is_vendored, read)
    others = tuple(f"{folder}/" for folder, why in folders.items() if is_others(why))
    sources = (path for path, language in files.items() if language is Language.CUDA)
    return included_cuda(
        sources, is_vendored, read, lambda path: path.startswith(others) and built.has(path)
    ) | {path for path in built.scripts if path.startswith(others)}


def included_cuda(
    sources: Iterable[str],
    is_vendored: Callable[[str], bool],
    read: Callable[[str], bytes],
    is_built: Callable[[str], bool],
) -> frozenset[str]:
    """Return the vendored files that have to be converted with what includes or builds them.

    Args:
        sources: paths of the project's C, C++ and CUDA files, vendored ones among them.
        is_vendored: tells whether a path lies in a vendored folder.
        read: gives a file's bytes; an OSError is that of a file that cannot be read.
        is_built: tells whether the project's own build files have a vendored source built.
    """
    paths = list(sources)
    if all(_is_known(path) for path in paths if is_vendored(path)):
        return frozenset()  # without a look into the project's own
    graph = IncludeGraph(paths)
    left = [
        path for path in paths if not is_vendored(path) or (is_built(path) and not _is_known(path))
    ]
    found, seen = set(), set(left)
    while left:
        path = left.pop()
        try:
            data = read(path)
        except OSError:  # which whoever converts or copies the file tells
            continue
        if is_vendored(path) and _is_for_cuda_alone(path, data):
            found.add(path)
        for angled, spelling in inclusions(data):
            header = graph.guess(path, spelling, angled=angled)
            if header is None or header in seen or not is_vendored(header):
                continue
            seen.add(header)
            if not _is_known(header):
                left.append(header)
    return frozenset(found)


def _is_for_cuda_alone(path: str, data: bytes) -> bool:
    if _CUDA_OF_PYTORCH.search(data):
        return not _HIP_OF_PYTORCH.search(data)
    return (path.endswith(".cu") or bool(_CUDA.search(data))) and not _HIP.search(data)


def _is_known(path: str) -> bool:
    """Tell whether a vendored file is one of a library that is known by its name."""
    return not LIBRARIES.keys().isdisjoint(map(library, path.split("/")[:-1]))
