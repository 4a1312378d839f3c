"""Tell a host compiler of HIP's platform where a command line gives it CUDA's headers.

## What it does
Where `g++` or another compiler of C or C++ is given CUDA's include folder by its command,
`-D__HIP_PLATFORM_AMD__` stands behind it.

## Why
HIP's headers refuse to be read without it (`Must define exactly one of …`). hipcc defines it, other
compilers do not.

## What it leaves alone
What only nvcc is given; commands that define the macro already; files that speak of ROCm
themselves.

## References
HIP's documentation, "Compiling and linking"; hip_runtime_api.h.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.scripts._folders import below, holders, places
from porter.fixers.scripts._reading import LANGUAGES, reading
from porter.source import SourceFile
from porter.source.build_files.make_commands import Compiler
from porter.source.text.edits import RuleOutput

rule = Rule("SCR04", "command-host-units", languages=LANGUAGES)

_MACRO = b"-D__HIP_PLATFORM_AMD__"
_FLAG = re.compile(rb"-I|-isystem|-idirafter|-iquote")

EXAMPLES = (
    Example(
        "g++ -O2 -I/usr/local/cuda/include -c main.cpp\n",
        "g++ -O2 -I/usr/local/cuda/include -D__HIP_PLATFORM_AMD__ -c main.cpp\n",
        path="build.sh",
        title="a host compiler",
    ),
    Example(
        "g++ -isystem $CUDA_HOME/include \\\n  -c main.cpp\n",
        "g++ -isystem $CUDA_HOME/include -D__HIP_PLATFORM_AMD__ \\\n  -c main.cpp\n",
        path="build.sh",
        title="a folder that a variable holds",
    ),
    Example(
        "CUDA=${CUDA_PATH:-/usr/local/cuda}\ng++ -I$CUDA/include -I$OTHER/include -c main.cpp\n",
        "CUDA=${CUDA_PATH:-/usr/local/cuda}\n"
        "g++ -I$CUDA/include -D__HIP_PLATFORM_AMD__ -I$OTHER/include -c main.cpp\n",
        path="build.sh",
        title="a variable of the script's own",
    ),
    Example("nvcc -I/usr/local/cuda/include a.cu\n", path="build.sh", title="nvcc"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the macro behind the folder."""
    text = reading(file)
    if text.knows_rocm or b"include" not in file.data:
        return
    own = holders(text)
    for call in text.calls:
        if call.compiler is not Compiler.HOST or any(w.text == _MACRO for w in call.arguments):
            continue
        last = None
        is_folder = False
        for word in call.arguments:
            flag = _FLAG.match(word.text)
            folder = word.text if is_folder else word.text[flag.end() :] if flag else b""
            is_folder = flag is not None and flag.end() == len(word.text)
            is_cudas = any(folder[one.end :].startswith(b"/include") for one in places(folder))
            if is_cudas or any(one["include"] for one in below(own, folder)):
                last = word
        if last is not None:
            yield rule.insert(last.end, b" " + _MACRO)
