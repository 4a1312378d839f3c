"""Rules of Makefiles that take more than one look: canned recipes, chains of commands, wrappers."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.compile.read.makefile import read_makefiles
from porter.compile.read.unit import Language
from tests.compile.tree import names, write_tree

#: Makefile -> flags of its only unit, a.cu.
CASES = {
    "define compile\nhipcc $(FLAGS) -c $< -o $@\nendef\nFLAGS = -DX\n%.o: %.cu\n\t$(compile)\n": (
        "-DX",
    ),
    "define compile\n@echo $(1)\n\thipcc $(2) -c $1\nendef\n"
    "a.o:\n\t$(call compile,a.cu,-DX $(addprefix -D,Y Z))\n": ("-DX", "-DY", "-DZ"),
    "a.o: a.cu\n\t@mkdir -p o && cd . && hipcc -DX -c $<\n": ("-DX",),
    "a.o: a.cu\n\tif test -e x; then ccache hipcc -DX -c $<; fi\n": ("-DX",),
    "a.o: a.cu\n\tLC_ALL=C $(HIPCC) -DX -c $<\n": ("-DX",),
    "a.o: a.cu\n\t$(CUDA_NVCC) -DX $(NVCC_FLAGS) -c $<\n": ("-DX",),
    "a.o: a.cu\n\thipcc -DX='\"a;b|c\"' -c $<\n": ('-DX="a;b|c"',),
    "A = -DX \\\n\t \\\n\t -DY\na.o: a.cu\n\thipcc $(A) -c $<\n": ("-DX", "-DY"),
    "SRC = a.cu\n$(SRC:.cu=.o): %.o: %.cu\n\thipcc -DX -c $<\n": ("-DX",),
    "a.o: $(patsubst %.x, %.cu, a.x)\n\thipcc -DX -c $<\n": ("-DX",),
    # One target's own, another's recipe: neither is this unit's.
    "b: A = -DY\nA = -DX\na.o: a.cu\n\thipcc $(A) -c $<\nb:\n\techo b\n": ("-DX",),
    "a.o: a.cu\n\thipcc -DX -c $<\ndefine other\n\thipcc -DY -c $<\nendef\n": ("-DX",),
    # Conditionals, as make decides them where nothing is given to it.
    "ifeq ($(DEBUG),1)\n\tA = -DX\nelse\n\tA = -DY\nendif\na.o: a.cu\n\thipcc $(A) -c $<\n": (
        "-DY",
    ),
    "ifdef DEBUG\nA = -DX\nelse ifneq '$(B)' ''\nA = -DY\nelse\n\tA = -DZ\nendif\n"
    "a.o: a.cu\n\thipcc $(A) -c $<\n": ("-DZ",),
    "B ?= 2\nifeq ($(B), 2)\nifndef C\n\tA = -DX\nendif\nelse\nA = -DY\nendif\n"
    "a.o: a.cu\n\thipcc $(A) -c $<\n": ("-DX",),
    "ARCH = gfx90a gfx942\nifneq ($(filter gfx94%,$(ARCH)),)\nA = -DX\nendif\n"
    "a.o: a.cu\n\thipcc $(A) -c $<\n": ("-DX",),
    # What a shell says is not known: all branches may be read.
    "OS := $(shell hostname)\nifeq ($(OS),Linux)\nA += -DX\nelse\nA += -DY\nendif\n"
    "a.o: a.cu\n\thipcc $(A) -c $<\n": ("-DX", "-DY"),
    "S = $(shell find . -name '*.cu' | sort)\n$(S:.cu=.o): %.o: %.cu\n\thipcc -DX -c $<\n": (
        "-DX",
    ),
    ".SUFFIXES: .cu\n.cu.o:\n\thipcc -DX -c $<\n": ("-DX",),
    "ifeq ($(shell uname -s),Linux)\nA = -DX\nendif\na.o: a.cu\n\thipcc $(A) -c $<\n": ("-DX",),
    # Functions of make, each of which names a source or a flag.
    "A = $(foreach one,X Y,-D$(one))\none = Z\na.o: a.cu\n\thipcc $(A) -D$(one) -c $<\n": (
        "-DX",
        "-DY",
        "-DZ",
    ),
    "define flag\n-D$(1)$(two)\nendef\nA = $(foreach two,1 2,$(call flag,X))\n"
    "a.o: a.cu\n\thipcc $(strip $(A)) -c $<\n": ("-DX1", "-DX2"),
    "A = X Y Z\na.o: a.cu\n\thipcc -D$(word 2,$(A)) -DN=$(words $(A)) -c $<\n": ("-DY", "-DN=3"),
    "A = -DX -DY -DZ\na.o: a.cu\n\thipcc $(wordlist 2, 3, $(A)) -c $<\n": ("-DY", "-DZ"),
    "a.o: a.cu\n\thipcc $(join -D -U,X Y) -c $<\n": ("-DX", "-UY"),
    "a.o: a.cu\n\thipcc $(or $(A),,-DX) $(and -DY,$(A)) $(and A,-DZ) -c $<\n": ("-DX", "-DZ"),
    "$(foreach one,A B,$(eval $(one) = -D$(one)))\na.o: a.cu\n\thipcc $(A) $(B) -c $<\n": (
        "-DA",
        "-DB",
    ),
    "A = -D$@\nB := $(value A)\na.o: a.cu\n\thipcc -D$(origin A) -D$(origin C) -c $<\n": (
        "-Dfile",
        "-Dundefined",
    ),
    "e :=\nblank := $(e) $(e)\na.o: a.cu\n\thipcc -DX=$(subst $(blank),_,a b) -c $<\n": (
        "-DX=a_b",
    ),
    "W != date\na.o: a.cu\n\thipcc -DX$(W) -c $<\n": ("-DX",),
}


@pytest.mark.parametrize("text", CASES)
def test_the_flags_of_a_unit(tmp_path: Path, text: str) -> None:
    root = write_tree(tmp_path, {"Makefile": text, "a.cu": ""})
    (unit,) = read_makefiles(root, names(root))
    assert (unit.source, unit.flags) == ("a.cu", CASES[text])


def test_a_variable_named_for_hipcc_compiles_as_hipcc_does(tmp_path: Path) -> None:
    text = "a.o: a.cpp\n\t$(HIPCC) -c $<\nb.o: b.cpp\n\t$(NVCC) -c $<\n"
    root = write_tree(tmp_path, {"Makefile": text, "a.cpp": "", "b.cpp": ""})
    languages = {unit.source: unit.language for unit in read_makefiles(root, names(root))}
    assert languages == {"a.cpp": Language.HIP, "b.cpp": Language.CXX}


@pytest.mark.parametrize(
    "text",
    [
        "a.o: a.cu\n\techo hipcc -c $<\n",
        "a.o: a.cu\n\t$(OTHER) -c $<\n",
        "X = a.o: a.cu\n\thipcc -c a.cu\n",
        "define a\nhipcc -c a.cu\nendef\n",
    ],
)
def test_what_compiles_nothing_names_no_unit(tmp_path: Path, text: str) -> None:
    root = write_tree(tmp_path, {"Makefile": text, "a.cu": ""})
    assert list(read_makefiles(root, names(root))) == []


def test_what_make_compiles_without_being_told_how(tmp_path: Path) -> None:
    text = (
        "CFLAGS = -DX\nCXXFLAGS = -DY\napp: a.o b.o d.o / .. //\n\thipcc a.o b.o -o app\nc: c.c\n"
        "d.o: d.cpp\n\tg++ -DZ -c $<\n"
    )
    sources = {"a.c": "", "b.cpp": "", "c.c": "", "d.cpp": ""}
    root = write_tree(tmp_path, {"Makefile": text, **sources})
    found = {unit.source: (unit.language, unit.flags) for unit in read_makefiles(root, names(root))}
    assert found == {
        "a.c": (Language.C, ("-DX",)),
        "b.cpp": (Language.CXX, ("-DY",)),
        "c.c": (Language.C, ("-DX",)),
        "d.cpp": (Language.CXX, ("-DZ",)),
    }


def test_a_standard_of_another_language_is_none(tmp_path: Path) -> None:
    text = "F = -std=c++14 -DX\na.o: a.c\n\thipcc $(F) -c $<\nb.o: b.cpp\n\thipcc $(F) -c $<\n"
    text += "c.o: c.c\n\tg++ $(F) -c $<\nd.o: d.c\n\tgcc -std=c99 -c $<\n"
    root = write_tree(
        tmp_path, {"Makefile": text, **dict.fromkeys(("a.c", "b.cpp", "c.c", "d.c"), "")}
    )
    found = {unit.source: (unit.language, unit.std) for unit in read_makefiles(root, names(root))}
    assert found == {
        "a.c": (Language.C, None),
        "b.cpp": (Language.HIP, "c++14"),
        "c.c": (Language.CXX, "c++14"),
        "d.c": (Language.C, "c99"),
    }


def test_what_compiles_comes_before_what_links(tmp_path: Path) -> None:
    text = "app: a.o a.cu\n\thipcc -DL a.o -o app\n%.o: %.cu\n\thipcc -DX -c $< -o $@\n"
    root = write_tree(tmp_path, {"Makefile": text, "a.cu": ""})
    assert next(iter(read_makefiles(root, names(root)))).flags == ("-DX",)
