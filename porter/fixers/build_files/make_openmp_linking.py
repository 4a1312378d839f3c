"""Link OpenMP of the compiler that links where a Makefile names GCC's library.

## What it does
`-lgomp` becomes `-fopenmp` in Makefiles that call nvcc and give a compiler `-fopenmp`. Where nvcc
is given it for objects, the recipe that links them to a shared library by nvcc is given it, too.

## Why
nvcc's host compiler calls libgomp (`-Xcompiler -fopenmp`), which is linked by its name. HIP's
compiler calls LLVM's libomp (`undefined symbol: __kmpc_fork_call`), which it brings where it links
with `-fopenmp`, and which has libgomp's functions as well. To GCC the option means its own library:
a program that GCC links brings libgomp for a library of nvcc's, and nothing for one of clang's.

## What it leaves alone
Makefiles without a call of nvcc's, or without `-fopenmp`: what they link is GCC's.

## References
clang's manual, "OpenMP Support"; GCC's manual, `-fopenmp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD53", "make-openmp-linking", languages=(Language.MAKE,))

#: With what hands it to the linker, which has no `-fopenmp`.
_GOMP = re.compile(rb"(?<![\w/.-])(?:(?:-Xlinker|--linker-options)[ \t=]++|-Wl,)?+-lgomp(?![\w-])")
_OPENMP = re.compile(rb"(?<![\w-])-fopenmp(?![\w-])")
_DEVICE = re.compile(rb"(?i)nvcc|hipcc")
_SHARED = re.compile(rb"(?<![\w-])-{1,2}+shared(?![\w-])")

EXAMPLES = (
    Example(
        'F = -Xcompiler "-Wall -fopenmp"\nL = -lgomp -lm\napp: a.cu\n\tnvcc $(F) $^ $(L)\n',
        'F = -Xcompiler "-Wall -fopenmp"\nL = -fopenmp -lm\napp: a.cu\n\tnvcc $(F) $^ $(L)\n',
        path="Makefile",
        title="a library of GCC's",
    ),
    Example(
        "lib: a.cu\n\tnvcc -Xcompiler -fopenmp -c a.cu\n\tnvcc -shared a.o -o liba.so\n",
        "lib: a.cu\n\tnvcc -Xcompiler -fopenmp -c a.cu\n\tnvcc -shared -fopenmp a.o -o liba.so\n",
        path="Makefile",
        title="a shared library",
    ),
    Example(
        "app: a.cu\n\tnvcc -Xcompiler -fopenmp a.cu -Xlinker -lgomp -Wl,-lgomp\n",
        "app: a.cu\n\tnvcc -Xcompiler -fopenmp a.cu -fopenmp -fopenmp\n",
        path="Makefile",
        title="handed to the linker",
    ),
    Example("app: a.c\n\tgcc -fopenmp a.c -lgomp\n", path="Makefile", title="no device code"),
    Example("app: a.cu\n\tnvcc a.cu solver.a -lgomp\n", path="Makefile", title="no pragmas"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option in place of the library."""
    if not _OPENMP.search(file.data) or not _DEVICE.search(file.data):
        return
    lines = [one for one in changeable(file) if one.kind in (Kind.ASSIGNMENT, Kind.RECIPE)]
    recipes = [one for one in lines if one.kind is Kind.RECIPE and _DEVICE.search(one.text)]
    is_given = any(_OPENMP.search(one.text) for one in recipes)
    for line in lines:
        for match in _GOMP.finditer(line.text):
            start, end = (line.text_start + at for at in match.span())
            yield rule.replace((start, end), b"-fopenmp")
    for line in recipes if is_given else ():
        shared = None if _OPENMP.search(line.text) else _SHARED.search(line.text)
        if shared is not None:
            yield rule.insert(line.text_start + shared.end(), b" -fopenmp")
