"""Link ROCm's libraries where a command line linked CUDA's.

## What it does
Where a compiler is called, `-lcudart` becomes `-lamdhip64`, `-lcublas` `-lhipblas` and so on, by
the table `rules/cuda-hip/libraries.toml`; `-lcudadevrt` goes, and so does what would be named
twice. With `--blas roc` and the like they are ROCm's own.

## Why
CUDA's libraries are not there.

## What it leaves alone
Libraries that ROCm has nothing for (`-lnvjpeg`, `-lcupti`): reported. Files that speak of ROCm
themselves.

## References
The libraries in ROCm's lib folder; CUDA's release notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import without
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.fixers.scripts._words import groups
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.libraries import NOT_NEEDED, by_cudas_name, is_nvidias_own

rule = Rule("SCR03", "command-libraries", languages=LANGUAGES)

_LIBRARY = re.compile(r"-l([\w-]+)")

EXAMPLES = (
    Example(
        """
        LIBS='-lcublas -lcuda -lcudart'
        g++ main.o kernel.o $LIBS -lcudadevrt -lm -o main
        """,
        """
        LIBS='-lhipblas -lamdhip64'
        g++ main.o kernel.o $LIBS -lm -o main
        """,
        path="build.sh",
        title="a host compiler links",
    ),
    Example(
        "$ nvcc spmv.c -o spmv -lcusparse\n",
        "$ nvcc spmv.c -o spmv -lhipsparse\n",
        path="README.md",
        title="a README",
    ),
    Example(
        "nvcc a.cu -lnvjpeg\n", findings=("warning",), path="build.sh", title="one that ROCm lacks"
    ),
    Example(
        "$1 -I$2 -L$3 -lcuda -lcudart -o probe probe.cpp &> /dev/null\n$1 -lm\n",
        "$1 -I$2 -L$3 -lamdhip64 -o probe probe.cpp &> /dev/null\n$1 -lm\n",
        path="probe.sh",
        title="a compiler that the script is given",
    ),
    Example("ls -lcuda\nnvcc a.cu -lm\n", path="run.sh", title="others"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield ROCm's libraries."""
    text = reading(file)
    if text.knows_rocm:
        return
    known = by_cudas_name(context.options.roc)
    for words in groups(text):
        linked: set[str] = set()
        for word in words:
            match = _LIBRARY.fullmatch(word.text)
            if match is None:
                continue
            name = match[1]
            library = known.get(name)
            if library is not None and library.name not in linked:
                linked.add(library.name)
                yield rule.replace(word, library.flags().encode())
            elif library is not None or name in NOT_NEEDED:
                yield rule.replace(without(file.data, word.start, word.end), b"")
            elif is_nvidias_own(name):
                yield rule.warning(
                    word, f"ROCm has no library in place of {name}", hint="see what uses it"
                )
