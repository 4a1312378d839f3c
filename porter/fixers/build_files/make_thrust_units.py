"""Compile the C++ sources that include Thrust or CUB with hipcc, in Makefiles.

## What it does
Where a recipe has a C++ compiler read a source that includes Thrust or CUB, by itself or through
the project's headers, it calls `hipcc`. In a rule for many sources (`%.o: %.cpp`) it does so for
these: `$(if $(filter sums.cpp %/sums.cpp,$<),hipcc,$(CXX))`.

## Why
CUDA's Thrust may be read by the C++ compiler, which takes the containers and algorithms of the host
from it. ROCm's is read by HIP's compiler alone.

## What it leaves alone
Sources that no recipe names: API54 says which they are.

## References
rocThrust's documentation, "Using rocThrust"; GNU make's manual, "Pattern Rules", "filter".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._included import DEVICE_HEADERS
from porter.fixers.build_files._make import changeable, reading
from porter.fixers.build_files._make_sources import Sources, host_compiler
from porter.fixers.build_files._make_standards import behind_old_standard
from porter.source import SourceFile
from porter.source.build_files.make_commands import commands
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD34", "make-thrust-units", languages=(Language.MAKE,))

EXAMPLES = (
    Example(
        """
        main: main.cpp
        \tg++ main.cpp -o main
        """,
        path="Makefile",
        title="a source that includes neither",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield hipcc where such a source is read."""
    flow = reading(file).flow
    sources = Sources(file, DEVICE_HEADERS)
    needs = b""
    for line in changeable(file):
        if line.kind is Kind.OTHER:
            needs = line.text.rpartition(b":")[2] if b"%" in line.text else line.text
        if line.kind is not Kind.RECIPE:
            continue
        for start, end in commands(line.text):
            command = line.text[start:end]
            place = host_compiler(flow, command)
            if place is None:
                continue
            at = line.text_start + start
            compiler = command[place[0] : place[1]]
            old = behind_old_standard(flow, command)
            if sources.named(command, needs):
                yield rule.replace((at + place[0], at + place[1]), b"hipcc")
                if old is not None:
                    yield rule.insert(at + old, b" -std=c++17")
            elif b"," not in compiler:
                found = sorted(set(sources.meant(command, needs)))
                if found:
                    names = b" ".join(b"%b %%/%b" % (one, one) for one in found)
                    chosen = b"$(if $(filter %b,$<),hipcc,%b)" % (names, compiler)
                    yield rule.replace((at + place[0], at + place[1]), chosen)
                    if old is not None:
                        standard = b" $(if $(filter %b,$<),-std=c++17)" % names
                        yield rule.insert(at + old, standard)
