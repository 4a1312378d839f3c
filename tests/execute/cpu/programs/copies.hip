// Copies of one to three dimensions, fills, memory pools, managed and pinned memory.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

static void boxes() {
  const int width = 5, height = 4, depth = 3;
  std::vector<int> host(width * height * depth), back(host.size());
  std::iota(host.begin(), host.end(), 1);
  hipPitchedPtr device;
  check("malloc 3d", hipMalloc3D(&device, make_hipExtent(width * 4, height, depth)) == hipSuccess);
  check("pitch", device.pitch >= width * 4 && device.ysize == height);
  hipMemcpy3DParms copy = {};
  copy.srcPtr = make_hipPitchedPtr(host.data(), width * 4, width, height);
  copy.dstPtr = device;
  copy.extent = make_hipExtent(width * 4, height, depth);
  copy.kind = hipMemcpyHostToDevice;
  check("copy in 3d", hipMemcpy3D(&copy) == hipSuccess);
  hipMemcpy3DParms inner = {}; // a box from the middle: columns 1 and 2, rows 2 and 3, plane 1
  inner.srcPtr = device;
  inner.srcPos = make_hipPos(4, 2, 1);
  inner.dstPtr = make_hipPitchedPtr(back.data(), 8, 2, 2);
  inner.extent = make_hipExtent(8, 2, 1);
  inner.kind = hipMemcpyDeviceToHost;
  check("copy a box", hipMemcpy3D(&inner) == hipSuccess);
  check("box", back[0] == 32 && back[1] == 33 && back[2] == 37 && back[3] == 38);
  check("fill 3d", hipMemset3D(device, 7, make_hipExtent(8, 2, 2)) == hipSuccess);
  std::swap(copy.srcPtr, copy.dstPtr);
  copy.dstPtr = make_hipPitchedPtr(back.data(), width * 4, width, height);
  copy.kind = hipMemcpyDeviceToHost;
  check("copy out 3d", hipMemcpy3DAsync(&copy, nullptr) == hipSuccess && hipDeviceSynchronize() == hipSuccess);
  bool right = true;
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int i = (z * height + y) * width + x;
        right &= back[i] == (x < 2 && y < 2 && z < 2 ? 0x07070707 : host[i]);
      }
  check("filled", right);

  std::memset(back.data(), 0, back.size() * 4);
  check("copy 2d to 2d", hipMemcpy2D(back.data(), 12, host.data() + 1, 20, 8, 3, hipMemcpyHostToHost) == hipSuccess);
  check("rows", back[0] == 2 && back[1] == 3 && back[2] == 0 && back[3] == 7 && back[6] == 12);
  check("too wide", hipMemcpy2D(back.data(), 4, host.data(), 20, 8, 3, hipMemcpyHostToHost) != hipSuccess);
  (void)hipGetLastError();
  int *flat = static_cast<int *>(device.ptr);
  check("fill 2d", hipMemset2D(flat, device.pitch, 1, 4, 2) == hipSuccess);
  check("words", hipMemsetD32(hipDeviceptr_t(flat), 9, 2) == hipSuccess && flat[0] == 9 && flat[1] == 9);
  check("free 3d", hipFree(device.ptr) == hipSuccess);
}

static void pools() {
  hipStream_t stream;
  hipMemPool_t pool = nullptr, standard = nullptr;
  (void)hipStreamCreate(&stream);
  hipMemPoolProps properties = {};
  properties.allocType = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  check("pool", hipMemPoolCreate(&pool, &properties) == hipSuccess);
  uint64_t threshold = 1 << 20, read = 0;
  check("threshold", hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold) == hipSuccess);
  check("threshold read", hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, &read) == hipSuccess && read == threshold);
  int *x = nullptr;
  check("from pool", hipMallocFromPoolAsync((void **)&x, 256, pool, stream) == hipSuccess);
  (void)hipMemsetAsync(x, 0, 256, stream);
  twice<<<1, 64, 0, stream>>>(x);
  check("back to pool", hipFreeAsync(x, stream) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess);
  check("trim", hipMemPoolTrimTo(pool, 0) == hipSuccess && hipMemPoolDestroy(pool) == hipSuccess);
  check("default pool", hipDeviceGetDefaultMemPool(&standard, 0) == hipSuccess && standard != nullptr);
}

static void shared() {
  int *managed = nullptr, *pinned = nullptr, *seen = nullptr, own[64] = {1, 2, 3};
  check("managed", hipMallocManaged((void **)&managed, 256) == hipSuccess);
  for (int i = 0; i < 64; ++i) managed[i] = i;
  check("advise", hipMemAdvise(managed, 256, hipMemAdviseSetReadMostly, 0) == hipSuccess);
  check("prefetch", hipMemPrefetchAsync(managed, 256, 0, nullptr) == hipSuccess);
  twice<<<1, 64>>>(managed);
  check("managed seen", hipDeviceSynchronize() == hipSuccess && managed[63] == 126);
  check("mapped", hipHostMalloc((void **)&pinned, 256, hipHostMallocMapped) == hipSuccess);
  pinned[5] = 21;
  check("device pointer", hipHostGetDevicePointer((void **)&seen, pinned, 0) == hipSuccess);
  twice<<<1, 64>>>(seen);
  check("mapped seen", hipDeviceSynchronize() == hipSuccess && pinned[5] == 42);
  check("register", hipHostRegister(own, sizeof own, hipHostRegisterMapped) == hipSuccess);
  check("registered", hipHostGetDevicePointer((void **)&seen, own, 0) == hipSuccess);
  twice<<<1, 64>>>(seen);
  check("registered seen", hipDeviceSynchronize() == hipSuccess && own[2] == 6);
  check("unregister", hipHostUnregister(own) == hipSuccess && hipHostFree(pinned) == hipSuccess && hipFree(managed) == hipSuccess);
}

int main() {
  boxes();
  pools();
  shared();
  return failures;
}
