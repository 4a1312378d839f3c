"""Give a host compiler ROCm's libraries where CUDA's were found without a folder, in Makefiles.

## What it does
Where a recipe has `g++` or another compiler of C or C++ link libraries of CUDA's for which ROCm has
its own (`-lcudart`), and no option names CUDA's folder of libraries, ROCm's is named behind the
compiler: `-L$(ROCM_PATH)/lib`.

## Why
Distributions install CUDA's libraries where every linker looks, and others name them in
`LIBRARY_PATH`. ROCm's lie in a folder of their own, and hipcc alone finds them there:
`cannot find -lamdhip64`.

## What it leaves alone
Commands that are given CUDA's folder (BLD14), unless a later value takes the place of that;
commands that compile alone; programs that make links by rules of its own; programs whose device
code is linked across files, by hipcc (BLD15).

## References
HIP's documentation, "Compiling and linking"; GCC's manual, "Environment Variables".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import reading
from porter.fixers.build_files._make_given import is_given, rocms_folder
from porter.fixers.build_files._make_relocatable import is_relocatable
from porter.fixers.build_files._make_sources import host_commands
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.tables.libraries import by_cudas_name

rule = Rule("BLD60", "make-host-linking", languages=(Language.MAKE,))

#: What names a folder of libraries that may be CUDA's or, in a port, ROCm's.
_GIVEN = re.compile(
    rb"-L[ \t]*+\S{0,200}?(?i:cuda|rocm|hip)|--libs\b|(?i:cuda|rocm|hip)\S{0,200}?[/)}]lib"
)
#: What stops a compiler before it links.
_COMPILES = re.compile(rb"(?<![\w-])-[cSEM](?![\w-])")

EXAMPLES = (
    Example(
        """
        main: main.o
        \tg++ main.o -o main -lcudart
        """,
        """
        main: main.o
        \tg++ -L$(or $(ROCM_PATH),/opt/rocm)/lib main.o -o main -lcudart
        """,
        path="Makefile",
        title="libraries that were found without a folder",
    ),
    Example(
        """
        main: main.o
        \tg++ main.o -o main -L/usr/local/cuda/lib64 -lcudart
        """,
        path="Makefile",
        title="a folder that is named",
    ),
    Example(
        """
        main: main.o
        \tg++ main.o -o main -lm
        """,
        path="Makefile",
        title="others",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the folder behind the compiler."""
    if b"-lcu" not in file.data and b"-l cu" not in file.data:
        return
    read = reading(file)
    if read.unfollowed or any(b"LIBRARY_PATH" in data for _, data in read.files):
        return
    if is_relocatable(read.flow):
        return
    names = b"|".join(re.escape(name.encode()) for name in by_cudas_name(context.options.roc))
    links = re.compile(rb"(?<![\w/.-])-l[ \t]*+(?:%b)(?![\w.-])" % names)
    root = b""
    for command in host_commands(file):
        if (
            is_given(read.flow, command.text, links)
            and not is_given(read.flow, command.text, _GIVEN)
            and not is_given(read.flow, command.text, _COMPILES)
        ):
            root = root or rocms_folder(read)
            yield rule.insert(command.start + command.compiler[1], b" -L%b/lib" % root)
