"""Give hipcc the flags that it has in place of nvcc's, in command lines.

## What it does
The arguments of `nvcc`, and variables of a script that reach it, go the way of the table
`rules/cuda-hip/flags.toml`, as in Makefiles: `-lineinfo` becomes `-gline-tables-only`,
`-Xcompiler -fPIC` becomes `-fPIC`, `--expt-relaxed-constexpr` goes. NVIDIA's architectures become
`--offload-arch=gfx90a`, gfx942 and gfx1100.

## Why
hipcc refuses options that it does not know.

## What it leaves alone
Options that other programs share, unless nvcc alone is given them; what stands in a variable that
the file does not set: a note says so where it was an architecture. `--use_fast_math` and others
that change results are taken out and reported. Files that speak of ROCm themselves.

## References
nvcc's manual (command options); clang's command line reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._flags import flag_changes
from porter.fixers.build_files._make import without
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.fixers.scripts._words import groups, texts
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.cmake import cmake_table

rule = Rule("SCR02", "command-flags", languages=LANGUAGES)

_NATIVE = re.compile(r"-(?:arch|-gpu-architecture)[= ]native")
_ARCHITECTURES = re.compile(r"-(?:arch|gencode|code|-gpu-architecture|-generate-code)[= ](\S*+)")

EXAMPLES = (
    Example(
        "nvcc -O3 -lineinfo --expt-relaxed-constexpr -Xcompiler -fPIC,-Wall a.cu\n",
        "nvcc -O3 -gline-tables-only -fPIC -Wall a.cu\n",
        path="build.sh",
        title="a script",
    ),
    Example(
        """
        FLAGS="-O3 -lineinfo"
        nvcc $FLAGS -arch=sm_80 \\
          --use_fast_math \\
          -c a.cu
        """,
        """
        FLAGS="-O3 -gline-tables-only"
        nvcc $FLAGS --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 \\
          -c a.cu
        """,
        findings=("note", "warning"),
        path="build.sh",
        title="a variable, an architecture, and fast math",
    ),
    Example(
        """
        RUN nvcc -rdc=true -dc a.cu \\
            # for the second pass
            -Xptxas -v && make
        """,
        """
        RUN nvcc -fgpu-rdc -fgpu-rdc -c a.cu \\
            # for the second pass
            && make
        """,
        path="Dockerfile",
        title="a Dockerfile",
    ),
    Example(
        "Pass -arch=sm_80 to nvcc -O3 for speed.\n\ngcc -G 8 -lineinfo.c x.c\n",
        path="README.md",
        title="a sentence, and another compiler",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags."""
    text = reading(file)
    if text.knows_rocm:
        return
    fixed = [f"--offload-arch={one}" for one in cmake_table().architectures]
    for words in groups(text):
        line = " ".join(texts(words))
        archs = ["--offload-arch=native"] if _NATIVE.search(line) else fixed
        if words[0].is_nvccs and any("$" in found[1] for found in _ARCHITECTURES.finditer(line)):
            yield rule.note(
                (words[0].start, words[-1].end),
                "what a variable says of NVIDIA's architectures no longer counts here",
                hint="name the GPUs of the port by --offload-arch",
            )
        yield from flag_changes(
            rule, file.data, words, lambda start, end: without(file.data, start, end), archs
        )
