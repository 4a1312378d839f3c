// Compute capability through pointers, functions, arithmetic, pairs.
#include <cstdio>
#include <utility>
#include <vector>
#include <cuda_runtime.h>
struct Device { int sm; int major; };
static int capability(const cudaDeviceProp *p) { return p->major * 100 + p->minor * 10; }
static std::pair<int, int> pair_of(int d) { cudaDeviceProp p; cudaGetDeviceProperties(&p, d); return {p.major, p.minor}; }
static Device describe(int d) { cudaDeviceProp p; cudaGetDeviceProperties(&p, d); Device r; r.sm = p.major * 10 + p.minor; r.major = p.major; return r; }
static bool hopper(const std::vector<cudaDeviceProp> &all) { for (auto &p : all) if (p.major < 9) return false; return true; }
template <typename P> static bool newest(const P &props) { return props.major >= 9; }
static int driver() { int a = 0, b = 0; cudaDeviceGetAttribute(&a, cudaDevAttrComputeCapabilityMajor, 0); cudaDeviceGetAttribute(&b, cudaDevAttrComputeCapabilityMinor, 0); return a * 10 + b; }
__global__ void k() {}
int main() {
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
  int failures = 0;
  auto check = [&](bool ok, const char *what) { if (!ok) failures++, printf("%s\n", what); };
  check(capability(&p) == 800, "pointer");
  check(pair_of(0) == std::make_pair(8, 0), "pair");
  check(describe(0).sm == 80 && describe(0).major == 8, "members");
  check(!hopper({p}), "vector");
  check(!newest(p), "template");
  check(driver() == 80, "attribute");
  auto [major, minor] = std::make_pair(p.major, p.minor);
  check(major == 8 && minor == 0, "bound");
  const int sm = p.major << 4 | p.minor;
  check(sm == 0x80, "shifted");
  cudaFuncAttributes a; cudaFuncGetAttributes(&a, k);
  check(a.ptxVersion >= 50 && a.ptxVersion < 90, "ptxVersion");
  check(a.binaryVersion >= 50 && a.binaryVersion < 90, "binaryVersion");
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
