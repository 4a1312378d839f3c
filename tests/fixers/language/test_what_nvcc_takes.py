"""Forms of CUDA code that nvcc takes and clang does not: what becomes of them compiles."""

import pytest

from porter.fixers.api.elaborated_types import TYPEDEFS
from porter.tables.names import load

SOURCE = """
#include <cuda_runtime.h>
struct cudaGraphicsResource;
void unmap(struct cudaGraphicsResource **r) { cudaGraphicsUnmapResources(1, r); }
template <class T> __host__ __device__ bool ok(T x) { return isfinite(x) && !isnan(x); }
bool host = ok(1.0f) || ok(2.0);
__global__ void numbers(float *p, double *q) { *p = ok(*p) && ok(*q) && !signbit(*q); }
__global__ void k(int *p) {
  extern __shared__ alignas(16) int pool[];
  __shared__ alignas(8) int s[128];
  const uint3 t = threadIdx;
  uint3 b(blockIdx);
  for (register int i = 0; i < 4; ++i) s[t.x] = pool[i] + b.y;
  p[t.x] = s[t.x];
}
__constant__ int c[4];
void defaults(int *h, cudaArray_t a, cudaGraphExec_t *x, cudaGraph_t g,
              const cudaExternalSemaphore_t *s, const cudaExternalSemaphoreSignalParams *u,
              const cudaExternalSemaphoreWaitParams *w) {
  cudaMemcpyToSymbolAsync(c, h, 16);
  cudaMemcpyToSymbolAsync(c, h, 12, 4);
  cudaMemcpyFromSymbolAsync(h, c, 16);
  cudaMemcpyFromSymbolAsync(h, c, 12, 4);
  cudaMemcpy2DArrayToArray(a, 0, 0, a, 8, 0, 4, 1);
  cudaGraphInstantiateWithFlags(x, g);
  cudaSignalExternalSemaphoresAsync(s, u, 1);
  cudaWaitExternalSemaphoresAsync(s, w, 1);
}
template <class To, class From> struct Cast {
  template <int N> static __device__ void to(To *a, const From *b) { *a = *b + N; }
};
template <int N, class To, class From>
__device__ void cast(To *a, From *b) { Cast<To, From>::to<N>(a, b); }
__global__ void casts(int *p, float *q) { cast<4>(p, q); }
struct Field { typedef int storage; static __device__ int mul(int a, int b) { return a * b; } };
template <class F> __device__ typename F::storage power(typename F::storage x, int n) {
  return n ? F::template mul(x, x) : F::storage();
}
__global__ void powers(int *p) { *p = power<Field>(*p, 2); }
void make(cudaArray_t *a, cudaChannelFormatDesc d, cudaExtent e) { cudaMalloc3DArray(a, &d, e); }
"""


@pytest.mark.toolchain
def test_what_nvcc_takes_compiles_for_hip(type_errors) -> None:
    assert type_errors(SOURCE) == []


@pytest.mark.slow
@pytest.mark.toolchain
def test_each_listed_tag_is_a_typedef_in_hip(type_errors) -> None:
    names = sorted({row.hip.decode() for name in TYPEDEFS if (row := load("hip").names[name])})
    header = "#include <hip/hip_runtime.h>\n#include <hip/hip_gl_interop.h>\n"
    uses = "".join(f"{name} *p{number};\n" for number, name in enumerate(names))
    assert type_errors(header + uses) == []
    for keyword in ("struct", "enum"):
        wrong = "".join(f"{keyword} {name} *p{n};\n" for n, name in enumerate(names))
        assert len(type_errors("#include <hip/hip_runtime.h>\n" + wrong)) >= len(names)


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("API11", "void f(enum cudaExternalMemoryHandleType t);\n", None),
        ("API11", "namespace a {\nstruct cudaGraphicsResource;\n}\n", None),
        ("LNG06", "#define FOR for (register int i = 0;;)\n", "#define FOR for (int i = 0;;)\n"),
        ("LNG07", "__device__ const alignas(8) int t[2] = {1, 2};\n", None),
        ("LNG08", "uint3 *t = &threadIdx; auto x = blockIdx.x;\n", "="),
        ("LNG08", "uint3 t { threadIdx };\n", None),
    ],
)
def test_forms(converted, rule: str, before: str, after: str | None) -> None:
    data = converted(before, rule).data.decode()
    if after is None:
        assert data != before
    else:
        assert data == (before if after == "=" else after)
