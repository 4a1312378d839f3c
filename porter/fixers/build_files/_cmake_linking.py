"""Where CMake's commands name libraries: those that they link, and those that they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.project.cmake_scripts import CMakeScripts
from porter.source import Edit, SourceFile
from porter.source.build_files.cmake import Command
from porter.tables.cmake import cmake_table
from porter.tables.libraries import RUNTIME_TARGET, by_cudas_name

#: The name is a common one for a project's own target.
_MAKES_CUDA = re.compile(
    rb"(?i)\b(?:\w*add_(?:library|executable)|add_custom_target)\s*\(\s*cuda\b"
)
#: A target of FindCUDAToolkit's, with the library's name.
CUDA_TARGET = re.compile(rb"(?<![\w-])CUDA::(\w+)")
_FINDS_RUNTIME = re.compile(rb"(?i)\bfind_package\s*\(\s*(?:CUDA|CUDAToolkit|hip)\b")
LINKING = frozenset({b"target_link_libraries", b"link_libraries"})
#: What the name of a command of the project's own has that links what it is given.
_OWN_LINKING = b"link_librar"
#: What asks for the file of a target, and the runtime's target that is one.
_ASKS_FILE = re.compile(rb"\$<TARGET_(?:LINKER_|SONAME_)?FILE\w{0,20}:\Z")
_FILE = b"hip::amdhip64"


def is_asked_for(command: Command, number: int) -> bool:
    """Tell whether the argument of this number is the target of `if(TARGET …)`."""
    return (
        command.name in (b"if", b"elseif")
        and number > 0
        and command.arguments[number - 1].text == b"TARGET"
    )


def first_library(command: Command, linked: set[bytes]) -> int:
    """Return the number of the first argument that may be the name of a library.

    Args:
        command: any.
        linked: variables that are linked.
    """
    words = command.words
    if command.name in LINKING:
        return 1
    if command.name == b"set" and words and words[0] in linked:
        return 1
    if command.name == b"list" and words[:1] == [b"APPEND"] and linked.intersection(words[1:2]):
        return 2
    return 0 if _OWN_LINKING in command.name else len(words)


def finds_runtime(file: SourceFile) -> bool:
    """Tell whether a script of the project asks for the package of CUDA's or HIP's runtime.

    Where nothing but the file is known, one does.
    """
    root = file.depend_on_tree()
    if root is None:
        return True
    texts = (file.data, *CMakeScripts(root, file.path).naming(b"find_package"))
    return any(_FINDS_RUNTIME.search(text) for text in texts)


def is_the_drivers(file: SourceFile) -> bool:
    """Tell whether `cuda` is the driver's library: no script of the project makes such a target."""
    root = file.depend_on_tree()
    if root is None:
        return False
    scripts = CMakeScripts(root, file.path)
    texts = (file.data, *scripts.naming(b"cuda"))
    return not any(_MAKES_CUDA.search(text) for text in texts)


def asks_for_file(text: bytes, at: int) -> bool:
    """Tell whether a generator expression asks for the file of the target that is named at `at`."""
    return _ASKS_FILE.search(text, 0, at) is not None


def with_file(edit: Edit) -> Edit:
    """Return the edit with the runtime's target that is a file: `hip::host` is none."""
    return edit._replace(text=_FILE) if edit.text == RUNTIME_TARGET.encode() else edit


def brought_along(command: Command, name: str, roc: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield package and target of what CUDA's target links beside itself, and ROCm's does not."""
    for needed in cmake_table().target_needs.get(name, "").split():
        library = by_cudas_name(roc).get(needed)
        if library is not None and f"CUDA::{needed}".encode() not in command.words:
            yield library.package, f" {library.target}".encode()
