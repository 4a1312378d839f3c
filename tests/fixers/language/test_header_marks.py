"""LNG18: what a header offers by CUDA's include guards is there when HIP compiles it."""

import pytest

from porter.options import Options
from porter.tables.names import load

#: Guard, the header that brings it, and a type and a value that stand under it.
GUARDED = (
    ("__DRIVER_TYPES_H__", "cuda_runtime.h", "cudaError_t", "cudaErrorInvalidValue"),
    ("__CUDA_RUNTIME_H__", "cuda_runtime.h", "cudaMemcpyKind", "cudaMemcpyHostToDevice"),
    ("__CUDA_RUNTIME_API_H__", "cuda_runtime.h", "cudaLimit", "cudaLimitStackSize"),
    ("__VECTOR_TYPES_H__", "cuda_runtime.h", "dim3", "dim3(1)"),
    ("__cuda_cuda_h__", "cuda.h", "CUresult", "CUDA_SUCCESS"),
    ("CUBLAS_API_H_", "cublas_v2.h", "cublasStatus_t", "CUBLAS_STATUS_SUCCESS"),
    ("CUBLAS_V2_H_", "cublas_v2.h", "cublasOperation_t", "CUBLAS_OP_N"),
    ("_CUFFT_H_", "cufft.h", "cufftResult", "CUFFT_SUCCESS"),
    ("CUSPARSEAPI", "cusparse.h", "cusparseStatus_t", "CUSPARSE_STATUS_SUCCESS"),
    ("CUSPARSE_H_", "cusparse.h", "cusparseIndexBase_t", "CUSPARSE_INDEX_BASE_ZERO"),
    ("CUSOLVER_COMMON_H_", "cusolverDn.h", "cusolverStatus_t", "CUSOLVER_STATUS_SUCCESS"),
    ("CURAND_H_", "curand.h", "curandStatus_t", "CURAND_STATUS_SUCCESS"),
    ("__CUDA_FP16_H__", "cuda_fp16.h", "__half", "__float2half(1.0f)"),
    ("CUSPARSE_VERSION", "cusparse.h", "cusparseOperation_t", "CUSPARSE_OPERATION_NON_TRANSPOSE"),
)


@pytest.mark.toolchain
def test_every_function_under_a_guard_is_there_when_compiled_for_hip(type_errors) -> None:
    headers = dict.fromkeys(header for _, header, _, _ in GUARDED)
    text = "".join(f"#include <{header}>\n" for header in headers)
    for number, (guard, _, kind, _) in enumerate(GUARDED):
        text += f"#ifdef {guard}\nstatic int name_{number}({kind}) {{ return {number}; }}\n#endif\n"
    calls = " + ".join(f"name_{n}({value})" for n, (_, _, _, value) in enumerate(GUARDED))
    assert type_errors(text + f"int main() {{ return {calls}; }}\n") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#ifndef CURAND_H_\n#endif\n", "#ifndef HIPRAND_H_\n#endif\n"),
        ("#if !defined CUFFTAPI\n#endif\n", "#if !defined HIPFFT_H_\n#endif\n"),
        ("#define HAS_FFT defined(_CUFFT_H_)\n", "#define HAS_FFT defined(HIPFFT_H_)\n"),
        ("void CUFFTAPI f(int a);\n", "void f(int a);\n"),
        ("typedef void (CUDAAPI *F)(int);\n", "typedef void (*F)(int);\n"),
        ("#define MY_API CUDAAPI\n", "#define MY_API \n"),
    ],
)
def test_marks(converted, before: str, after: str) -> None:
    result = converted(before, "LNG18", path="helper.h")
    assert (result.data.decode(), list(result.findings)) == (after, [])


@pytest.mark.parametrize(
    "text",
    [
        "#ifndef CURAND_H_\n#define CURAND_H_\nint f();\n#endif\n#ifdef CURAND_H_\n#endif\n",
        "#ifdef __HIPCC__\n#elif defined(CURAND_H_)\n#endif\n",
        "#define CUFFTAPI\nvoid CUFFTAPI f();\n",
        "#ifndef MY_CUDA_HELPER_H\n#endif\n#ifdef __CUDACC__\n#endif\n",
        "int CURAND_H = 1;\n",
    ],
)
def test_what_is_the_projects_stays(converted, text: str) -> None:
    result = converted(text, "LNG18", path="helper.h")
    assert (result.data.decode(), list(result.findings)) == (text, [])


def test_the_marks_of_rocm_s_own_libraries_take_their_place() -> None:
    assert load("hip").marks[b"CUBLAS_API_H_"].hip == b"HIPBLAS_H"
    assert load("hip", roc=frozenset(("blas",))).marks[b"CUBLAS_API_H_"].hip == b"ROCBLAS_H"


def test_no_mark_is_a_name_that_another_table_maps() -> None:
    tables = load(Options().target)
    assert [name for name in tables.marks if name in tables.names] == []
    assert len([row for row in tables.marks.values() if row.hip]) > 100
