"""CMake's commands about targets and files, and the words among their arguments that name none.

Source: CMake's manual, cmake-commands(7).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Commands that make a target.
MAKES_TARGET = frozenset({b"add_library", b"add_executable", b"add_custom_target"})
ABOUT_TARGET = frozenset(
    {
        b"target_sources",
        b"target_link_libraries",
        b"target_link_options",
        b"target_include_directories",
        b"target_compile_definitions",
        b"target_compile_options",
        b"target_compile_features",
        b"target_precompile_headers",
        b"set_target_properties",
        b"set_property",
    }
)
#: Commands after which targets may be there that no script shows.
BRINGS_TARGETS = re.compile(rb"fetchcontent_\w+|externalproject_\w+|cpm\w+|find_package|include")
#: Commands that make files, or name those that are made.
MAKES_FILES = frozenset(
    {b"add_custom_command", b"configure_file", b"file", b"add_custom_target", b"execute_process"}
)
WORDS = frozenset(
    "STATIC SHARED MODULE OBJECT INTERFACE EXCLUDE_FROM_ALL WIN32 MACOSX_BUNDLE IMPORTED GLOBAL "
    "PUBLIC PRIVATE UNKNOWN ALIAS BEFORE".split()
)
ASKS = re.compile(rb"check_\w+|find_dependency")
LINK_WORDS = frozenset("PUBLIC PRIVATE INTERFACE debug optimized general".split())


def makes_files(name: bytes, words: Sequence[str]) -> bool:
    """Tell whether a command may make files that it names.

    Args:
        name: of the command.
        words: its words.
    """
    is_said = name == b"set_source_files_properties" and "GENERATED" in words
    return is_said or name in MAKES_FILES
