"""The commands of CMake's that are about targets which a port leaves out."""

from __future__ import annotations

import re

from porter.source.build_files.cmake import Argument, Command
from porter.source.build_files.cmake_commands import OF_CMAKE

MAKES = frozenset(
    b"add_executable add_library cuda_add_executable cuda_add_library pybind11_add_module "
    b"add_custom_target".split()
)
#: Commands about the target that is their first argument, by the end of their names.
_ABOUT = re.compile(rb"target_\w+|cuda_add_cublas_to_target|cuda_add_cufft_to_target")
#: Commands about all targets that they name.
LISTS = frozenset(b"set_target_properties install export set_property".split())
#: Commands about one of the targets that they name.
_ANY = frozenset(b"add_test add_dependencies gtest_discover_tests add_custom_command".split())
_KEYWORDS = frozenset(
    b"PROPERTIES PROPERTY EXPORT RUNTIME LIBRARY ARCHIVE DESTINATION FILE OBJECTS FRAMEWORK BUNDLE "
    b"PUBLIC_HEADER INCLUDES COMPONENT OPTIONAL NAMESPACE APPEND APPEND_STRING".split()
)
_NAMED = re.compile(rb"\$<TARGET_\w+:([\w.:+-]+)>")


def mentions(argument: Argument, names: frozenset[bytes]) -> bool:
    """Tell whether an argument is a target that is left out, or a file that it makes."""
    named = _NAMED.search(argument.text)
    return argument.text in names or (named is not None and named[1] in names)


def is_left_out(one: Command, names: frozenset[bytes]) -> bool:
    """Tell whether a command is about targets that are left out, and no other."""
    given = [argument.text for argument in one.arguments]
    if not any(mentions(argument, names) for argument in one.arguments):
        return False
    if one.name in MAKES or _ABOUT.fullmatch(one.name) or one.name not in OF_CMAKE:
        return given[0] in names  # a function of the project's own is given its target first
    if one.name in _ANY:
        return True
    if one.name not in LISTS:
        return False
    first = 0 if one.name == b"set_target_properties" else 1
    listed = []
    for word in given[first:]:
        if word in _KEYWORDS:
            break
        listed.append(word)
    return bool(listed) and all(word in names for word in listed)
