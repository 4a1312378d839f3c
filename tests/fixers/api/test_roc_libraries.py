"""`--blas roc` and the like: ROCm's own libraries, whose calls have to type-check."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from porter.fixers.conversion import Conversion
from porter.options import Options
from porter.source.text.languages import language_of
from porter.testing import convert, single_text

Ported = Callable[..., Conversion]


@pytest.fixture
def ported() -> Ported:
    """Convert a text with some of ROCm's own libraries."""

    def run(text: str, *roc: str, path: str = "unit.cu") -> Conversion:
        options = Options(roc=roc)
        return convert(*single_text(path, text.encode(), language_of(path), options))

    return run


BLAS = """\
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
float multiply(float *a, float *x, cuComplex *c, float **batch, cudaStream_t stream) {
  cublasHandle_t handle;
  cublasStatus_t status = cublasCreate(&handle);
  if (status == CUBLAS_STATUS_NOT_INITIALIZED) return 0;
  cublasSetStream(handle, stream);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  const float one = 1, zero = 0;
  const cuComplex i = make_cuComplex(0, 1);
  float sum;
  cublasOperation_t t = CUBLAS_OP_T;
  cublasSgemm(handle, CUBLAS_OP_N, t, 8, 8, 8, &one, a, 8, a, 8, &zero, x, 8);
  cublasSgemmBatched(handle, t, t, 8, 8, 8, &one, batch, 8, batch, 8, &zero, batch, 8, 4);
  cublasSgemmStridedBatched(handle, t, t, 8, 8, 8, &one, a, 8, 64, a, 8, 64, &zero, x, 8, 64, 4);
  cublasCgemm(handle, CUBLAS_OP_C, t, 8, 8, 8, &i, c, 8, c, 8, &i, c, 8);
  cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, t, CUBLAS_DIAG_UNIT, 8, 8, &one, a,
              8, x, 8);
  cublasSsyrk(handle, CUBLAS_FILL_MODE_UPPER, t, 8, 8, &one, a, 8, &zero, x, 8);
  cublasSdot(handle, 8, a, 1, x, 1, &sum);
  cublasSetMatrix(8, 8, sizeof(float), a, 8, x, 8);
  cublasDestroy(handle);
  return sum;
}
"""

SPARSE = """\
#include <cusparse.h>
#include <cuda_runtime.h>
void sparse(int *rows, int *columns, float *values, float *y, cudaStream_t stream) {
  cusparseHandle_t handle;
  cusparseMatDescr_t matrix;
  if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS) return;
  cusparseSetStream(handle, stream);
  cusparseCreateMatDescr(&matrix);
  cusparseSetMatType(matrix, CUSPARSE_MATRIX_TYPE_GENERAL);
  cusparseSetMatIndexBase(matrix, CUSPARSE_INDEX_BASE_ZERO);
  int total;
  cusparseSnnz(handle, CUSPARSE_DIRECTION_ROW, 8, 8, matrix, values, 8, rows, &total);
  cusparseXcsr2coo(handle, rows, total, 8, columns, CUSPARSE_INDEX_BASE_ZERO);
  size_t bytes;
  cusparseXcoosort_bufferSizeExt(handle, 8, 8, total, rows, columns, &bytes);
  cusparseXcoosortByRow(handle, 8, 8, total, rows, columns, nullptr, y);
  cusparseDestroyMatDescr(matrix);
  cusparseDestroy(handle);
}
"""

RAND = """\
#include <curand.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>
__global__ void numbers(float *out, double2 *wide, unsigned long long seed) {
  curandState state;
  curandStatePhilox4_32_10_t counter;
  curand_init(seed, threadIdx.x, 0, &state);
  curand_init(seed, threadIdx.x, 0, &counter);
  out[threadIdx.x] = curand_uniform(&state) + curand_normal(&state) + curand(&state);
  float4 four = curand_normal4(&counter);
  *wide = curand_uniform2_double(&counter);
  skipahead(4ull, &state);
  out[0] = four.x;
}
void fill(float *out, cudaStream_t stream) {
  curandGenerator_t generator;
  if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) != CURAND_STATUS_SUCCESS)
    return;
  curandSetStream(generator, stream);
  curandSetPseudoRandomGeneratorSeed(generator, 7ull);
  curandGenerateUniform(generator, out, 64);
  curandGenerateNormal(generator, out, 64, 0.f, 1.f);
  curandDestroyGenerator(generator);
}
"""

SOLVER = """\
#include <cusolverDn.h>
#include <cublas_v2.h>
cusolverStatus_t prepare(cudaStream_t stream) {
  cusolverDnHandle_t handle;
  cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;
  cublasFillMode_t part = CUBLAS_FILL_MODE_LOWER;
  (void)mode, (void)part;
  cusolverDnCreate(&handle);
  cusolverDnSetStream(handle, stream);
  return cusolverDnDestroy(handle);
}
"""

