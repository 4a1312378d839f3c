"""What a project wrote for CUDA alone stays; what it wrote for HIP is its own port."""

import pytest

from porter.fixers import Context
from porter.options import Options
from porter.source import SourceFile
from porter.tables.names import load
from porter.testing import convert

#: What puts the build on the HIP side.
DEFINITION = (
    "#if !defined(USE_ROCM) && (defined(__HIP__) || defined(__HIP_PLATFORM_AMD__))\n"
    "#define USE_ROCM 1\n#endif\n"
)


def converted(text: str) -> str:
    context = Context(Options(), load("hip"))
    return convert(SourceFile("a.h", text.encode()), context).data.decode()


@pytest.mark.parametrize(
    "text",
    [
        "#ifndef USE_ROCM\ncudaFree(p);\n#endif\n",
        "#ifdef USE_ROCM\nhipFree(p);\n#else\n#include <cuda_runtime.h>\ncudaFree(p);\n#endif\n",
        "#if defined(__CUDACC__)\ncudaFree(p);\n#elif defined(__HIPCC__)\nhipFree(p);\n#endif\n",
        "#if !defined(__HIP_PLATFORM_AMD__) && defined(FOO)\ncudaFree(p);\n#endif\n",
        "#ifndef __HIP_PLATFORM_AMD__\n#if A\ncudaFree(p);\n#endif\n#endif\n",
    ],
)
def test_code_for_cuda_alone_stays(text: str) -> None:
    is_chosen = "USE_ROCM" in text
    assert converted(text) == (DEFINITION if is_chosen else "") + text
    assert converted(converted(text)) == converted(text)


@pytest.mark.parametrize(
    "text",
    [
        "#ifdef __NVCC__\ncudaFree(p);\n#endif\n#ifdef __HIP__\nhipFree(p);\n#endif\n",
        "#if defined(__HIPCC__)\nhipFree(p);\n#endif  // HIP\n\n"
        "#if defined(__CUDACC__)  // CUDA\ncudaFree(p);\n#endif\n",
    ],
)
def test_two_conditions_side_by_side_are_one_choice(text: str) -> None:
    assert converted(text) == text


def test_macros_of_names_that_the_other_side_lacks_are_no_choice() -> None:
    hip = "#if defined(__HIPCC__)\n#define HIP_CHECK(x) \\\n  check(hipSuccess == (x))\n#endif\n"
    cuda = (
        "#if defined(__CUDACC__)\n/* as HIP's */\n"
        "#define CUDA_CHECK(x) \\\n  check(cudaSuccess == (x))\n#endif\n"
    )
    use = "CUDA_CHECK(cudaFree(p));\n"
    after = cuda.replace("__CUDACC__", "__HIPCC__").replace("cudaSuccess", "hipSuccess")
    assert converted(cuda + "\n" + hip + use) == after + "\n" + hip + use.replace("cudaF", "hipF")
    assert converted(hip + cuda + use) == hip + after + use.replace("cudaF", "hipF")


@pytest.mark.parametrize(
    "cuda",
    [
        "#define CHECK(x) check(cudaSuccess == (x))\n",
        "#define CUDA_CHECK(x) check(cudaSuccess == (x))\nusing stream_t = cudaStream_t;\n",
        "#include <cuda_runtime.h>\n",
    ],
)
def test_what_both_sides_define_or_declare_is_a_choice(cuda: str) -> None:
    hip = "#ifdef __HIP__\n#define CHECK(x) check(hipSuccess == (x))\n#endif\n"
    text = f"#ifdef __NVCC__\n{cuda}#endif\n{hip}"
    assert converted(text) == text


def test_a_condition_beside_what_asks_nothing_of_cuda_is_none_of_its_sides() -> None:
    before = "#ifdef MY_GPU\ncudaFree(p);\n#endif\n#ifdef __HIP__\nhipFree(q);\n#endif\n"
    assert converted(before) == before.replace("cudaFree", "hipFree")


def test_names_are_converted_where_both_compilers_come() -> None:
    before = "#if defined(USE_ROCM) || FOO\ncudaFree(p);\n#else\nx();\n#endif\ncudaFree(q);\n"
    assert converted(before) == before.replace("cudaFree", "hipFree")


def test_api_names_are_converted_in_a_branch_for_hip() -> None:
    before = "#ifdef USE_ROCM\ncudaFree(p);\n#else\ncudaFree(q);\n#endif\n"
    after = "#ifdef USE_ROCM\nhipFree(p);\n#else\ncudaFree(q);\n#endif\n"
    assert converted(before) == DEFINITION + after


def test_unknown_macros_decide_nothing() -> None:
    before = "#ifdef MY_GPU\ncudaFree(p);\n#else\ncudaFree(q);\n#endif\n"
    assert converted(before) == before.replace("cudaFree", "hipFree")


def test_spans_of_each_side() -> None:
    file = SourceFile("a.cu", b"#ifdef __HIPCC__\nh\n#else\nc\n#endif\n")
    ((start, end),) = file.dual.cuda
    assert file.data[start:end] == b"\nc\n"
    ((start, end),) = file.dual.hip
    assert file.data[start:end] == b"\nh\n"
    assert file.names >= {b"h"} and b"c" not in file.names
