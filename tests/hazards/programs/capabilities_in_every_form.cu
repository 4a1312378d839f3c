// Capability of the device, asked and compared in ways of all kinds.
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>
#include <cuda.h>
#include <cuda_runtime.h>
struct Device { int sm; cudaDeviceProp prop; int arch() const { return prop.major * 100 + prop.minor * 10; } bool ampere() const { return arch() >= 800; } };
static int version() { static int v = -1; if (v < 0) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); v = 10 * p.major + p.minor; } return v; }
int main() {
  int bad = 0; Device d; cudaGetDeviceProperties(&d.prop, 0); d.sm = d.prop.major * 10 + d.prop.minor;
  if (d.prop.major > 8 || (d.prop.major == 8 && d.prop.minor >= 9)) bad |= 1;
  if (!d.ampere() || d.arch() >= 900) bad |= 2;
  if (version() >= 90 || version() < 70) bad |= 4;
  switch (d.prop.major) { case 7: case 8: break; default: bad |= 8; }
  float cc = d.prop.major + d.prop.minor * 0.1f; if (cc > 8.99f) bad |= 16;
  if (std::make_pair(d.prop.major, d.prop.minor) >= std::make_pair(9, 0)) bad |= 32;
  std::map<int, const char *> names{{7, "volta"}, {8, "ampere"}}; if (!names.count(d.prop.major)) bad |= 64;
  int major, minor; cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  bool hopper = std::tie(major, minor) >= std::make_tuple(9, 0); if (hopper) bad |= 128;
  int cu = 0; cuInit(0); cuDeviceGetAttribute(&cu, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0); if (cu >= 9) bad |= 256;
  const int cores[] = {0, 0, 0, 192, 0, 128, 64, 64, 64}; if (d.prop.major > 8) bad |= 512; else if (!cores[d.prop.major]) bad |= 512;
  std::string name = "sm_" + std::to_string(d.prop.major * 10 + d.prop.minor); if (name >= "sm_90") bad |= 1024;
  auto supports = [&](int need) { return d.sm >= need; }; if (supports(90)) bad |= 2048;
  const cudaDeviceProp *p = &d.prop; if (p->major >= 9 ? true : false) bad |= 4096;
  std::vector<int> all{d.prop.major}; for (int m : all) if (m >= 9) bad |= 8192;
  printf(bad ? "FAIL %x\n" : "PASS\n", bad); return bad != 0;
}
