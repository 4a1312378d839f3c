"""The standards of C and C++ that CMake's variables and properties give to sources.

Source: CMake's manual, `CMAKE_CXX_STANDARD`, `CXX_STANDARD`, `CXX_EXTENSIONS` and the same of other
languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

#: What flags of C++'s standards begin with.
OF_CXX = ("-std=c++", "-std=gnu++")
_OFF = frozenset({"OFF", "NO", "FALSE", "N", "0"})


def standard(variables: Mapping[str, list[str]], *, for_device: bool, of_c: bool) -> list[str]:
    """Return the flag of the standard that variables ask for; none where they ask for none.

    Args:
        variables: of the folder.
        for_device: the source is HIP's, which takes C++'s standard where it has none of its own.
        of_c: it is C.
    """
    languages = ["C"] if of_c else ["CXX"]
    if for_device:
        languages = ["HIP", "CUDA", *languages]
    for language in languages:
        if value := variables.get(f"CMAKE_{language}_STANDARD"):
            version = value[0] if of_c else f"++{value[0]}"
            return [_flag(version, variables.get(f"CMAKE_{language}_EXTENSIONS", ()))]
    return []


def _flag(version: str, extensions: Sequence[str]) -> str:
    """Return the flag of `99` or `++17`: with GNU's extensions, unless they are turned off."""
    is_strict = "".join(extensions).upper() in _OFF
    return f"-std={'c' if is_strict else 'gnu'}{version}"


def of_properties(words: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield the targets, flags, and whether they are HIP's alone, of a command about properties.

    Args:
        words: of `set_target_properties`, or of `set_property` behind `TARGET`.
    """
    keyword = next((one for one in ("PROPERTIES", "PROPERTY") if one in words), None)
    if keyword is None:
        return
    end = words.index(keyword)
    given = {key: [value] for key, value in pairwise(words[end + 1 :])}
    for language in ("CXX", "HIP", "CUDA"):
        if value := given.get(f"{language}_STANDARD"):
            flag = _flag(f"++{value[0]}", given.get(f"{language}_EXTENSIONS", ()))
            for target in words[:end]:
                yield target, flag, language != "CXX"
