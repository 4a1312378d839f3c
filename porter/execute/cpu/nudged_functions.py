"""CUDA's mathematical functions with results that are one unit in the last place away.

The functions of two vendors differ by some such units: CUDA promises at most 4 for `powf`, ROCm's
are others. How far that takes a program's results, a program says that is given others itself. Its
library of functions (libdevice, which is bitcode) is taken as it is, and each function that rounds
is put behind one of its name that moves its results up or down, by a draw of each result's bits.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.execute.cpu.tool_runs import output_of, run
from porter.files.regular import LARGEST_FILE, read_regular, read_regular_text
from porter.processes.set_variables import set_variables
from porter.toolchain.home import porter_home

#: Names one of `DRAWS`; libraries are as they are where it is not set.
_VARIABLE = "PORTER_CPU_NUDGED"
#: What one draw moves up another moves down: errors may cancel by chance in one of them.
DRAWS = (1, 2, 3)

#: Functions of which CUDA documents an error of one unit or more, without the `f` of float:
#: https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#mathematical-functions-appendix
_NAMES = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "cospi",
    "erf", "erfc", "erfcinv", "erfcx", "erfinv", "exp", "exp10", "exp2", "expm1", "hypot", "j0",
    "j1", "lgamma", "log", "log10", "log1p", "log2", "normcdf", "normcdfinv", "pow", "powi",
    "rcbrt", "rhypot", "rsqrt", "sin", "sinh", "sinpi", "tan", "tanh", "tgamma", "y0", "y1",
)  # fmt: skip
_DEFINED = re.compile(
    r"^define (?P<type>float|double) @__nv_(?P<name>\w+)\((?P<parameters>[^)\n]*)\)", re.MULTILINE
)
#: Of each type its integer and the bits of its exponent.
_BITS = {"float": (32, 0x7F800000), "double": (64, 0x7FF0000000000000)}
#: Mixes a result's bits, so that the top one is as good as drawn; of each draw another.
_ODD = {32: 0x9E3779B9, 64: 0x9E3779B97F4A7C15}
_FUNCTION = """\
define {type} @__nv_{name}({parameters}) {{
  %n.r = call {type} @porter_exact_{name}({parameters})
  %n.b = bitcast {type} %n.r to {bits}
  %n.h = mul {bits} %n.b, {mix}
  %n.t = lshr {bits} %n.h, {top}
  %n.u = shl {bits} %n.t, 1
  %n.d = sub {bits} %n.u, 1
  %n.m = add {bits} %n.b, %n.d
  %n.e = and {bits} %n.b, {exponent}
  %n.z = icmp eq {bits} %n.e, 0
  %n.i = icmp eq {bits} %n.e, {exponent}
  %n.s = or i1 %n.z, %n.i
  %n.c = select i1 %n.s, {bits} %n.b, {bits} %n.m
  %n.o = bitcast {bits} %n.c to {type}
  ret {type} %n.o
}}
"""


def wanted() -> int:
    """Return which draw the environment asks for; 0 for none."""
    draw = os.environ.get(_VARIABLE, "")
    return int(draw) if draw.isdecimal() else 0


@contextmanager
def nudged(draw: int) -> Iterator[None]:
    """Have this process, and what it starts, compile CUDA's side with these functions.

    Args:
        draw: one of `DRAWS`.
    """
    with set_variables({_VARIABLE: str(draw)}):
        yield


def nudged_library(clang: Path, library: Path, draw: int) -> Path:
    """Return the library with these functions, made once for each library and draw.

    Args:
        clang: makes text of bitcode and bitcode of text.
        library: CUDA's own.
        draw: which results are moved up, and which down.

    Raises:
        PorterError: clang does not read it.
    """
    content = read_regular(library, LARGEST_FILE)
    words = (str(draw), _FUNCTION, *_NAMES)
    digest = hashlib.sha256(b"\0".join((content, *map(str.encode, words))))
    made = porter_home() / "cpu-executor" / "functions" / f"{digest.hexdigest()[:32]}.bc"
    if not made.is_file():
        made.parent.mkdir(parents=True, exist_ok=True)
        command = [str(clang), "-x", "ir", "--target=nvptx64-nvidia-cuda", "-emit-llvm", "-w"]
        command += ["-Xclang", "-disable-llvm-passes"]
        with tempfile.TemporaryDirectory(dir=made.parent) as folder:
            text, bitcode = Path(folder) / "functions.ll", Path(folder) / "functions.bc"
            output_of(run([*command, "-S", str(library), "-o", str(text)]))
            text.write_text(with_nudges(read_regular_text(text, LARGEST_FILE), draw), "utf-8")
            output_of(run([*command, "-c", str(text), "-o", str(bitcode)]))
            bitcode.replace(made)
    return made


def with_nudges(text: str, draw: int) -> str:
    """Return a library's text in which functions that round are behind others of their names.

    Args:
        text: LLVM IR that defines `__nv_powf` and the like.
        draw: which results are moved up, and which down.
    """
    added = []

    def behind(match: re.Match[str]) -> str:
        name, kind = match["name"], match["type"]
        plain = name.removesuffix("f") if kind == "float" else name
        if plain not in _NAMES:
            return match[0]
        width, exponent = _BITS[kind]
        mix = (_ODD[width] << 2 * draw | 1) % (1 << width)
        added.append(
            _FUNCTION.format(name=name, type=kind, parameters=match["parameters"],
                             bits=f"i{width}", exponent=exponent, mix=mix, top=width - 1)
        )  # fmt: skip
        return match[0].replace(f"@__nv_{name}(", f"@porter_exact_{name}(")

    return "\n".join([_DEFINED.sub(behind, text), *added])
