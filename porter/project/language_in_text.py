"""The language of a file in a folder, by its text where its name does not tell."""

from __future__ import annotations

import os

from porter.files.regular import open_regular
from porter.source.build_files.compiler_settings import is_make_settings
from porter.source.text.languages import (
    Language,
    is_device_code,
    is_shell_script,
    language_of,
    may_be_script,
    may_be_template,
)

#: Bytes that tell whether a file is a script.
_FIRST_LINE = 128
_LARGEST_TEMPLATE = 1 << 20
_LARGEST_SETTINGS = 1 << 16
#: Ends of files that assign in a way of their own, and of those that are no text.
_OTHER_FORMS = tuple(
    ".toml .ini .cfg .properties .env .json .yaml .yml .xml .html .css .js .svg .csv .tsv .tex"
    " .png .jpg .jpeg .gif .pdf .gz .bz2 .xz .zip .tar .npy .npz .bin .dat .pt .so .a .o".split()
)


def language_in(child: os.DirEntry[str], path: str) -> Language:
    """Return the language of a file: by its path, a script's first line, or its text.

    Args:
        child: the file, as its folder lists it.
        path: its path from the project's folder.
    """
    found = language_of(path)
    if found is not Language.OTHER:
        return found
    is_script, is_template = may_be_script(child.name), may_be_template(child.name)
    may_be_settings = not is_template and _may_be_settings(child)
    if not (is_script or is_template or may_be_settings):
        return found
    most = _LARGEST_SETTINGS if may_be_settings else _FIRST_LINE
    most = _LARGEST_TEMPLATE if is_template else most
    try:
        with open_regular(child.path, follow=False) as stream:
            beginning = stream.read(most)
    except OSError:
        return found  # whoever copies it says so
    if is_script and is_shell_script(beginning[:_FIRST_LINE]):
        return Language.SHELL
    if is_template and is_device_code(beginning):
        return Language.CUDA
    is_named = child.name.lower().startswith("make")
    is_makes = may_be_settings and is_make_settings(beginning, is_named=is_named)
    return Language.MAKE if is_makes else found


def _may_be_settings(child: os.DirEntry[str]) -> bool:
    """Tell whether a file is as small as settings are, and has no form of its own."""
    if child.name.lower().endswith(_OTHER_FORMS):
        return False
    try:
        return child.stat(follow_symlinks=False).st_size <= _LARGEST_SETTINGS
    except OSError:
        return False
