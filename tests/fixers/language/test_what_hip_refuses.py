"""The facts that rules go by: what HIP's compiler and headers refuse, and what they take."""

import subprocess

import pytest

from porter.toolchain.discovery import find
from porter.toolchain.model import Emit

pytestmark = pytest.mark.toolchain

KERNEL = "__global__ void k(int* p) { %s }\n"
_PRODUCT = (
    "#define HIPBLAS_V2\n#include <hipblas/hipblas.h>\n"
    "void f(hipblasHandle_t h, hipblasOperation_t o, const void *p, void *c, hipDataType t,\n"
    "       hipblasGemmAlgo_t a) {{\n"
    "  hipblasGemmEx(h, o, o, 1, 1, 1, p, p, t, 1, p, t, 1, p, c, t, 1, {}, a);\n"
    "}}\n"
)
REFUSED = {
    "LNG03 grid constant": ("__global__ void k(const __grid_constant__ int x) {}", "unknown type"),
    "LNG03 maxnreg": ("__global__ void __maxnreg__(64) k(int* p) {}", "error"),
    "LNG03 trap": (KERNEL % "__trap();", "undeclared identifier '__trap'"),
    "LNG03 assume": (KERNEL % "__assume(p);", "undeclared identifier '__assume'"),
    "LCH06 launch": (
        "__global__ void c(int*) {} __global__ void k(int* p) { c<<<1, 1>>>(p); }",
        "reference to __global__ function",
    ),
    "LCH06 runtime": (KERNEL % "hipDeviceSynchronize();", "no matching function"),
    "LNG17 pipeline": (KERNEL % "__pipeline_commit();", "undeclared identifier"),
    "NUM03 modes": (KERNEL % "*p = __fadd_rz(1.0f, 2.0f);", "undeclared identifier '__fadd_rz'"),
    "MEM03 textures": (
        "__global__ void k(float* p, hipTextureObject_t t) { *p = tex2D<float>(t, 1, 2); }",
        "not supported on the device",
    ),
    "LNG04 operators": (
        "__host__ __device__ void operator*=(float4& a, float4 b) { a.x *= b.x; }\n"
        "__global__ void k(float4* p) { *p *= *p; }",
        "ambiguous",
    ),
    "LNG20 narrowing": ("void f(int n) { dim3 g{n, 1}; (void)g; }", "cannot be narrowed"),
    "LNG21 own overloads": (
        "__device__ double atomicMax(double *p, double x) { return x; }",
        "redefinition of 'atomicMax'",
    ),
    "API20 halves": (
        "#include <hipblas/hipblas.h>\n#include <hip/hip_fp16.h>\n"
        "void f(hipblasHandle_t h, hipblasOperation_t o, const __half *a, __half *c) {\n"
        "  hipblasHgemm(h, o, o, 1, 1, 1, a, a, 1, a, 1, a, c, 1);\n}",
        "no matching function",
    ),
    "API52 data types": (_PRODUCT.format("HIP_R_32F"), "no matching function"),
    "API19 transitive": (
        "#include <thrust/device_vector.h>\nthrust::constant_iterator<int> ones(1);",
        "constant_iterator",
    ),
    "LNG12 sizes of the host": (
        "unsigned long f(unsigned long a, unsigned long b) { return max({a}, {b}); }",
        "cannot be narrowed",
    ),
    "LNG37 std": ("#include <cstdio>\n" + KERNEL % 'std::printf("k");', "reference to __host__"),
    "LNG06 register": ("void f() { register int i = 0; (void)i; }", "'register'"),
    "LNG07 alignment": (KERNEL % "__shared__ alignas(16) int s[8]; *p = s[0];", "alignas"),
    "LNG08 coordinates": (KERNEL % "uint3 t = threadIdx; *p = t.x;", "no viable conversion"),
    "API11 typedefs": ("struct hipGraphicsResource *p;", "hipGraphicsResource"),
    "API05 default of the flags": (
        "void f(hipArray_t a, hipChannelFormatDesc *d) { hipMalloc3DArray(&a, d, hipExtent()); }",
        "no matching function",
    ),
    "LNG13 assembly": (
        'asm volatile("ex2.approx.f32 %0, %1;" : "=f"(x) : "f"(y));',
        "invalid output constraint",
    ),
}
TAKEN = {
    "API52 compute types": _PRODUCT.format("HIPBLAS_COMPUTE_32F"),
    "LNG04 sums": (
        "__host__ __device__ float4 operator+(float4 a, float4 b) { return a; }\n"
        "__host__ __device__ float4 operator*(float4 a, float s) { return a; }\n"
        "__device__ void operator/=(float4& a, float4 b) {}\n"
        "__global__ void k(float4* p) { *p = *p + *p * 2.0f; *p /= *p; }"
    ),
    "LNG21 own overloads": (
        '__attribute__((enable_if(true, "own"))) '
        "static __inline__ __device__ double atomicMax(double *p, double x) { return x; }\n"
        "__global__ void k(double *p, int *q) { atomicMax(p, 1.0); atomicMax(q, 1); }"
    ),
    "API20 halves": (
        "#define HIPBLAS_USE_HIP_HALF\n#include <hipblas/hipblas.h>\n#include <hip/hip_fp16.h>\n"
        "void f(hipblasHandle_t h, hipblasOperation_t o, const __half *a, __half *c) {\n"
        "  hipblasHgemm(h, o, o, 1, 1, 1, a, a, 1, a, 1, a, c, 1);\n}"
    ),
    "LNG37 global": "#include <cstdio>\n#include <cstring>\n"
    + KERNEL % '::printf("k"); ::memcpy(p, p + 4, 4); ::memset(p, 0, 4);',
    "LNG03 attributes": "__device__ __noinline__ int f(int x) { return x; } __managed__ int y;",
    "LCH06 device heap": KERNEL % 'free(malloc(4)); printf("%d", 1); assert(p);',
    "NUM03 nearest": KERNEL % "*p = __fmul_rn(1.0f, 2.0f) + __fsqrt_rn(2.0f) + __saturatef(2.0f);",
    "templates in constant memory": (
        "template <class T> __constant__ T c[4]; __global__ void k(float* p) { *p = c<float>[1]; }"
    ),
    "static variables": KERNEL % "static int n; *p = n++;",
    "empty assembly": KERNEL % 'asm volatile("" ::: "memory");',
}


def compiled(text: str, folder, arch: str = "gfx942") -> tuple[int, str]:
    source = folder / "fact.hip"
    source.write_text(f"#include <hip/hip_runtime.h>\n#include <cassert>\n{text}\n")
    command = find().hip_command(source, arch, emit=Emit.SYNTAX, flags=["-w"])
    run = subprocess.run(command, capture_output=True, text=True)
    return run.returncode, run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", REFUSED)
def test_hip_refuses(name: str, tmp_path) -> None:
    text, says = REFUSED[name]
    if text.startswith("asm"):
        text = f"__global__ void k(float* p) {{ float x, y = *p; {text} *p = x; }}"
    status, messages = compiled(text, tmp_path)
    assert status != 0
    assert says in messages


@pytest.mark.slow
@pytest.mark.parametrize("name", TAKEN)
def test_hip_takes(name: str, tmp_path) -> None:
    assert compiled(TAKEN[name], tmp_path) == (0, "")


@pytest.mark.slow
def test_textures_are_there_on_other_processors(tmp_path) -> None:
    assert compiled(REFUSED["MEM03 textures"][0], tmp_path, "gfx1100") == (0, "")
    assert compiled(REFUSED["MEM03 textures"][0], tmp_path, "gfx90a") == (0, "")
