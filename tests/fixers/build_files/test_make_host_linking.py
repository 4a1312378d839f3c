"""Host compilers that found CUDA's libraries without a folder are told where ROCm's are."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert

ADDED = " -L$(or $(ROCM_PATH),/opt/rocm)/lib"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.so: a.o\n\tgcc --shared -o $@ $^ -lcudart -lcuda\n",
         f"a.so: a.o\n\tgcc{ADDED} --shared -o $@ $^ -lamdhip64\n"),
        ("a.so: a.o\n\tgcc -o $@ $^ -L/usr/lib/x86_64-linux-gnu -l cublas\n",
         f"a.so: a.o\n\tgcc{ADDED} -o $@ $^ -L/usr/lib/x86_64-linux-gnu -lhipblas\n"),
        ("L = -lcufft\na: a.o\n\t@$(CXX) -o $@ $^ $(L)\n",
         f"L = -lhipfft\na: a.o\n\t@$(CXX){ADDED} -o $@ $^ $(L)\n"),
    ],
)  # fmt: skip
def test_the_folder_stands_behind_the_compiler(converted: Convert, before: str, after: str) -> None:
    assert converted(before, path="Makefile").data.decode() == after
    assert converted(after, path="Makefile").data.decode() == after


@pytest.mark.parametrize(
    "makefile",
    [
        "a: a.o\n\tg++ -o $@ $^ -L/sw/cuda/lib64 -lcudart\n",
        "L = -L$(CUDA_PATH)/lib64\na: a.o\n\tg++ -o $@ $^ $(L) -lcudart\n",
        "F = /usr/local/cuda\na: a.o\n\tg++ -o $@ $^ -L$(F)/lib64 -lcudart\n",
        "a.o: a.c\n\tgcc -c a.c -lcudart\n",
        "a: a.cu\n\tnvcc -o $@ $^ -lcudart\n",
        "a: a.o\n\tg++ -o $@ $^ -lcudahelper\n",
        "export LIBRARY_PATH = /sw/lib\na: a.o\n\tg++ -o $@ $^ -lcudart\n",
        "L = $(shell pkg-config --libs cuda)\na: a.o\n\tg++ -o $@ $^ $(L) -lcudart\n",
    ],
)
def test_others_get_none(converted: Convert, makefile: str) -> None:
    assert "-L$(or" not in converted(makefile, path="Makefile").data.decode()
