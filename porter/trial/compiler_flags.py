"""What HIP's compiler says of the flags of a command, asked without compiling anything.

clang's driver reads its options and names the commands that it would run (`-###`); it runs none of
them, loads nothing, and writes nothing.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from functools import lru_cache

from porter.errors import PorterError
from porter.toolchain.discovery import find

#: Options whose value is the next word.
_WITH_VALUE = frozenset(
    "-MF -MT -MQ -Xlinker -Xclang -mllvm -target --param -T -z -u -Xpreprocessor -Xassembler -F "
    "-framework".split()
)
#: Folders, macros and libraries, which no driver refuses; what is made, and of what language.
_LEFT_OUT = ("-I", "-L", "-D", "-U", "-l")
_LEFT_OUT_WITH_VALUE = frozenset(
    {*_LEFT_OUT, "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-o", "-x"}
)
_MICROSOFTS = re.compile(r"/[A-Za-z][\w+]*(?::\S*)?")
#: Errors that say something of this question, and not of the flags.
_OF_NO_FLAG = re.compile(
    r"no input files|no such file|cannot find|cannot specify|too many|--offload-arch|GPU arch"
)
_SECONDS = 20


def refusals(words: Sequence[str]) -> Iterator[str]:
    """Yield what HIP's compiler has against the words of a command.

    Args:
        words: them, without the compiler.
    """
    flags: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _LEFT_OUT_WITH_VALUE:
            next(rest, None)
        elif word.startswith(_LEFT_OUT):
            continue
        elif word in _WITH_VALUE or word.startswith("-Xarch_"):
            flags += [word, *([value] if (value := next(rest, None)) else [])]
        elif word.startswith("-"):
            flags.append(word)
        elif _MICROSOFTS.fullmatch(word) and not os.path.exists(word):
            yield f"no such file: {word}, which is an option of Microsoft's compiler"
    yield from _asked(tuple(flags))


@lru_cache(maxsize=256)
def _asked(flags: tuple[str, ...]) -> tuple[str, ...]:
    try:
        clang = find().clang
    except PorterError:  # nobody to ask
        return ()
    words = [str(clang), "-###", "-x", "hip", "-nogpulib", "-nogpuinc", os.devnull]
    words += [one for one in flags if not one.startswith(("@", "--config"))]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return ()
    said = (line.partition("error: ")[2] for line in done.stderr.splitlines())
    return tuple(dict.fromkeys(one for one in said if one and not _OF_NO_FLAG.search(one)))
