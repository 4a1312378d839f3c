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
from porter.fixers.build_files._make import reading
from porter.fixers.build_files._make_sources import Sources, host_commands
from porter.fixers.build_files._make_standards import behind_old_standard
from porter.source import SourceFile
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
    for command in host_commands(file):
        at, span = command.start, command.compiler
        compiler = command.text[span[0] : span[1]]
        old = behind_old_standard(flow, command.text)
        if sources.named(command.text, command.needs):
            yield rule.replace((at + span[0], at + span[1]), b"hipcc")
            if old is not None:
                yield rule.insert(at + old, b" -std=c++17")
        elif b"," not in compiler:
            found = sorted(set(sources.meant(command.text, command.needs)))
            if found:
                names = b" ".join(b"%b %%/%b" % (one, one) for one in found)
                chosen = b"$(if $(filter %b,$<),hipcc,%b)" % (names, compiler)
                yield rule.replace((at + span[0], at + span[1]), chosen)
                if old is not None:
                    standard = b" $(if $(filter %b,$<),-std=c++17)" % names
                    yield rule.insert(at + old, standard)