CASES = {
    "blas": (BLAS, ("blas",)),
    "sparse": (SPARSE, ("sparse",)),
    "rand": (RAND, ("rand",)),
    "solver": (SOLVER, ("blas", "solver")),
}


@pytest.mark.parametrize(
    ("cuda", "roc", "hip"),
    [
        ("cublasSgemm(h, CUBLAS_OP_N);", "blas", "rocblas_sgemm(h, rocblas_operation_none);"),
        ("cublasDestroy_v2(h);", "blas", "rocblas_destroy_handle(h);"),
        ("cublasStatus_t s; cublasHandle_t h;", "blas", "rocblas_status s; rocblas_handle h;"),
        ("#include <cublas_v2.h>", "blas", "#include <rocblas/rocblas.h>"),
        ("cusparseSetStream(h, s);", "sparse", "rocsparse_set_stream(h, s);"),
        ("cusparseDirection_t d;", "sparse", "rocsparse_direction d;"),
        ("#include <cusparse.h>", "sparse", "#include <rocsparse/rocsparse.h>"),
        ("curand_uniform(&state);", "rand", "rocrand_uniform(&state);"),
        ("curandState_t state;", "rand", "rocrand_state_xorwow state;"),
        ("#include <curand_kernel.h>", "rand", "#include <rocrand/rocrand_kernel.h>"),
    ],
)
def test_a_name_becomes_rocms_own(ported: Ported, cuda: str, roc: str, hip: str) -> None:
    assert hip in ported(cuda + "\n", roc).data.decode()
    assert "roc" not in ported(cuda + "\n").data.decode()


def test_other_libraries_stay_with_their_wrappers(ported: Ported) -> None:
    text = "cublasCreate(&h);\ncurandCreateGenerator(&g, k);\n"
    assert (
        ported(text, "blas").data == b"rocblas_create_handle(&h);\nhiprandCreateGenerator(&g, k);\n"
    )


@pytest.mark.parametrize(
    ("cuda", "roc", "why"),
    [
        ("cublasGemmEx(h);\n", "blas", "take one matrix more"),
        ("cublasSgetrfBatched(h);\n", "blas", "rocSOLVER's functions of this kind"),
        ("cublasHgemm(h);\n", "blas", "rocblas_half"),
        ("cusparseCreateCsr(&a);\n", "sparse", "names types of data otherwise"),
        ("cusparseSpMV(h);\n", "sparse", "takes other arguments: arity"),
    ],
)
def test_what_cannot_stay_a_call_is_left_and_reported(
    ported: Ported, cuda: str, roc: str, why: str
) -> None:
    result = ported(cuda, roc)
    assert result.data.decode() == cuda
    (finding,) = [one for one in result.findings if one.rule == "API09"]
    assert finding.severity == "error"
    assert why in finding.message
    assert f"--{roc} hip has hip" in finding.message


def test_a_solver_of_the_wrapper_does_not_take_rocblas_enums(ported: Ported) -> None:
    text = "cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, n, a, n, w, l, i);\n"
    assert b"hipsolverDnSpotrf(h, HIPBLAS_FILL_MODE_LOWER" in ported(text).data
    result = ported(text, "blas")
    assert result.data == b"cusolverDnSpotrf(h, rocblas_fill_lower, n, a, n, w, l, i);\n"
    assert "--blas roc" in next(f.message for f in result.findings if f.rule == "API09")


def test_a_solver_is_reported_where_its_workspace_has_no_place(ported: Ported) -> None:
    text = "cusolverDnSgetrf(h, m, n, a, n, w, p, i);\n"
    result = ported(text, "blas", "solver")
    assert result.data.decode() == text
    assert "workspace" in next(f.message for f in result.findings if f.rule == "API09")


@pytest.mark.parametrize("text", [BLAS, SPARSE, RAND, SOLVER], ids=list(CASES))
def test_converting_twice_changes_nothing(ported: Ported, text: str) -> None:
    roc = ("blas", "rand", "solver", "sparse")
    once = ported(text, *roc).data
    assert ported(once.decode(), *roc).data == once
    assert b"cublas" not in once and b"curand" not in once and b"cusparse" not in once


@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"])
@pytest.mark.parametrize("case", CASES)
def test_the_calls_compile(ported: Ported, tmp_path: Path, case: str, arch: str) -> None:
    from porter.toolchain.discovery import find
    from porter.toolchain.model import Emit

    text, roc = CASES[case]
    result = ported(text, *roc)
    assert [f.message for f in result.findings if f.severity == "error"] == []
    source = tmp_path / "unit.hip"
    source.write_bytes(result.data)
    command = find().hip_command(source, arch, emit=Emit.SYNTAX, flags=["-w"])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
