"""An inclusion that a rule replaces is not added once more."""

import pytest

from porter.fixers import Context
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.languages import Language
from porter.tables.names import load
from porter.testing import apply, convert


def test_a_replaced_inclusion_counts_although_the_table_renames_it_too() -> None:
    file = SourceFile("a.cpp", b"#include <vector>\n#include <cuda_bf16.h>\n", Language.CUDA)
    converted = convert(file, Context(Options(), load("hip")))
    assert converted.data == b'#include <vector>\n#include "porter_compat/host_bfloat16.hpp"\n'


def test_a_header_of_hip_s_compiler_alone_is_asked_for_under_a_condition() -> None:
    text = "#pragma once\n#if CUDART_VERSION >= 11000\nint x;\n#endif\n"
    once = apply(text, path="util.h").data
    assert once.decode() == (
        "#pragma once\n#ifdef __HIPCC__\n#include <hip/hip_version.h>\n"
        "#endif\n#if defined(HIP_VERSION)\nint x;\n#endif\n"
    )
    assert apply(once, path="util.h").data == once


def test_who_needs_a_header_in_any_case_has_its_way() -> None:
    asked = apply("#if CUDART_VERSION >= 11000\n#endif\n", path="a.cu").data
    assert b"__HIPCC__" not in asked and b"#include <hip/hip_version.h>\n" in asked


FOR_BOTH = """\
#ifndef K_H
#define K_H
constexpr int n = 3;
#ifdef __CUDACC__
__global__ void k(float *x) { x[0] = __shfl_sync(0xffffffff, x[1], 0); }
#endif
#endif
"""


def test_a_header_that_hosts_read_includes_for_device_code_alone() -> None:
    once = apply(FOR_BOTH, path="k.cuh").data
    head, _, rest = once.decode().partition("constexpr")
    assert head == (
        "#ifndef K_H\n#define K_H\n#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n"
        '#include "porter_compat/warp.hpp"\n#endif\n'
    )
    assert apply(once, path="k.cuh").data == once
    assert "#ifdef __HIPCC__\n__global__" in rest


def test_a_project_has_names_of_its_own_for_device_code() -> None:
    before = FOR_BOTH.replace(
        "#ifdef __CUDACC__", "#if defined(OWN_HIP_DEVICE_COMPILE)\n#elif defined(OWN_CUDA_ARCH)"
    )
    before = before.replace("constexpr", '#include "./own.h"\nconstexpr')
    text = apply(before, path="k.h").data.decode()
    assert "#ifdef __HIPCC__\n#include" in text


@pytest.mark.parametrize(
    ("path", "before"),
    [
        ("k.cu", FOR_BOTH),
        ("k.cuh", FOR_BOTH.replace("constexpr", "#include <cuda_runtime.h>\nconstexpr")),
        (
            "k.cuh",
            "#ifdef __CUDACC__\n#endif\n__device__ unsigned f() { return __activemask(); }\n",
        ),
        ("k.cuh", FOR_BOTH.replace("#ifdef __CUDACC__", "#ifdef WITH_KERNELS")),
    ],
)
def test_others_include_in_any_case(path: str, before: str) -> None:
    text = apply(before, path=path).data.decode()
    assert "#include <hip/hip_runtime.h>" in text
    assert "#ifdef __HIPCC__\n#include" not in text


def test_what_hip_s_compiler_alone_includes_has_a_condition_of_its_own() -> None:
    before = FOR_BOTH.replace("constexpr", "#if CUDART_VERSION >= 11000\n#endif\nconstexpr")
    text = apply(before, path="k.h").data.decode()
    assert "#ifdef __HIPCC__\n#include <hip/hip_version.h>\n#endif\n" in text
    assert '#ifdef __HIPCC__\n#include "porter_compat/warp.hpp"\n#endif\n' in text


BY_CHOICE = """\
#include "config.h"
#ifdef GPU
#include <cudnn.h>
#endif

int n;
#ifdef GPU
void set(cudnnTensorDescriptor_t t) { cudnnSetTensor4dDescriptor(t, a, b, 1, 2, 3, 4); }
#endif
#ifdef GPU
cudnnConvolutionMode_t mode;
#endif
"""


@pytest.mark.parametrize("choice", ["ifdef GPU", "if defined(GPU)", "if GPU", "if WITH_A"])
def test_what_a_choice_of_the_project_s_needs_is_included_under_it(choice: str) -> None:
    before = BY_CHOICE.replace("ifdef GPU", choice).encode()
    once = apply(before.decode(), path="layer.cpp").data
    support = '#include "porter_compat/dnn_descriptors.hpp"\n'
    head = f'#include "config.h"\n#{choice}\n#include <miopen/miopen.h>\n{support}#endif\n'
    assert once.decode().startswith(head)
    assert apply(once.decode(), path="layer.cpp").data == once


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#ifdef GPU\nvoid", "#define GPU\n#ifdef GPU\nvoid"),
        ("#ifdef GPU\nvoid", "#ifndef CPU\nvoid"),
        ("#ifdef GPU\nvoid", "#ifdef __linux__\nvoid"),
        ("int n;", "#include <cuda_runtime.h>"),
        ("int n;", "int m = CUDNN_CONVOLUTION;"),
    ],
)
def test_what_is_needed_whatever_is_chosen_is_included_whatever_is(before: str, after: str) -> None:
    once = apply(BY_CHOICE.replace(before, after), path="layer.cpp").data.decode()
    assert once.index("porter_compat/") < once.index('#include "config.h"')


def test_a_choice_without_inclusions_is_written_once_more() -> None:
    code = BY_CHOICE.replace("#include <cudnn.h>", "int m;")
    once = apply(code, path="layer.cpp").data.decode()
    support = '#include "porter_compat/dnn_descriptors.hpp"\n'
    head = f'#include "config.h"\n#ifdef GPU\n{support}#endif\n#ifdef GPU\nint m;\n#endif\n'
    assert once.startswith(head)
    assert apply(once, path="layer.cpp").data.decode() == once


def test_a_choice_that_holds_the_inclusions_holds_what_is_needed() -> None:
    code = (
        "#ifdef GPU\n#include <cudnn.h>\n"
        "void set(cudnnTensorDescriptor_t t) { cudnnSetTensor4dDescriptor(t, a, b, 1, 2, 3, 4); }\n"
        "#endif\n"
    )
    once = apply(code, path="layer.cpp").data.decode()
    head = '#ifdef GPU\n#include <miopen/miopen.h>\n#include "porter_compat/dnn_descriptors.hpp"\n'
    assert once.startswith(head)


def test_an_inclusion_that_is_there_under_the_choice_is_not_added_once_more() -> None:
    code = (
        "#if TRACED\n#include <nvtx3/nvtx3.hpp>\n#endif\nint n;\n"
        '#if TRACED\nnvtx3::scoped_range whole("all");\n#endif\n'
    )
    once = apply(code, path="trace.h").data.decode()
    assert once.count("porter_compat/nvtx_ranges.hpp") == 1
