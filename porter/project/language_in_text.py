"""The language of a file in a folder, by its text where its name does not tell."""

from __future__ import annotations

import os

from porter.files.regular import open_regular
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


def language_in(child: os.DirEntry[str], path: str) -> Language:
    """Return the language of a file: by its path, a script's first line, or a template's text.

    Args:
        child: the file, as its folder lists it.
        path: its path from the project's folder.
    """
    found = language_of(path)
    if found is not Language.OTHER:
        return found
    is_script = may_be_script(child.name)
    if not is_script and not may_be_template(child.name):
        return found
    try:
        with open_regular(child.path, follow=False) as stream:
            if is_script:
                return Language.SHELL if is_shell_script(stream.read(_FIRST_LINE)) else found
            return Language.CUDA if is_device_code(stream.read(_LARGEST_TEMPLATE)) else found
    except OSError:
        return found  # whoever copies it says so
