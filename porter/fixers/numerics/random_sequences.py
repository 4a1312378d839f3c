"""Report random numbers that are others than CUDA's for the same seed.

## What it does
Reports, once a file, generators whose sequences differ between cuRAND and hipRAND for the same
seed: XORWOW, which is `curandState` and cuRAND's default, MRG32k3a, and the Mersenne Twisters; and
`curand_uniform_double` of a Philox state.

## Why
hipRAND's generators are as good, but rocRAND seeds them in another way. Numbers that a program
compares with stored ones, or expects on two machines, change. Philox's words and its uniform and
normal numbers in single precision agree to the bit; its uniform doubles are made of the words in
another way.

## What it leaves alone
`curandStatePhilox4_32_10_t` with single precision, and Sobol's sequences, whose numbers follow from
the directions that the program passes.

## References
cuRAND, device API; rocRAND, `rocrand_xorwow.h`, `rocrand_mrg32k3a.h`, `rocrand_philox4x32_10.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_GENERATORS = {
    "XORWOW": (
        "curandState",
        "curandState_t",
        "curandStateXORWOW",
        "curandStateXORWOW_t",
        "CURAND_RNG_PSEUDO_DEFAULT",
        "CURAND_RNG_PSEUDO_XORWOW",
    ),
    "MRG32k3a": ("curandStateMRG32k3a", "curandStateMRG32k3a_t", "CURAND_RNG_PSEUDO_MRG32K3A"),
    "Mersenne Twister": (
        "curandStateMtgp32",
        "curandStateMtgp32_t",
        "CURAND_RNG_PSEUDO_MTGP32",
        "CURAND_RNG_PSEUDO_MT19937",
    ),
}
_PHILOX = (b"curandStatePhilox4_32_10_t", b"curandStatePhilox4_32_10")
_PARAMETER = re.compile(rb"\b(?:typename|class)[ \t]++(\w++)")
_DOUBLES = (b"curand_uniform_double", b"curand_uniform2_double", b"curand_uniform4_double")
_NAMES = {name.encode(): generator for generator, names in _GENERATORS.items() for name in names}

rule = Rule("NUM06", "random-sequences", fix=Fix.NONE, names=(*_NAMES, *_DOUBLES), handles=())

EXAMPLES = (
    Example(
        """
        __global__ void draw(curandState *state) { curand_uniform(state); }
        __global__ void more(curandState *state) { curand_uniform(state); }
        """,
        findings=("note",),
    ),
    Example(
        "curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MRG32K3A);\n",
        findings=("note",),
    ),
    Example(
        """
        __device__ double draw(curandStatePhilox4_32_10_t *s) { return curand_uniform_double(s); }
        """,
        findings=("note",),
        title="Philox in double precision",
    ),
    Example(
        "__device__ float draw(curandStatePhilox4_32_10_t *s) { return curand_uniform(s); }\n",
        title="Philox agrees",
    ),
    Example(
        "template <typename curandState> __global__ void set(curandState *s) { init(s); }\n",
        title="a parameter of a template",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each generator of the file whose numbers differ."""
    found: dict[str, list[tuple[int, int]]] = {}
    parameters = frozenset(_PARAMETER.findall(file.code))
    for use in file.mentions(_NAMES.keys() - parameters):
        found.setdefault(_NAMES[use.name], []).append((use.start, use.end))
    if not file.names.isdisjoint(_PHILOX):
        for use in file.mentions(_DOUBLES):
            found.setdefault("Philox in double precision", []).append((use.start, use.end))
    for generator, places in found.items():
        yield rule.note(
            places[0],
            f"{generator}: hipRAND draws other numbers than cuRAND for the same seed",
            hint="Philox's words, and its uniform and normal floats, are the same on both",
            occurrences=len(places),
        )
