"""Makefiles for CUDA, converted: text, units, and make itself building them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from porter.compile.units import find_units
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source.build_files.makefile import Kind, lines
from tests.fixers.conftest import Convert
from tests.rocm_root import hipcc, rocm_root, run

from .test_cmake import HOST, KERNEL

MAKEFILE = """\
# Builds main.
CUDA_PATH ?= /usr/local/cuda-12.2
NVCC      := $(CUDA_PATH)/bin/nvcc
ARCH      ?= sm_80
NVCCFLAGS := -std=c++17 -O2 --expt-relaxed-constexpr -arch=$(ARCH) \\
             -Xcompiler "-fPIC -Wall" \\
             -lineinfo
INCLUDES   = -I$(CUDA_PATH)/include
LDLIBS     = -L$(CUDA_PATH)/lib64 -lcudart -lcudadevrt -lm

main: main.o fill.o
\t@echo "nvcc links $@"
\t$(CXX) $^ $(LDLIBS) -o $@

%.o: %.cu
\t$(NVCC) $(NVCCFLAGS) $(INCLUDES) -c $< -o $@

main.o: main.cpp
\t$(CXX) $(INCLUDES) -c $< -o $@
"""
CONVERTED = """\
# Builds main.
ROCM_PATH ?= /opt/rocm
NVCC      := $(ROCM_PATH)/bin/hipcc
ARCH      ?= gfx90a,gfx942,gfx1100
NVCCFLAGS := -std=c++17 -O2 --offload-arch=$(ARCH) \\
             -fPIC -Wall \\
             -gline-tables-only
INCLUDES   = -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__
LDLIBS     = -L$(ROCM_PATH)/lib -lamdhip64 -lm

main: main.o fill.o
\t@echo "nvcc links $@"
\t$(CXX) $^ $(LDLIBS) -o $@

%.o: %.cu
\t$(NVCC) $(NVCCFLAGS) $(INCLUDES) -c $< -o $@

