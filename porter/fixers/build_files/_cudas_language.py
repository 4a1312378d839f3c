"""CMake files of projects that have CUDA's language, or look for CUDA's toolkit."""

from __future__ import annotations

import re

from porter.project.cmake_scripts import CMakeScripts
from porter.source import SourceFile

_CUDAS_LANGUAGE = re.compile(rb"(?i)\bCUDA\b")


def has_cudas_language(file: SourceFile) -> bool:
    """Tell whether a CMake file, or another of its project, speaks of CUDA.

    Args:
        file: the CMake file.
    """
    if _CUDAS_LANGUAGE.search(file.data):
        return True
    scripts = CMakeScripts(file.depend_on_tree(), file.path)
    return any(_CUDAS_LANGUAGE.search(one) for one in scripts.naming(b"CUDA"))
