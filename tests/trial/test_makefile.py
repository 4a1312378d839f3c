"""What Makefiles ask for in vain, by their text."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.trial.makefile import MakeTrial


def told(root: Path, text: str) -> list[tuple[int, str]]:
    (root / "Makefile").write_text(text)
    (root / "a.cu").write_text("int main() {}\n")
    found = MakeTrial(root, root / "Makefile").complaints()
    return [(one.line, f"{one.severity.value}: {one.message}") for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "app: a.o\n\thipcc $^ -o $@\n%.o: %.cu\n\thipcc -c $< -o $@\n",
        "app: a.cu\n\thipcc -O3 -Wall -o app a.cu\n",
        "all: app\napp: a.o\n\thipcc a.o -o app\na.o: a.cu\n\thipcc -c a.cu\n",
        "vpath %.cu src\napp: b.o\n\thipcc b.o -o app\n%.o: %.cu\n\thipcc -c $<\n",
        "app: $(shell ls)\n\thipcc a.cu\n",
        "app: $(shell find . -name '*.cu' | sort)\n\thipcc $^ -o $@\n",
        "app: $(patsubst %.cu,%.o,$(wildcard *.cu))\n\thipcc $^\n%.o: %.cu\n\thipcc -c $<\n",
        "bin/app: a.cu\n\tmkdir -p bin\n\thipcc a.cu -o bin/app\n",
        "bin/app: a.cu | bin\n\thipcc a.cu -o bin/app\nbin:\n\ttouch bin\n",
        "app: a.cu\n\thipcc a.cu\nother: absent.cu\n\tnvcc absent.cu\n",
        ".PHONY: all\nall: a.o\na.o: a.cu\n\thipcc -c a.cu\n",
        "app: a.o\n\tg++ a.o -o $@ -L/absent/lib -lm\n%.o: %.cu\n\thipcc -c $<\n",
    ],
)
def test_nothing_is_said_of_what_may_be_well(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


def test_a_pattern_rule_makes_nothing_for_itself(tmp_path: Path) -> None:
    (tmp_path / "src" / "app").mkdir(parents=True)
    (tmp_path / "src" / "app" / "Makefile").write_text("a: a.cu\n\thipcc a.cu\n")
    (tmp_path / "src" / "other").mkdir()
    text = "all: app other\n% : src/%/Makefile\n\tcd src/$@; make; cd ../..\n"
    assert told(tmp_path, text) == [
        (1, "error: make has no rule for other, and the port has no such file")
    ]


GPU = "%s\nO = a.o k.o\nelse\nO = a.o\nendif\napp: $(O)\n\tg++ $(O) -o app\n" + (
    "a.o: a.cpp\n\tg++ -c a.cpp\nk.o: k.cu\n\thipcc -c k.cu\n"
)


@pytest.mark.parametrize(
    ("condition", "given"),
    [
        ("ifdef gpu", "gpu=1"),
        ("ifeq ($(GPU),yes)", "GPU=yes"),
        ('ifeq "$(GPU)" "1"', "GPU=1"),
        ("ifneq ($(GPU),)", ""),
        ("ifndef NO_GPU", ""),
    ],
)
def test_a_side_for_a_gpu_that_make_leaves_out(tmp_path: Path, condition: str, given: str) -> None:
    for name in ("a.cpp", "k.cu"):
        (tmp_path / name).write_text("")
    what = f"warning: make compiles nothing for a GPU unless it is given {given}"
    assert told(tmp_path, GPU % condition) == ([(1, what)] if given else [])


def test_a_prerequisite_that_nothing_makes(tmp_path: Path) -> None:
    text = "all: app\napp: a.o b.o\n\thipcc a.o b.o -o app\n%.o: %.cu\n\thipcc -c $<\n"
    what = "error: make has no rule for b.o, and the port has no such file"
    assert told(tmp_path, text) == [(2, what)]


def test_a_folder_that_nobody_makes(tmp_path: Path) -> None:
    text = "bin/app: a.cu\n\thipcc a.cu -o bin/app\n"
    what = "warning: bin/ is written to, and neither is it there nor is it made"
    assert told(tmp_path, text) == [(1, what)]


@pytest.mark.parametrize(
    "made", ["$(shell mkdir -p $(BIN))", "made != mkdir -p $(BIN)", "_ := ${shell mkdir -p bin}"]
)
def test_a_folder_that_is_made_while_make_reads(tmp_path: Path, made: str) -> None:
    assert told(tmp_path, f"BIN = bin\n{made}\nbin/app: a.cu\n\thipcc a.cu -o bin/app\n") == []


def test_a_folder_of_another_machine_hangs_on_this_one(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("app: a.cu\n\thipcc a.cu -o /absent/bin/app\n")
    (tmp_path / "a.cu").write_text("int main() {}\n")
    (found,) = MakeTrial(tmp_path, tmp_path / "Makefile").complaints()
    assert found.is_local


def test_a_folder_that_a_recipe_alone_names(tmp_path: Path) -> None:
    text = "OUT = bin/app\nall:\n\thipcc a.cu -o $(OUT)\n"
    what = "warning: bin/ is written to, and neither is it there nor is it made"
    assert told(tmp_path, text) == [(2, what)]


def test_a_first_target_that_builds_nothing(tmp_path: Path) -> None:
    text = "clean:\n\trm out/*\nall: a.cu\n\thipcc a.cu\n"
    assert told(tmp_path, text) == [(2, "warning: the first target of make compiles nothing")]


def test_names_that_functions_make(tmp_path: Path) -> None:
    text = (
        "OBJECTS := $(addsuffix .o,$(basename a.cu))\nLAST := $(if $(V),x.o,lost.o)\n"
        "app: $(OBJECTS) $(LAST)\n\thipcc $^ -o app\n%.o: %.cu\n\thipcc -c $<\n"
    )
    what = "error: make has no rule for lost.o, and the port has no such file"
    assert told(tmp_path, text) == [(3, what)]


def test_a_program_of_nvidias(tmp_path: Path) -> None:
    text = "app: a.cu\n\thipcc a.cu\n\tcuobjdump --dump-sass a.out\n"
    assert told(tmp_path, text) == [(3, "error: cuobjdump is called, which no ROCm has")]


def test_an_option_of_another_compiler(tmp_path: Path) -> None:
    text = "FLAGS = -O2 /std:c++17\napp: a.cu\n\thipcc $(FLAGS) a.cu\n"
    what = "error: hipcc says: no such file: /std:c++17, which is an option of Microsoft's compiler"
    assert told(tmp_path, text) == [(3, what)]


@pytest.mark.toolchain
def test_a_flag_that_clang_refuses(tmp_path: Path) -> None:
    text = "app: a.cu\n\thipcc -O2 -Xptxas -v a.cu -o app\n"
    assert told(tmp_path, text) == [(2, "error: hipcc says: unknown argument: '-Xptxas'")]


def test_makefiles_of_folders(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Makefile").write_text("lib: x.o\n\tar r x.o\n")
    text = "all:\n\t$(MAKE) -C src\n\t$(MAKE) -C gone\n"
    assert told(tmp_path, text) == [
        (1, "error: make has no rule for x.o, and the port has no such file"),
        (3, "warning: make is sent to gone, which is not there or empty"),
    ]


def test_flags_that_hang_on_an_answer(tmp_path: Path) -> None:
    """Each command once, where its answer is used; CUDA's are more than a note."""
    text = "V := $(shell date)\napp: a.cu\n\techo $(V)\n\thipcc $(shell cat flags) -D$(V) a.cu\n"
    text += "\thipcc $(shell cuda-flags) -D$(V) a.cu\n"
    behind = "answers is known once make runs it, and this hangs on it"
    assert told(tmp_path, text) == [
        (4, f"note: what `cat flags` {behind}"),
        (4, f"note: what `date` {behind}"),
        (5, f"warning: what `cuda-flags` {behind}"),
    ]


def test_files_that_a_shell_lists_are_looked_for(tmp_path: Path) -> None:
    text = "S = $(shell find . -maxdepth 1 -name '*.cu')\napp: $(S:.cu=.x)\n\thipcc $^\n"
    assert told(tmp_path, text) == [
        (2, "error: make has no rule for ./a.x, and the port has no such file")
    ]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_a_processor_that_gcc_does_not_know(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "F = -O3 -march=native -march=nova9 -fplugin=absent.so\n"
        "app: a.o\n\tgcc $(F) a.o -o app\na.o: a.cu\n\thipcc -c a.cu\n",
    )
    assert found == [(3, "warning: -march=nova9 is what the gcc here does not know")]
