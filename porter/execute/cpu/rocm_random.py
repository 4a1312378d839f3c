"""CUDA's sources with ROCm's random numbers.

cuRAND and rocRAND step XORWOW and MRG32k3a alike and make numbers of them alike, but start them
otherwise from the same seed, so that a program which draws says other things on AMD's GPUs. With
rocRAND's constants in cuRAND's header both draw the same, and the rest of a program can be
compared. Poisson's numbers are made of them by rocRAND's own functions, out of its header. A
generator of the host's is taken from the executor's hipRAND whole.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.files.regular import LARGEST_FILE, read_regular_text
from porter.files.write import write_atomically
from porter.processes.set_variables import set_variables
from porter.toolchain.home import porter_home

#: The executor's runtime asks for it, too: `native/libraries/rand/generator.cpp`.
_VARIABLE = "PORTER_CPU_ROCM_RANDOM"
#: Header of cuRAND's -> what becomes of its text: the constants that a seed is mixed with
#: (`rocrand_xorwow.h`), and how two words become a double (`rocrand_uniform.h`).
_CHANGES = {
    "curand_kernel.h": (
        ("0xaad26b49UL", "0x2c7f967fUL"),
        ("0xf7dcefddUL", "0xa03697cbUL"),
        ("1099087573UL", "1228688033UL"),
        ("2591861531UL", "2073658381UL"),
    ),
    "curand_uniform.h": (
        (
            "unsigned long long z = (unsigned long long)x ^\n"
            "        ((unsigned long long)y << (53 - 32));\n"
            "    return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE/2.0);",
            "unsigned long long z = (unsigned long long)x ^\n"
            "        ((unsigned long long)(y >> 11) << 32);\n"
            "    return z * CURAND_2POW53_INV_DOUBLE + CURAND_2POW53_INV_DOUBLE;",
        ),
        (
            "curand_uniform_double(curandStatePhilox4_32_10_t *state)\n{\n"
            "    return _curand_uniform_double(curand(state));",
            "curand_uniform_double(curandStatePhilox4_32_10_t *state)\n{\n"
            "    const unsigned int x = curand(state);\n"
            "    return _curand_uniform_double_hq(x, curand(state));",
        ),
    ),
}
#: Likewise of MRG32k3a (`rocrand_mrg32k3a.h`): a seed is mixed with itself in place of a constant,
#: and words are made of numbers from 0 on. All of them are made, or none.
_SEEDED = "= (unsigned int)curand_MRGmodMul({2}, state->s{0}[{1}], MRG32K3A_MOD{0});"
_MIXED = "= (unsigned int)curand_MRGmodMul({2}, (double)(seed % {3}ull), MRG32K3A_MOD{0});"
_MODULI = ("4294967087", "4294944443")
_MRG_CHANGES = (
    ("if (seed != 0ull) {\n        unsigned int x1", "if (seed == 0ull) seed = 12345ull;\n"
     "    {\n        unsigned int x1"),
    ("(double)curand_MRG32k3a(state)*(double)MRG32K3A_BITS_NORM",
     "((double)curand_MRG32k3a(state) - 1.)*1.000000048661607"),
    *((_SEEDED.format(part + 1, at, word), _MIXED.format(part + 1, at, word, _MODULI[part]))
      for part, words in enumerate((("x1", "x2", "x1"), ("x2", "x1", "x2")))
      for at, word in enumerate(words)),
)  # fmt: skip

_POISSON = "curand_poisson.h"
#: Where rocRAND's functions begin and end.
_FIRST, _LAST = "\nnamespace rocrand_device {\n", "\n} // end namespace rocrand_device\n"
#: Generators of pseudo-random numbers; of quasi-random ones rocRAND makes Poisson's otherwise.
_DRAWN_BY = re.compile(
    r"QUALIFIERS (?:unsigned int|uint4) curand_poisson4?\("
    r"curandState(?:XORWOW|Philox4_32_10|MRG32k3a)_t \*state, double lambda\)\n\{\n"
)
#: What rocRAND's functions call.
_CALLED = """\
#ifndef ROCRAND_PI_DOUBLE
#define ROCRAND_PI_DOUBLE 3.1415926535897932
#endif
#ifndef ROCRAND_2POW32_INV_DOUBLE
#define ROCRAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#endif
template <typename State> QUALIFIERS double rocrand_uniform_double(State *state) {
  return curand_uniform_double(state);
}
template <typename State> QUALIFIERS double rocrand_normal_double(State *state) {
  return curand_normal_double(state);
}
"""
#: Functions that draw by these: one for each, and four numbers of Philox.
_GENERATORS = 4
_DRAW = "rocrand_device::detail::poisson_distribution(state, lambda)"


def is_wanted() -> bool:
    """Tell whether the environment asks for it."""
    return _VARIABLE in os.environ


@contextmanager
def rocm_random() -> Iterator[None]:
    """Have this process, and what it starts, compile and run CUDA's side with these numbers."""
    with set_variables({_VARIABLE: "1"}):
        yield


def _poisson(cuda: Path, rocm: Path) -> str:
    """Return the header of Poisson's numbers; "" where one does not read as expected."""
    theirs, ours = cuda / _POISSON, rocm / "rocrand" / "rocrand_poisson.h"
    if not (theirs.is_file() and ours.is_file()):
        return ""
    whole, text = (read_regular_text(one, LARGEST_FILE) for one in (ours, theirs))
    start, end = whole.find(_FIRST), whole.find(_LAST)
    found = [*_DRAWN_BY.finditer(text)]
    if not 0 <= start < end or len(found) != _GENERATORS:
        return ""
    functions = whole[start : end + len(_LAST)]
    for one in reversed(found):
        four = f"uint4{{{', '.join([_DRAW] * 4)}}}"
        drawn = four if "poisson4" in one[0] else _DRAW
        text = f"{text[: one.end()]}    return {drawn};\n{text[one.end() :]}"
    at = found[0].start()
    return f"{text[:at]}{_CALLED}{functions}{text[at:]}"


def headers(cuda: Path, rocm: Path) -> list[Path]:
    """Return the folder of the headers with ROCm's constants, to go before CUDA's own.

    Args:
        cuda: the folder of CUDA's headers.
        rocm: the folder of ROCm's.

    Returns:
        The folder; nothing where a header is not there or does not read as expected: numbers are
        CUDA's then.
    """
    made = {}
    for name, changes in _CHANGES.items():
        if not (cuda / name).is_file():
            return []
        text = read_regular_text(cuda / name, LARGEST_FILE)
        for old, new in changes:
            if old not in text:
                return []
            text = text.replace(old, new)
        if all(old in text for old, _ in _MRG_CHANGES):
            for old, new in _MRG_CHANGES:
                text = text.replace(old, new)
        made[name] = text.encode()
    if poisson := _poisson(cuda, rocm):
        made[_POISSON] = poisson.encode()
    digest = hashlib.sha256(b"\0".join(made.values())).hexdigest()[:32]
    folder = porter_home() / "cpu-executor" / "random" / digest
    for name, data in made.items():
        if not (folder / name).is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(folder / name, data)
    return [folder]
