"""Give hipcc the flags that it has in place of nvcc's, in Makefiles.

## What it does
What only nvcc knows goes the way of the table `rules/cuda-hip/flags.toml`: `-lineinfo` becomes
`-gline-tables-only`, `-Xcompiler -fPIC` becomes `-fPIC`, `--expt-relaxed-constexpr` goes. NVIDIA's
architectures become `--offload-arch=gfx90a`, gfx942 and gfx1100. Where variables hold them, the
flag becomes `--offload-arch=$(ARCH)`, and the value `gfx90a,gfx942,gfx1100`, or a list of these.
The folder of an object becomes its name: `-c src/main.cu -odir obj` `-c src/main.cu -o obj/main.o`.

## Why
hipcc refuses options that it does not know.

## What it leaves alone
`--use_fast_math` and others that change results or that somebody has to think about are taken out
and reported. Options that other programs share (`-G`, `-x`, `-arch`) stay unless nvcc is given
them: by its command, through variables, from a file that is included. Variables whose values are
computed, or handed on as a macro, keep them; the flag names AMD's architectures then. Which GPUs a
port is for is the user's to say: it is reported.

## References
nvcc's manual (command options); clang's command line reference; GNU make's manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._flags import Word, flag_changes
from porter.fixers.build_files._make import changeable, reading, without, words
from porter.fixers.build_files._make_architectures import Architectures, substitutions
from porter.fixers.build_files._make_branches import flow_around
from porter.fixers.build_files._make_output_folder import named_outputs
from porter.source import SourceFile
from porter.source.build_files.make_flow import loops
from porter.source.build_files.makefile import Line
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import Span, holds, merged
from porter.tables.cmake import cmake_table

rule = Rule("BLD11", "make-flags", languages=(Language.MAKE,))

_NATIVE = re.compile(r"-(?:arch|-gpu-architecture)[= ]native")
_HOSTS = rb"(?:-Xcompiler|--compiler-options)[ =]?(?:\s|\\\r?\n)*+"
#: `$(addprefix -Xcompiler ,…)`: each word of a list is the host compiler's. So is it where a list's
#: blanks become commas: `-Xcompiler $(subst $(space),$(comma),…)`.
_PREFIXED = re.compile(
    rb"\$\(addprefix\s+%b,\s*+"
    rb"|%b\$\(subst\s+(?:\$\(\)[ ]|\$\((?i:\w{0,9}space|sp)\)),"
    rb"\s*+\$(?:\((?:strip[ ],|,|(?i:\w{0,9}comma))\)|,),\s*+"
    rb"|\(|\)" % (_HOSTS, _HOSTS)
)

#: What BLD15 makes an empty object of.
_HANDLED = frozenset({"--device-link"})

EXAMPLES = (
    Example(
        "NVCCFLAGS = -O3 -lineinfo --expt-relaxed-constexpr -Xcompiler -fPIC,-Wall\n",
        "NVCCFLAGS = -O3 -gline-tables-only -fPIC -Wall\n",
        path="Makefile",
        title="a variable of flags",
    ),
    Example(
        """
        a.o: a.cu
        \tnvcc -gencode arch=compute_80,code=sm_80 -c $< -o $@
        """,
        """
        a.o: a.cu
        \tnvcc --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -c $< -o $@
        """,
        findings=("note",),
        path="Makefile",
        title="architectures",
    ),
    Example(
        """
        ARCH = sm_60
        CC = nvcc
        CFLAGS = -arch=$(ARCH) --use_fast_math
        a: a.cu
        \t$(CC) $(CFLAGS) a.cu -o a
        """,
        """
        ARCH = gfx90a,gfx942,gfx1100
        CC = nvcc
        CFLAGS = --offload-arch=$(ARCH)
        a: a.cu
        \t$(CC) $(CFLAGS) a.cu -o a
        """,
        findings=("note", "warning"),
        path="Makefile",
        title="an architecture in a variable, and fast math",
    ),
    Example(
        """
        SMS ?= 70 80
        $(foreach sm,$(SMS),$(eval F += -gencode arch=compute_$(sm),code=sm_$(sm)))
        """,
        """
        SMS ?= gfx90a gfx942 gfx1100
        $(foreach sm,$(SMS),$(eval F += --offload-arch=$(sm)))
        """,
        findings=("note", "note"),
        path="Makefile",
        title="a list of architectures",
    ),
    Example(
        "F += $(addprefix -Xcompiler ,$(CFLAGS))\n",
        "F += $(CFLAGS)\n",
        path="Makefile",
        title="flags of the host compiler",
    ),
    Example(
        'NVCCFLAGS = -Xcompiler ,\\"-fPIC\\",\\"-g\\" -Xlinker=-rpath=$(HERE)/lib\n',
        "NVCCFLAGS = -fPIC -g -Wl,-rpath=$(HERE)/lib\n",
        path="Makefile",
        title="a list as CMake writes it, and what is for the linker",
    ),
    Example(
        "NVCCFLAGS = -O3 -Xcompiler -Wall,-fconcepts\n",
        "NVCCFLAGS = -O3 -Wall\n",
        findings=("note",),
        path="Makefile",
        title="what GCC alone knows",
    ),
    Example(
        """
        ifeq ($(PLATFORM),nvidia)
        CC := nvcc
        CFLAGS += -arch=native
        else
        CC := clang++
        CFLAGS += -arch arm64
        endif
        a: a.cu
        \t$(CC) $(CFLAGS) a.cu -o a
        """,
        """
        ifeq ($(PLATFORM),nvidia)
        CC := nvcc
        CFLAGS += --offload-arch=native
        else
        CC := clang++
        CFLAGS += -arch arm64
        endif
        a: a.cu
        \t$(CC) $(CFLAGS) a.cu -o a
        """,
        findings=("note",),
        path="Makefile",
        title="nvcc in one branch, another compiler in the other",
    ),
    Example(
        """
        obj/%.o: src/%.cu
        \tnvcc -c $< -odir obj
        """,
        """
        obj/%.o: src/%.cu
        \tnvcc -c $< -o obj/$(basename $(notdir $<)).o
        """,
        path="Makefile",
        title="the folder of an object",
    ),
    Example("CFLAGS = -G 8 -x c -arch arm64\n", path="Makefile", title="not nvcc's"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of the flags."""
    data = file.data
    held = Architectures(reading(file).flow)
    fixed = [f"--offload-arch={one}" for one in cmake_table().architectures]
    for line in changeable(file):
        yield from _values(line, held)
        yield from _substituted(data, line, held)
        prefixes = list(_prefixes(line))
        yield from _unprefixed(line, prefixes)
        taken = {at for one in prefixes for at in range(one.start, one.inner)}
        made = merged((one.start, one.end) for one in substitutions(line.text))
        outputs = dict(named_outputs(reading(file).flow, line))
        for span, output in outputs.items():
            yield rule.replace(span, output, "-odir")
        found = [
            word
            for word in words(flow_around(file, line), line)
            if (at := word.start - line.text_start) not in taken
            and not holds(made, at)
            and not holds(tuple(outputs), word.start)
        ]
        for together in _by_loop(line, found):
            flag = held.flag(together)
            archs = fixed
            if flag.variables:
                archs = [f"--offload-arch=$({name.decode()})" for name in flag.variables]
            elif _NATIVE.search(" ".join(word.text for word in together)):
                archs = ["--offload-arch=native"]
            if flag.is_computed:
                yield rule.note(
                    line.text_span,
                    "what a variable says of NVIDIA's architectures no longer counts here",
                    hint="name the GPUs of the port by --offload-arch",
                )
            yield from flag_changes(
                rule,
                data,
                together,
                lambda start, end: without(data, start, end),
                archs,
                handled=_HANDLED,
            )


