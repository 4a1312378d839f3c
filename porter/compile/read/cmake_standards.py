"""The standards of C and C++ that CMake's variables and properties give to sources.

Source: CMake's manual, `CMAKE_CXX_STANDARD`, `CXX_STANDARD` and the same of other languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise


def standard(variables: Mapping[str, list[str]], *, for_device: bool, of_c: bool) -> list[str]:
    """Return the flag of the standard that variables ask for; none where they ask for none.

    Args:
        variables: of the folder.
        for_device: the source is HIP's, which takes C++'s standard where it has none of its own.
        of_c: it is C.
    """
    names = ["CMAKE_C_STANDARD"] if of_c else ["CMAKE_CXX_STANDARD"]
    if for_device:
        names = ["CMAKE_HIP_STANDARD", "CMAKE_CUDA_STANDARD", *names]
    value = next((variables[name][0] for name in names if variables.get(name)), None)
    return [f"-std={'c' if of_c else 'c++'}{value}"] if value else []


def of_properties(words: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield the targets, flags, and whether they are HIP's alone, of a command about properties.

    Args:
        words: of `set_target_properties`, or of `set_property` behind `TARGET`.
    """
    keyword = next((one for one in ("PROPERTIES", "PROPERTY") if one in words), None)
    if keyword is None:
        return
    end = words.index(keyword)
    for key, value in pairwise(words[end + 1 :]):
        if key in ("CXX_STANDARD", "HIP_STANDARD", "CUDA_STANDARD"):
            for target in words[:end]:
                yield target, f"-std=c++{value}", key != "CXX_STANDARD"
