"""Give a host compiler HIP's headers where CUDA's were found without a folder, in Makefiles.

## What it does
Where a recipe has `g++` or another compiler of C or C++ read a source that includes CUDA's headers,
by itself or through the project's, and no option names CUDA's folder of headers, ROCm's is named
behind the compiler, and HIP's platform: `-I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__`.

## Why
Distributions install CUDA's headers where every compiler looks, and others name them in `CPATH`.
ROCm's lie in a folder of their own, and hipcc alone finds them there: `hip/hip_runtime.h: No such
file or directory`.

## What it leaves alone
Commands that are given CUDA's folder (BLD14), unless a later value takes the place of that; sources
that include Thrust, which hipcc reads (BLD34); objects that make compiles by rules of its own.

## References
HIP's documentation, "Compiling and linking"; GCC's manual, "Environment Variables".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._included import DEVICE_HEADERS
from porter.fixers.build_files._make import reading
from porter.fixers.build_files._make_given import is_given, rocms_folder
from porter.fixers.build_files._make_sources import Sources, host_commands
from porter.fixers.build_files._toolkit_folder import NAMES
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD57", "make-host-headers", languages=(Language.MAKE,))

_MACRO = b"-D__HIP_PLATFORM_AMD__"
#: What names a folder of headers that may be CUDA's or, in a port, ROCm's.
_GIVEN = re.compile(
    rb"(?i)(?:cuda|rocm|hip)[\w./(){}$-]{0,200}+(?<=include)|-I[ \t]*+[^\s]{0,200}?(?:cuda|rocm)"
    rb"|\$[({]%b[)}]|__HIP_PLATFORM_AMD__|--cflags\b|CPATH" % NAMES
)

EXAMPLES = (
    Example(
        """
        main: main.cpp
        \tg++ main.cpp -o main
        """,
        path="Makefile",
        title="a source without CUDA's headers",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the folder and the platform behind the compiler."""
    if b"$" not in file.data and b"cc" not in file.data and b"++" not in file.data:
        return
    read = reading(file)
    if read.unfollowed or any(
        b"CPATH" in data or b"_INCLUDE_PATH" in data for _, data in read.files
    ):
        return
    names = b"|".join(re.escape(name) for name in sorted(context.tables.headers))
    sources = Sources(file, re.compile(names), with_c=True)
    hipccs = Sources(file, DEVICE_HEADERS)
    root = b""
    for command in host_commands(file):
        text, needs = command.text, command.needs
        if is_given(read.flow, text, _GIVEN) or hipccs.named(text, needs):
            continue
        many = set(sources.meant(text, needs))
        if sources.named(text, needs) or many - set(hipccs.meant(text, needs)):
            root = root or rocms_folder(read)
            added = b" -I%b/include %b" % (root, _MACRO)
            yield rule.insert(command.start + command.compiler[1], added)
