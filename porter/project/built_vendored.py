"""What the project's own build has of vendored folders: CUDA sources, and CMake scripts.

`add_subdirectory(external/kit)` builds what lies there, `include(3rdparty/all.cmake)` runs it, and
`cuda_add_executable(app main.cu external/kit/sort.cu)` compiles it: the port is not built unless
these are converted, too.

Source: CMake's manual, cmake-commands(7), `include` and `add_subdirectory`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from porter.source.text.languages import Language

#: `include(` and `add_subdirectory(` with what they name.
_FOLLOWED = re.compile(
    rb"(?i)^[ \t]*+(include|add_subdirectory)[ \t]*+\([ \t\r\n]*+\"?([\w./${}+-]++)", re.MULTILINE
)
#: The folder of the script, and the project's.
_HERE = re.compile(rb"\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}/")
_ROOT = re.compile(rb"\$\{(?:(?!_SOURCE_DIR\})\w)*+_SOURCE_DIR\}/")
#: A source as a build file names it.
_SOURCE = re.compile(rb"(?<![\w.+/-])[\w.+-]++(?:/[\w.+-]++)++")
_SUFFIXES = (b".cu", b".cpp", b".cc", b".cxx", b".c")
#: What CMake builds for NVIDIA's GPUs with, and what speaks of AMD's.
_CUDA = re.compile(rb"(?i)\bcuda|_cuda\b|\bCUDA::|nvcc")
_HIP = re.compile(rb"(?i)\b(?:enable_)?hip(?:cc|_\w++)?+\b|\brocm|_hip\b|_rocm\b")


@dataclass(frozen=True, slots=True)
class BuiltVendored:
    """What the project's own build has of vendored folders.

    Attributes:
        scripts: CMake scripts that build for CUDA alone.
        folders: folders that such scripts build.
        named: sources that build files of the project name, each as the end of a path.
    """

    scripts: frozenset[str] = frozenset()
    folders: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    def has(self, path: str) -> bool:
        """Tell whether a vendored source is built."""
        return path.startswith(self.folders) or f"/{path}".endswith(self.named)


def built_vendored(
    builds: Mapping[str, Language], is_vendored: Callable[[str], bool], read: Callable[[str], bytes]
) -> BuiltVendored:
    """Return what the project's own build files have of vendored folders.

    Args:
        builds: build files of the project, vendored ones among them, with their languages.
        is_vendored: tells whether a path lies in a vendored folder.
        read: gives a file's bytes; an OSError is that of a file that cannot be read.
    """
    left = [path for path in builds if not is_vendored(path)]
    seen = set(left)
    scripts: set[str] = set()
    named: set[str] = set()
    while left:
        path = left.pop()
        try:
            data = read(path)
        except OSError:  # which whoever converts or copies the file tells
            continue
        if not is_vendored(path):
            named.update(f"/{source}" for source in _sources(data))
        elif _HIP.search(data):
            continue
        elif _CUDA.search(data):
            scripts.add(path)
        if builds[path] is Language.CMAKE:
            for script in _followed(path, data):
                if script in builds and script not in seen and is_vendored(script):
                    seen.add(script)
                    left.append(script)
    lists = (path for path in scripts if posixpath.basename(path) == "CMakeLists.txt")
    folders = tuple(f"{posixpath.dirname(path)}/" for path in sorted(lists))
    return BuiltVendored(frozenset(scripts), folders, tuple(sorted(named)))


def is_build_file(path: str, language: Language) -> bool:
    """Tell whether a file is one that says what is built."""
    is_setup = posixpath.basename(path) == "setup.py"
    return is_setup or language in (Language.CMAKE, Language.MAKE)


def _followed(path: str, data: bytes) -> Iterator[str]:
    """Yield the scripts that one runs, as paths of the project."""
    folder = posixpath.dirname(path)
    for match in _FOLLOWED.finditer(data):
        where = match[2]
        is_of_root = _ROOT.match(where) is not None
        text = _ROOT.sub(b"", _HERE.sub(b"", where, count=1), count=1).decode("utf-8", "replace")
        if "$" in text:
            continue
        if match[1].lower() == b"add_subdirectory":
            text += "/CMakeLists.txt"
        base = "" if is_of_root and not _HERE.match(where) else folder
        yield posixpath.normpath(posixpath.join(base, text))


def _sources(data: bytes) -> Iterator[str]:
    """Yield paths of sources that a build file names."""
    for match in _SOURCE.finditer(data):
        if match[0].endswith(_SUFFIXES):
            yield match[0].decode("utf-8", "replace")
