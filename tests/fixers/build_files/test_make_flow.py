"""Flags of nvcc's that come a long way: through variables, functions, other files, definitions."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source.text.languages import Language, language_of
from tests.fixers.conftest import EVERYWHERE, Convert

LIST = "--offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100"


def port(folder: Path, **files: str) -> Path:
    """Convert a tree whose files are named with `__` for `/`, and return the port."""
    upstream, out = folder / "up", folder / "out"
    for name, text in files.items():
        path = upstream / name.replace("__", "/").replace("_config", ".config")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    write_port([upstream], Options(skip=EVERYWHERE), Destination(OutputMode.OUT, out))
    return out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # the compiler comes through two variables, the flags through three
            "CU = nvcc\nCC = $(CU)\nA = -arch=$(ARCH)\nB = -G $(A)\nC = $(B)\nARCH := compute_61\n"
            "x: x.cu\n\t$(CC) $(C) $< -o $@\n",
            "CU = hipcc\nCC = $(CU)\nA = --offload-arch=$(ARCH)\nB = -g $(A)\nC = $(B)\n"
            "ARCH := gfx90a,gfx942,gfx1100\nx: x.cu\n\t$(CC) $(C) $< -o $@\n",
        ),
        (  # a function decides
            "F = $(if $(DEBUG),-G,-O3) -t 4\nx: x.cu\n\t@nvcc $(F) $<\n",
            "F = $(if $(DEBUG),-g,-O3)\nx: x.cu\n\t@hipcc $(F) $<\n",
        ),
        (  # a branch decides
            "ifeq ($(DEBUG),1)\n\tF += -G\nelse\n\tF += -t 4 -O3\nendif\n"
            "x: x.cu\n\tcd . && $(Q) $(NVCC) $(F) $<\n",
            "ifeq ($(DEBUG),1)\n\tF += -g\nelse\n\tF += -O3\nendif\n"
            "x: x.cu\n\tcd . && $(Q) $(NVCC) $(F) $<\n",
        ),
        (  # only some targets have it
            "debug test: F += -G\ndebug test: x\nx: x.cu\n\ttime nvcc $(F) $<\n",
            "debug test: F += -g\ndebug test: x\nx: x.cu\n\ttime hipcc $(F) $<\n",
        ),
        (  # a loop makes flags of its own beside one outside of it
            "SMS ?= 70 80\nX = 80\nx: x.cu\n"
            "\tnvcc -arch sm_$(X) $(foreach s,$(SMS),-gencode arch=compute_$(s),code=sm_$(s)) $<\n",
            "SMS ?= gfx90a gfx942 gfx1100\nX = gfx90a,gfx942,gfx1100\nx: x.cu\n"
            "\thipcc --offload-arch=$(X) $(foreach s,$(SMS),--offload-arch=$(s)) $<\n",
        ),
        (  # a loop in a loop
            "A = 70 80\nB = 80 90\n"
            "F = $(foreach a,$(A),$(foreach b,$(B),-gencode arch=compute_$(a),code=sm_$(a)))\n"
            "x: x.cu\n\tnvcc $(F) $<\n",
            "A = gfx90a gfx942 gfx1100\nB = 80 90\n"
            "F = $(foreach a,$(A),$(foreach b,$(B),--offload-arch=$(a)))\n"
            "x: x.cu\n\thipcc $(F) $<\n",
        ),
        (  # a call of make's that says what an option is given
            "x: x.cu\n\tnvcc -arch $(foreach s,$(SMS),sm_$(s)) -Xcompiler $(if $(S),-fPIC) $<\n",
            "x: x.cu\n\thipcc -arch $(foreach s,$(SMS),sm_$(s)) $(if $(S),-fPIC) $<\n",
        ),
        (  # a function makes the architecture
            "CC ?= 7.5\nF = -arch=compute_$(subst .,,${CC}) -lineinfo\nx: x.cu\n\tnvcc $(F) $<\n",
            f"CC ?= 7.5\nF = {LIST} -gline-tables-only\nx: x.cu\n\thipcc $(F) $<\n",
        ),
        (  # a definition is called
            "define compile\n$(NVCC) -G $(F) -c $(1) -o $(2)\nendef\nF = -x cu\n"
            "x.o: x.cc\n\t$(call compile,$<,$@)\n",
            "define compile\n$(NVCC) -g $(F) -c $(1) -o $(2)\nendef\n"
            "F = -x hip --include=hip/hip_runtime.h\n"
            "x.o: x.cc\n\t$(call compile,$<,$@)\n",
        ),
        (  # make's own rules compile
            "CXX = nvcc\nCXXFLAGS = -G\nx: x.o\n",
            "CXX = hipcc\nCXXFLAGS = -g\nx: x.o\n",
        ),
        (  # a list, and the newest of it
            "SMS ?= 50 60\nifeq ($(NEW),1)\nSMS += 90\nendif\nifeq ($(SMS),)\n$(info none)\nendif\n"
            "$(foreach s,$(SMS),$(eval F += -gencode arch=compute_$(s),code=sm_$(s)))\n"
            "TOP := $(lastword $(sort $(SMS)))\n"
            "F += -gencode arch=compute_$(TOP),code=compute_$(TOP)\n",
            "SMS ?= gfx90a gfx942 gfx1100\nifeq ($(NEW),1)\nSMS += \nendif\nifeq ($(SMS),)\n"
            "$(info none)\nendif\n$(foreach s,$(SMS),$(eval F += --offload-arch=$(s)))\n"
            "TOP := $(lastword $(sort $(SMS)))\nF += --offload-arch=$(TOP)\n",
        ),
        (  # two variables make one name
            "SM = 70\nARCH = sm_$(SM)\nNVCCFLAGS = -arch $(ARCH) -gencode=arch=compute_$(SM),"
            'code=\\"sm_$(SM),compute_$(SM)\\"\n',
            "SM = gfx90a,gfx942,gfx1100\nARCH = $(SM)\n"
            "NVCCFLAGS = --offload-arch=$(ARCH) --offload-arch=$(SM)\n",
        ),
        (  # a macro wants the number, a shell computes it: they keep their values
            "SM = 70\nNVCCFLAGS = -arch=sm_$(SM) -DSM=$(SM)\n",
            f"SM = 70\nNVCCFLAGS = {LIST} -DSM=$(SM)\n",
        ),
        (
            "SM := $(shell ./sm)\nNVCCFLAGS = -arch=sm_$(SM)\n",
            f"SM := $(shell ./sm)\nNVCCFLAGS = {LIST}\n",
        ),
        (  # the host's compiler has options of the same name
            "F = -G -arch arm64\nx: x.c\n\tgcc $(F) x.c -o x\n",
            "F = -G -arch arm64\nx: x.c\n\tgcc $(F) x.c -o x\n",
        ),
        (  # both compilers are given them
            "F = -G -lineinfo\nx: x.c x.cu\n\tgcc $(F) x.c\n\tnvcc $(F) x.cu\n",
            "F = -G -gline-tables-only\nx: x.c x.cu\n\tgcc $(F) x.c\n\thipcc $(F) x.cu\n",
        ),
        (  # flags of the host's compiler, one by one
            "NVCC := nvcc -ccbin $(HOST)\nF += $(addprefix -Xcompiler ,$(CCFLAGS) $(call f,a,b))\n",
            "NVCC := hipcc\nF += $(CCFLAGS) $(call f,a,b)\n",
        ),
        (
            "ifeq ($(CC),nvcc)\nF += -g\nendif\nCC = nvcc\n",
            "ifeq ($(CC),hipcc)\nF += -g\nendif\nCC = hipcc\n",
        ),
    ],
)
def test_where_it_goes_decides(converted: Convert, before: str, after: str) -> None:
    assert converted(before, path="Makefile").data.decode() == after
    assert converted(after, path="Makefile").data.decode() == after


def test_a_variable_that_cannot_be_decided_is_found(converted: Convert) -> None:
    text = "SM := $(shell ./sm)\nNVCCFLAGS = -arch=sm_$(SM)\n"
    found = converted(text, path="Makefile").findings
    assert any("no longer counts" in one.message for one in found)


def test_files_that_are_included_say_what_a_flag_means(tmp_path: Path) -> None:
    out = port(
        tmp_path,
        common__make_config="CUDA_DIR = /usr/local/cuda\nSM = sm_60\nFLAGS = -arch=$(SM) -G\n",
        app__Makefile="include ../common/make.config\nCC := $(CUDA_DIR)/bin/nvcc\n"
        "x: x.cu\n\t$(CC) $(FLAGS) -L$(CUDA_DIR)/lib64 x.cu -o x\n",
        other__Makefile="include ../common/make.config\nx: x.c\n\tgcc x.c -I$(CUDA_DIR)/include\n",
    )
    config = (out / "common/make.config").read_text()
    assert config == (
        "ROCM_PATH ?= /opt/rocm\nCUDA_DIR = $(ROCM_PATH)\nSM = gfx90a,gfx942,gfx1100\n"
        "FLAGS = --offload-arch=$(SM) -g\n"
    )
    assert (out / "app/Makefile").read_text() == (
        "include ../common/make.config\nCC := $(CUDA_DIR)/bin/hipcc\n"
        "x: x.cu\n\t$(CC) $(FLAGS) -L$(CUDA_DIR)/lib x.cu -o x\n"
    )


def test_a_change_of_an_included_file_is_seen_by_the_next_run(tmp_path: Path) -> None:
    upstream, out, cache = tmp_path / "up", tmp_path / "out", tmp_path / "cache"
    upstream.mkdir()
    (upstream / "Makefile").write_text("include make.config\nx: x.cu\n\t$(CC) -G x.cu\n")
    for compiler, flag in (("gcc", "-G"), ("nvcc", "-g")):
        (upstream / "make.config").write_text(f"CC = {compiler}\n")
        write_port([upstream], Options(), Destination(OutputMode.OUT, out), cache=cache)
        assert f"$(CC) {flag} x.cu" in (out / "Makefile").read_text()


def test_files_outside_the_project_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "make.config").write_text("CC = nvcc\n")
    makefile = "include ../make.config\nx: x.cu\n\t$(CC) -G x.cu\n"
    assert (port(tmp_path, Makefile=makefile) / "Makefile").read_text() == makefile


@pytest.mark.parametrize(
    "name", ["Makefile.linux", "makefile_nvidia", "Makefile-gpu", "make.config", "make.inc", "x.mk"]
)
def test_names_of_makefiles(name: str) -> None:
    assert language_of(f"a/{name}") is Language.MAKE


@pytest.mark.parametrize("name", ["Makefile.py", "Makefile.txt", "make.bat", "makefiles", "x.inc"])
def test_names_of_other_files(name: str) -> None:
    assert language_of(name) is not Language.MAKE


@pytest.mark.parametrize(
    "text",
    [
        "CC = $(A0)\n" + "".join(f"A{n} = $(A{n + 1})\n" for n in range(3000)) + "x:\n\t$(CC)\n",
        "".join(f"A{n} = $(A{n + 1}) $(A{n + 1})\n" for n in range(2000)) + "x:\n\t$(A0)\n",
        "A = -arch=$(A)\nx:\n\t$(A) $(A)\n",
        "F = " + "$(foreach a," * 3000 + "\n",
        "F = " + "$(addprefix -Xcompiler ," * 3000 + "\n",
        "x: y\n\tnvcc " + "$((a" * 3000 + "\n",
    ],
    ids=["chain", "doubled", "itself", "loops", "prefixes", "brackets"],
)  # fmt: skip
def test_hostile_makefiles_end(converted: Convert, text: str) -> None:
    started = time.process_time()
    done = converted(text, path="Makefile")
    assert time.process_time() - started < 20  # a second is usual, minutes were possible
    assert not [one for one in done.findings if "failed" in one.message]
