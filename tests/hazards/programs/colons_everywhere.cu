// ::names behind everything that a name may stand behind.
#include <cstdio>
#include <cuda_runtime.h>
#define STREAM ::cudaStream_t
#define TRY(x) if (::cudaError_t e = (x); e != ::cudaSuccess) return int(e)
using ::cudaStream_t; using E = ::cudaError_t; template <class T = ::cudaEvent_t> struct H { T t; operator ::cudaEvent_t() const { return t; } };
struct Stream { ::cudaStream_t s; Stream() : s(nullptr) { ::cudaStreamCreate(&s); } ~Stream() { ::cudaStreamDestroy(s); } explicit operator bool() const noexcept(noexcept(::cudaFree(nullptr))) { return s; } };
static_assert(sizeof(::cudaStream_t) == alignof(::cudaStream_t) && ::cudaSuccess == 0, "");
[[nodiscard]] ::cudaError_t nothing() { return ::cudaSuccess; } auto trailing() -> ::cudaError_t { return ::cudaGetLastError(); }
inline ::cudaError_t kind(::cudaMemcpyKind k) { switch (k) { case ::cudaMemcpyHostToDevice: return ::cudaSuccess; default: return ::cudaErrorInvalidValue; } }
extern "C" ::cudaError_t plain() { return not ::cudaSuccess ? ::cudaSuccess : ::cudaErrorUnknown; }
int body() {
  void *p; TRY(::cudaMalloc(&p, 16)); if (true) ::cudaFree(p); else ::cudaDeviceReset(); do ::cudaPeekAtLastError(); while (false);
  const ::cudaError_t c = static_cast<::cudaError_t>(0); auto f = &::cudaGetLastError; decltype(::cudaGetLastError()) d = f(); ::cudaError_t list[]{::cudaSuccess, ::cudaErrorUnknown}; unsigned n = unsigned(::cudaErrorInvalidValue);
  auto l = []() -> ::cudaError_t { return ::cudaDeviceSynchronize(); }; H<> h{}; H<::cudaStream_t> g{}; STREAM s = nullptr; volatile ::cudaError_t v = ::cudaSuccess; register_t r = 0; Stream mine; try { throw ::cudaErrorUnknown; } catch (::cudaError_t t) { r = t == ::cudaErrorUnknown ? 0 : 1; }
  return c + d + list[0] + (n != 1) + l() + (h.t != nullptr) + (g.t != s) + v + (int)r + !mine + nothing() + trailing() + kind(::cudaMemcpyHostToDevice) + plain();
}
int main() { int bad = body(); printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0; }
