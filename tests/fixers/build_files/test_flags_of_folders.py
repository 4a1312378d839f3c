"""A flag that names CUDA's folder: one rule says what the flag becomes, another the folder."""

from porter.testing import apply

MAKEFILE = """\
CUDA_PATH = /usr/local/cuda
NVCC = $(CUDA_PATH)/bin/nvcc
LIBS = -lcublas -Xlinker=-rpath=$(CUDA_PATH)/lib64
a: a.cu
\t$(NVCC) $(LIBS) a.cu -o a
"""


def test_both_change_the_word() -> None:
    lines = apply(MAKEFILE, path="Makefile").data.decode().splitlines()
    assert "LIBS = -lhipblas -Wl,-rpath=$(ROCM_PATH)/lib" in lines
