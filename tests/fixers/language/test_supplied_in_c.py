"""LNG11 in C: what C++ of the project has is called by pointers which that sets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

LAYER_H = """\
#pragma once
#include <cudnn.h>
typedef struct { cudnnConvolutionFwdAlgo_t algorithm; cudnnTensorDescriptor_t shape; } layer;
#ifdef __cplusplus
extern "C"
#endif
int make(layer *made);
"""
LAYER_C = """\
#include "layer.h"
int make(layer *made) {
  made->algorithm = CUDNN_CONVOLUTION_FWD_ALGO_FFT;
  if (cudnnCreateTensorDescriptor(&made->shape) != CUDNN_STATUS_SUCCESS) return 0;
  return cudnnSetTensor4dDescriptor(made->shape, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 2, 3, 4, 5);
}
"""
KERNELS = """\
#include <cstdio>
#include "layer.h"
int main() {
  layer one;
  int failed = make(&one);
  int n, c, h, w, s[4];
  cudnnDataType_t type;
  cudnnGetTensor4dDescriptor(one.shape, &type, &n, &c, &h, &w, s, s + 1, s + 2, s + 3);
  int same = one.algorithm == CUDNN_CONVOLUTION_FWD_ALGO_FFT;
  printf("%d %d %d %d %d, %d\\n", failed, n, c, h, w, same);
}
"""


def port_of(folder: Path, files: dict[str, str]) -> Path:
    source, port = folder / "source", folder / "port"
    source.mkdir()
    for name, text in files.items():
        (source / name).write_text(text)
    write_port([source], Options(), Destination(OutputMode.OUT, port))
    return port


def porter(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "porter", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_c_and_the_header_beside_it(tmp_path: Path) -> None:
    files = {"layer.h": LAYER_H, "layer.c": LAYER_C, "main.cu": KERNELS}
    port = port_of(tmp_path, files)
    layer = (port / "layer.c").read_text()
    assert '#include "porter_compat/dnn_in_c.hpp"\n' in layer
    assert "made->algorithm = porter_dnn_forward_fft;" in layer
    assert "return porter_dnn_set_tensor_4d(made->shape, miopenTensorNCHW, miopenFloat" in layer
    header = (port / "layer.h").read_text()
    assert '#include "porter_compat/dnn_in_c.hpp"\n' in header
    assert "PORTER_EITHER(dnn_forward_algorithm) algorithm;" in header
    main = (port / "main.cu").read_text()
    assert "same = one.algorithm == porter::dnn_forward_fft" in main


def test_cpp_sets_what_c_calls_where_no_header_is_theirs_alike(tmp_path: Path) -> None:
    unit = "#include <cudnn.h>\nvoid f(cudnnTensorDescriptor_t t) { g(CUDNN_CONVOLUTION); }\n"
    port = port_of(tmp_path, {"layer.c": "#include <cudnn.h>\n" + LAYER_C, "unit.cpp": unit})
    text = (port / "unit.cpp").read_text()
    assert "g(porter::dnn_flipped_filter)" in text and "dnn_in_c.hpp" in text


def test_a_header_of_c_that_includes_it_in_braces(tmp_path: Path) -> None:
    data = '#pragma once\n#ifdef __cplusplus\nextern "C" {\n#endif\n#include "layer.h"\n'
    use = '#include "data.h"\nint n = sizeof(layer);\n'
    files = {"layer.h": LAYER_H, "data.h": data, "data.c": use, "layer.c": LAYER_C}
    port = port_of(tmp_path, {**files, "main.cu": KERNELS})
    assert (port / "data.h").read_text().count("porter_compat/") == 1
    assert '#include "porter_compat/dnn_in_c.hpp"\n' in (port / "data.h").read_text()


def test_c_alone_cannot_have_it(tmp_path: Path) -> None:
    port = port_of(tmp_path, {"layer.h": LAYER_H, "layer.c": LAYER_C})
    assert "porter_compat" not in (port / "layer.c").read_text()


@pytest.mark.toolchain
def test_it_runs(tmp_path: Path) -> None:
    """Compiled as C, linked with the C++ that sets the calls, and run."""
    files = {"layer.h": LAYER_H, "layer.c": LAYER_C, "main.cu": KERNELS}
    files["Makefile"] = (
        "main: main.cu layer.o\n\tnvcc main.cu layer.o -lcudnn -o main\n"
        "layer.o: layer.c\n\tgcc -std=c99 -I/usr/local/cuda/include -c layer.c -o layer.o\n"
    )
    port = port_of(tmp_path, files)
    built = porter(port, "build", "--native", ".")
    assert built.returncode == 0, built.stdout + built.stderr
    ran = porter(port, "run", "--on", "cpu", "--", "./main")
    assert ran.stdout == "0 2 3 4 5, 1\n", ran.stdout + ran.stderr


def test_cpp_that_includes_a_header_of_c_in_braces(tmp_path: Path) -> None:
    unit = 'extern "C" {\n#include "layer.h"\n}\n'
    files = {"layer.h": LAYER_H, "layer.c": LAYER_C, "main.cu": KERNELS, "unit.cu": unit}
    text = (port_of(tmp_path, files) / "unit.cu").read_text()
    assert '#include "porter_compat/dnn_in_c.hpp"\n' in text.partition("extern")[0]


def test_a_source_in_c_gets_no_header_in_cpp(tmp_path: Path) -> None:
    """Whichever rule asks for it: what it would change stays, and is told."""
    code = "#include <vector_types.h>\nvoid f(void) { double4 d = make_double4(1, 2, 3, 4); }\n"
    port = port_of(tmp_path, {"f.c": code})
    assert "porter" not in (port / "f.c").read_text()
    assert not (port / "porter_compat").exists()
