"""A build file in a small tree, and what is read of the tree."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from porter.compile.units import find_units
from porter.errors import PorterError
from porter.source.text.languages import Language
from tests.fuzz import conversions
from tests.fuzz.target import Broken, Case

_SOURCES = ("a.hip", "b.cpp", "src/main.cpp", "src/kernels/k.hip")


def check(case: Case) -> None:
    """Read the units of a tree whose build file is the case.

    Raises:
        Broken: a unit lies outside of the tree.
    """
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        for name in _SOURCES:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(b"#include <hip/hip_runtime.h>\nint main() {}\n")
        (root / case.path).write_bytes(case.data)
        try:
            units = find_units(root)
        except PorterError:
            return
        for unit in units:
            if not os.path.realpath(root / unit.source).startswith(os.path.realpath(root)):
                raise Broken("unit", "lies outside of the tree")


def seeds(language: Language, name: str) -> list[Case]:
    """Return build files, all of them called `name`."""
    text = {
        Language.CMAKE: (
            b"cmake_minimum_required(VERSION 3.21)\nproject(x LANGUAGES CXX HIP)\n"
            b"set(S a.hip b.cpp)\nfile(GLOB M src/*.cpp)\nforeach(f IN LISTS S)\n"
            b"  list(APPEND ALL ${f})\nendforeach()\nadd_executable(x ${ALL} ${M})\n"
            b"target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3>)\n"
            b'if(NOT DEFINED Y AND (X STREQUAL "${Y}" OR 1))\n  include(other.cmake)\nendif()\n'
        ),
        Language.MAKE: (
            b"HIPCC ?= hipcc\nSRC := $(wildcard src/*.cpp) a.hip\nOBJ = $(SRC:.cpp=.o)\n"
            b"ifeq ($(DEBUG),1)\nFLAGS += -g -DX=$(shell date)\nendif\n"
            b"define run\n$(1): $(2)\n\t$(HIPCC) $$<\nendef\nall: $(OBJ)\n%.o: %.cpp\n"
            b"\t$(HIPCC) $(FLAGS) -Isrc -c $< -o $@\n$(foreach f,$(SRC),$(eval $(call run,$f,a)))\n"
        ),
        Language.PYTHON: (
            b"import os, glob\nfrom setuptools import setup\n"
            b"from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
            b"here = os.path.dirname(os.path.abspath(__file__))\n"
            b"flags = ['-O3'] + (['-DX'] if os.getenv('X') else [])\n"
            b"def sources(d, *, ext='.hip'):\n"
            b"    return [f for f in glob.glob(os.path.join(d, '*' + ext))]\n"
            b"setup(name='x', ext_modules=[CUDAExtension('x', sources(here) + ['b.cpp'],\n"
            b"    extra_compile_args={'cxx': flags, 'nvcc': flags + [f'-DN={3 * 4}']})],\n"
            b"    cmdclass={'build_ext': BuildExtension})\n"
        ),
    }[language]
    return [Case(name, text), *(Case(name, one.data) for one in conversions.seeds(language))]
