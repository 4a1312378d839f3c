"""What GCC says of the processor and the standard that a recipe names.

Only these options are asked of it: others may load a plugin or write a file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache

_ASKED = re.compile(r"-(?:march|mtune|std)=[A-Za-z][\w.+-]*")
_LANGUAGES = {"gcc": "c", "cc": "c", "g++": "c++", "c++": "c++"}
_SECONDS = 20


def refusals(compiler: str, words: Sequence[str]) -> Iterator[str]:
    """Yield what GCC has against the words of a command.

    Args:
        compiler: its name in the command, without a folder; others than GCC are not asked.
        words: the others.
    """
    if compiler in _LANGUAGES:
        for word in filter(_ASKED.fullmatch, words):
            if not _is_known(compiler, word):
                yield f"{word} is what the {compiler} here does not know"


@lru_cache(maxsize=256)
def _is_known(compiler: str, option: str) -> bool:
    program = shutil.which(compiler)
    if program is None:
        return True
    words = [program, option, "-E", "-x", _LANGUAGES[compiler], os.devnull]
    try:
        done = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return True
    return done.returncode == 0
