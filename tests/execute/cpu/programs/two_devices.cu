// Several devices: whose memory and streams are whose, and access to each other. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
using Facts = hipPointerAttribute_t;
#else
#define GPU(name) cuda##name
using Facts = cudaPointerAttributes;
#endif
#include <cstdio>
#include <cstring>
#include <thread>

__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", what, good ? "ok" : "FAILED");
  failures += !good;
}
static int current() {
  int device = -1;
  (void)GPU(GetDevice)(&device);
  return device;
}

int main() {
  int count = 0, can = -1, ofStream = -1;
  check("count", GPU(GetDeviceCount)(&count) == GPU(Success) && count == 2);
  check("no third", GPU(SetDevice)(2) == GPU(ErrorInvalidDevice) && current() == 0);
  char names[2][32];
  (void)GPU(DeviceGetPCIBusId)(names[0], 32, 0);
  (void)GPU(DeviceGetPCIBusId)(names[1], 32, 1);
  int found = -1;
  check("told apart", std::strcmp(names[0], names[1]) && GPU(DeviceGetByPCIBusId)(&found, names[1]) == GPU(Success) && found == 1);
  int *zero, *one, host[32];
  (void)GPU(Malloc)((void **)&zero, sizeof host);
  check("the other", GPU(SetDevice)(1) == GPU(Success) && current() == 1);
  std::thread([] { check("each thread has its own", current() == 0); }).join();
  (void)GPU(Malloc)((void **)&one, sizeof host);
  Facts facts;
  check("memory's device", GPU(PointerGetAttributes)(&facts, one) == GPU(Success) && facts.device == 1 &&
                               GPU(PointerGetAttributes)(&facts, zero) == GPU(Success) && facts.device == 0);
  GPU(Stream_t) stream;
  (void)GPU(StreamCreate)(&stream);
  (void)GPU(SetDevice)(0);
#ifdef __HIP__
  check("stream's device", hipStreamGetDevice(stream, &ofStream) == hipSuccess && ofStream == 1);
#endif
  check("peers", GPU(DeviceCanAccessPeer)(&can, 0, 1) == GPU(Success) && can == 1);
  check("not of itself", GPU(DeviceCanAccessPeer)(&can, 1, 1) == GPU(Success) && can == 0);
  check("enable", GPU(DeviceEnablePeerAccess)(1, 0) == GPU(Success));
  check("enable twice", GPU(DeviceEnablePeerAccess)(1, 0) == GPU(ErrorPeerAccessAlreadyEnabled));
  for (int i = 0; i < 32; ++i) host[i] = i;
  (void)GPU(Memcpy)(zero, host, sizeof host, GPU(MemcpyHostToDevice));
  check("copy between them", GPU(MemcpyPeer)(one, 1, zero, 0, sizeof host) == GPU(Success));
  add<<<1, 32>>>(zero, one);
  (void)GPU(Memcpy)(host, zero, sizeof host, GPU(MemcpyDeviceToHost));
  check("kernel reads the other's", host[31] == 62);
  check("disable", GPU(DeviceDisablePeerAccess)(1) == GPU(Success) &&
                       GPU(DeviceDisablePeerAccess)(1) == GPU(ErrorPeerAccessNotEnabled));
  return failures;
}