def _by_loop(line: Line, found: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the words of each loop's body, and those outside of loops: each a list of flags."""
    ahead = sorted(((loop.end, loop.body_end) for loop in loops(line.text)), reverse=True)
    entered: list[Span] = []  # the innermost last
    outside: list[Word] = []
    inside: dict[Span, list[Word]] = {}
    for word in found:
        at = word.start - line.text_start
        while ahead and ahead[-1][0] <= at:
            entered.append(ahead.pop())
        while entered and entered[-1][1] <= at:
            entered.pop()
        (inside.setdefault(entered[-1], []) if entered else outside).append(word)
    yield from inside.values()
    if outside:
        yield outside


def _values(line: Line, held: Architectures) -> Iterator[RuleOutput]:
    """Yield AMD's architectures where a variable is given NVIDIA's."""
    for start, end, new in held.values(line):
        if new == b"":
            yield rule.replace((start, end), b"")
            continue
        is_added = line.operator == b"+="
        text = b"" if is_added else new.join(one.encode() for one in cmake_table().architectures)
        old = line.text[start - line.text_start : end - line.text_start].decode()
        yield rule.note(
            (start, end),
            f"{old} is an architecture of NVIDIA's: it is {text.decode() or 'left out'} now",
            hint=f"name the port's: make {line.name.decode('utf-8', 'replace')}=gfx942",
        )
        yield rule.replace((start, end), text)


def _substituted(data: bytes, line: Line, held: Architectures) -> Iterator[RuleOutput]:
    """Yield AMD's flag where a reference makes one of each architecture, once for each list."""
    done: set[bytes] = set()
    for one in substitutions(line.text):
        at = line.text_start
        if not held.holds(one.name):
            yield rule.warning(
                (at + one.start, at + one.end),
                "what is computed of NVIDIA's architectures stays as it is",
                hint="name the GPUs of the port by --offload-arch",
            )
        elif one.name in done:
            yield rule.replace(without(data, at + one.start, at + one.end), b"")
        else:
            done.add(one.name)
            yield rule.replace((at + one.flag_start, at + one.flag_end), one.new)


class _Prefix(NamedTuple):
    """A call that makes flags for the host compiler of a list: its start, the list's, its end."""

    start: int
    inner: int
    end: int


def _prefixes(line: Line) -> Iterator[_Prefix]:
    if b"addprefix" not in line.text and b"subst" not in line.text:
        return
    inside: list[tuple[int, int] | None] = []
    for match in _PREFIXED.finditer(line.text):
        if match.group() == b")":
            call = inside.pop() if inside else None
            if call is not None:
                yield _Prefix(*call, match.start())
        else:
            is_call = len(match.group()) > 1
            inside.append((match.start(), match.end()) if is_call else None)


def _unprefixed(line: Line, prefixes: Sequence[_Prefix]) -> Iterator[RuleOutput]:
    for start, inner, end in prefixes:
        yield rule.replace((line.text_start + start, line.text_start + inner), b"", "-Xcompiler")
        yield rule.replace((line.text_start + end, line.text_start + end + 1), b"", "-Xcompiler")