main.o: main.cpp
\t$(CXX) $(INCLUDES) -c $< -o $@
"""


def convert_tree(folder: Path) -> Path:
    source = folder / "up"
    source.mkdir()
    (source / "Makefile").write_text(MAKEFILE)
    (source / "fill.cu").write_text(KERNEL)
    (source / "main.cpp").write_text(HOST)
    out = folder / "out"
    write_port([source], Options(), Destination(OutputMode.OUT, out))
    return out


def test_a_makefile(converted: Convert) -> None:
    assert converted(MAKEFILE, path="Makefile").data.decode() == CONVERTED
    assert converted(CONVERTED, path="Makefile").data.decode() == CONVERTED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("F = -Xcompiler -a -lineinfo\n", "F = -a -gline-tables-only\n"),
        ('NVCCFLAGS = "-Xcompiler" "-fPIC" -O2\n', "NVCCFLAGS = -fPIC -O2\n"),
        ("NVCCFLAGS = '-Xcompiler' '-Wall,-fPIC'\n", "NVCCFLAGS = -Wall -fPIC\n"),
        ('NVCCFLAGS = "--compiler-options=-Wall -g"\n', "NVCCFLAGS = -Wall -g\n"),
        ('NVCCFLAGS = -g \\ --compiler-options="-O2 -g"\n', "NVCCFLAGS = -g -O2 -g\n"),
        ("NVCCFLAGS = -g -Xcompiler=/std:c++17,/W3,-fPIC\n", "NVCCFLAGS = -g -fPIC\n"),
        (
            "F = -g $(if $(C),-Xcompiler $(subst $() ,$(strip ,),$(C)))\n",
            "F = -g $(if $(C),$(C))\n",
        ),
        ("F = -Xcompiler=$(subst $(space),$(COMMA),$(C) -g) -lineinfo\n",
         "F = $(C) -g -gline-tables-only\n"),
        ("NVCCFLAGS = --extended-lambda\n", "NVCCFLAGS =\n"),
        (
            "SMS ?= 50 60\na: a.cu\n"
            "\tnvcc $(SMS:%=--gpu-architecture=compute_%) $(SMS:%=--gpu-code=sm_%) -o a a.cu\n",
            "SMS ?= gfx90a gfx942 gfx1100\na: a.cu\n"
            "\thipcc $(SMS:%=--offload-arch=%) -o a a.cu\n",
        ),
        (
            "SMS = 70 80\nF1 = $(patsubst %,-gencode arch=compute_%,$(SMS))\n"
            "F2 = $(addprefix -arch=sm_,$(SMS))\na: a.cu\n\tnvcc $(F1) $(F2) a.cu\n",
            "SMS = gfx90a gfx942 gfx1100\nF1 = $(patsubst %,--offload-arch=%,$(SMS))\n"
            "F2 = $(addprefix --offload-arch=,$(SMS))\na: a.cu\n\thipcc $(F1) $(F2) a.cu\n",
        ),
        (
            "SMS ?= 50\nF = ${SMS:%=-gencode arch=compute_%,code=sm_%}\na: a.cu\n\tnvcc $F a.cu\n",
            "SMS ?= gfx90a gfx942 gfx1100\nF = ${SMS:%=--offload-arch=%}\na: a.cu\n"
            "\thipcc $F a.cu\n",
        ),
        (
            "a.o: a.cu\n\tclang++ -x cuda --cuda-gpu-arch=sm_70 -Xcuda-ptxas -v -c a.cu\n",
            "a.o: a.cu\n\thipcc -x hip --include=hip/hip_runtime.h --offload-arch=gfx90a "
            "--offload-arch=gfx942 --offload-arch=gfx1100 -c a.cu\n",
        ),
        ("a.o: a.c\n\tclang -x c -arch arm64 -c a.c\n",) * 2,
        (
            "F += $(addprefix -Xlinker ,$(LDFLAGS)) -Xlinker -rpath -Xlinker /x\n",
            "F += $(addprefix -Xlinker ,$(LDFLAGS)) -Xlinker -rpath -Xlinker /x\n",
        ),
        (
            "CODE = sm_37,sm_50\nF_fast = --gpu-code=$(CODE) -G\nF = $(F_$(V))\n"
            "a: a.cu\n\tnvcc $(F) a.cu\n",
            "CODE = gfx90a,gfx942,gfx1100\nF_fast = --offload-arch=$(CODE) -g\nF = $(F_$(V))\n"
            "a: a.cu\n\thipcc $(F) a.cu\n",
        ),
        ("NVCCFLAGS = \\\n  --extended-lambda \\\n  -O3\n", "NVCCFLAGS = \\\n  -O3\n"),
        ("NVCCFLAGS = -O3 \\\n\t--extended-lambda\nA = b\n", "NVCCFLAGS = -O3\nA = b\n"),
        (
            "NVCCFLAGS = -O3 --extended-lambda \\\n  -Xptxas -v \\\n  -t 4\n",
            "NVCCFLAGS = -O3\n",
        ),
        (
            "a.o: a.cu\n\tnvcc -c a.cu \\\n\t\t-t 4 \\\n\t\t-o a.o\n",
            "a.o: a.cu\n\thipcc -c a.cu \\\n\t\t-o a.o\n",
        ),
        (
            "$(foreach s,$(SMS),$(eval G += -gencode arch=compute_$(s),code=sm_$(s)))\n",
            "$(foreach s,$(SMS),$(eval G += --offload-arch=$(s)))\n",
        ),
        (
            "G += $(foreach s,$(SMS),-gencode arch=compute_$(s),code=sm_$(s))\n",
            "G += $(foreach s,$(SMS),--offload-arch=$(s))\n",
        ),
        (
            "x:\n\t/usr/local/cuda/bin/nvcc -x cu a.cc\n",
            "ROCM_PATH ?= /opt/rocm\n"
            "x:\n\t$(ROCM_PATH)/bin/hipcc -x hip --include=hip/hip_runtime.h a.cc\n",
        ),
        ("NVCC = $(shell which nvcc)\n", "NVCC = $(shell which hipcc)\n"),
        (
            "L = /usr/local/cuda/targets/x86_64-linux/lib/stubs -lcuda\n",
            "ROCM_PATH ?= /opt/rocm\nL = $(ROCM_PATH)/lib -lamdhip64\n",
        ),
        (
            "CUDA_PATH ?= /Developer/NVIDIA/CUDA-7.5\nNVCC := $(CUDA_PATH)/bin/nvcc\n",
            "ROCM_PATH ?= /opt/rocm\nNVCC := $(ROCM_PATH)/bin/hipcc\n",
        ),
        (
            "CUDA_PATH := ${CUDA_PATH}\nNVCC := $(CUDA_PATH)/bin/nvcc\n",
            "ROCM_PATH ?= /opt/rocm\nNVCC := $(ROCM_PATH)/bin/hipcc\n",
        ),
        (
            "I = -I./third_party/cuda-11.0/include -isystem/apps/cuda-11.0/include\n"
            "U = https://example.com/compute/cuda-11.0/a.run\n",
            "ROCM_PATH ?= /opt/rocm\n"
            "I = -I./third_party/cuda-11.0/include -isystem$(ROCM_PATH)/include\n"
            "U = https://example.com/compute/cuda-11.0/a.run\n",
        ),
        (
            "C = /opt/nvidia/hpc_sdk/Linux_x86_64/21.3/cuda/11.2/include\n"
            "D = /home/me/cuda-kernels/lib64 /data/my-cuda-1.0/bin\n",
            "ROCM_PATH ?= /opt/rocm\nC = $(ROCM_PATH)/include\n"
            "D = /home/me/cuda-kernels/lib64 /data/my-cuda-1.0/bin\n",
        ),
    ],
)  # fmt: skip
def test_forms(converted: Convert, before: str, after: str) -> None:
    assert converted(before, path="Makefile").data.decode() == after
    assert converted(after, path="Makefile").data.decode() == after


def test_one_side_of_a_switch_is_left_alone(converted: Convert) -> None:
    text = (
        "ifeq ($(USE_HIP),1)\nCC = hipcc\nF = -lineinfo\nelse\nCC = nvcc\nendif\n"
        "ifdef USE_CUDA\nLDLIBS += -lcudart\nendif\n"
    )
    assert converted(text, path="Makefile").data.decode() == text


def test_logical_lines_have_their_places() -> None:
    data = b"A := b \\\n  c # d\nx: y\n\trun\nifeq (1,1)\nelse ifdef B\nendif\n"
    found = list(lines(data))
    assert [line.kind for line in found] == [
        Kind.ASSIGNMENT, Kind.OTHER, Kind.RECIPE, *[Kind.CONDITIONAL] * 3,
    ]  # fmt: skip
    assert found[0].name == b"A" and found[0].text == b"b \\\n  c "
    for line in found:
        assert data[line.text_start :].startswith(line.text)


def test_porter_build_reads_the_converted_file(tmp_path: Path) -> None:
    units = {unit.source: unit for unit in find_units(convert_tree(tmp_path))}
    assert {source: unit.language.value for source, unit in units.items()} == {
        "fill.cu": "hip",
        "main.cpp": "c++",
    }
    assert units["fill.cu"].flags == (
        "-O2", "-fPIC", "-Wall", "-gline-tables-only", "-D__HIP_PLATFORM_AMD__",
    )  # fmt: skip
    assert units["fill.cu"].left_out == ()


@pytest.mark.toolchain
def test_make_builds_the_converted_project(tmp_path: Path) -> None:
    if shutil.which("make") is None or shutil.which("g++") is None:
        pytest.skip("needs make and g++")
    rocm_root(tmp_path / "rocm")
    hipcc(tmp_path / "rocm")
    out = convert_tree(tmp_path)
    said = run(
        ["make", f"ROCM_PATH={tmp_path}/rocm", "ARCH=gfx942", "CXX=g++",
         "LDFLAGS=", f"LDLIBS=-L{tmp_path}/rocm/lib -Wl,--allow-shlib-undefined -lamdhip64 -lm"],
        out,
    )  # fmt: skip
    assert "bin/hipcc" in said.stdout
    program = (out / "main").read_bytes()
    assert b"amdgcn-amd-amdhsa--gfx942" in program
    assert b"libamdhip64.so" in program
