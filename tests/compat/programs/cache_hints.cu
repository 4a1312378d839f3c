// Hints about the L2 cache: limits, the policy of a stream, and what a device tells of itself.
#include <cstdio>

static void check(const char *what, bool good) { std::printf("%s %s\n", good ? "ok" : "FAILED", what); }

int main() {
  size_t aside = 7;
  check("set", cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0) == cudaSuccess);
  check("get", cudaDeviceGetLimit(&aside, cudaLimitPersistingL2CacheSize) == cudaSuccess && aside == 0);
  check("fetch", cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 64) == cudaSuccess);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttrValue policy = {};
  policy.accessPolicyWindow.base_ptr = nullptr;
  policy.accessPolicyWindow.num_bytes = 0;
  policy.accessPolicyWindow.hitRatio = 1.0f;
  policy.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  policy.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  const cudaStreamAttrID which = cudaStreamAttributeAccessPolicyWindow;
  check("policy", cudaStreamSetAttribute(stream, which, &policy) == cudaSuccess);
  check("reset", cudaCtxResetPersistingL2Cache() == cudaSuccess);
}
