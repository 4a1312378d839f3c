// Runs of memory by the driver's names: fills, copies between host, device and arrays, pointers, pools. HIP and CUDA.
#include "checks.h"

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define DRIVER(name) hip##name
using Address = hipDeviceptr_t;
using Array = hipArray_t;
using Pool = hipMemPool_t;
using Stream = hipStream_t;
static Address at(Address place, size_t bytes) { return static_cast<char *>(place) + bytes; }
#else
#include <cuda.h>
#define DRIVER(name) cu##name
using Address = CUdeviceptr;
using Array = CUarray;
using Pool = CUmemoryPool;
using Stream = CUstream;
static Address at(Address place, size_t bytes) { return place + bytes; }
#endif
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

static constexpr int n = 64;
static Address memory;
static Stream stream;

template <class Error> static bool good(Error error) { return int(error) == 0; }

/// What is in memory, as numbers of a type.
template <class T> static std::vector<T> content(size_t count = n) {
  std::vector<T> host(count);
  (void)DRIVER(MemcpyDtoH)(host.data(), memory, count * sizeof(T));
  return host;
}
template <class T> static bool all(const std::vector<T> &numbers, size_t first, size_t end, T value) {
  for (size_t i = first; i < end; ++i)
    if (numbers[i] != value)
      return false;
  return true;
}
/// The first half was filled with a value, what is behind with zero.
template <class T> static bool half(T value) {
  const auto numbers = content<T>();
  return all<T>(numbers, 0, n / 2, value) && all<T>(numbers, n / 2, n, 0);
}
static void clear() { (void)DRIVER(MemsetD8)(memory, 0, n * 8); }

static void fills() {
  clear();
  check("bytes", good(DRIVER(MemsetD8)(memory, 0x5a, n / 2)) && half<uint8_t>(0x5a));
  clear();
  check("bytes in a stream", good(DRIVER(MemsetD8Async)(memory, 0xa5, n / 2, stream)) &&
                                 good(DRIVER(StreamSynchronize)(stream)) && half<uint8_t>(0xa5));
  clear();
  check("words of 16 bits", good(DRIVER(MemsetD16)(memory, 0x1234, n / 2)) && half<uint16_t>(0x1234));
  clear();
  check("in a stream, too", good(DRIVER(MemsetD16Async)(memory, 0x4321, n / 2, stream)) &&
                                good(DRIVER(StreamSynchronize)(stream)) && half<uint16_t>(0x4321));
  clear();
  check("words of 32 bits", good(DRIVER(MemsetD32)(memory, 0x12345678, n / 2)) && half<uint32_t>(0x12345678));
  clear();
  check("in a stream as well", good(DRIVER(MemsetD32Async)(memory, 0xfffffffd, n / 2, stream)) &&
                                   good(DRIVER(StreamSynchronize)(stream)) && half<uint32_t>(0xfffffffd));
  clear();
#if !defined(__HIP__) || HIP_VERSION_MAJOR >= 7
  check("rows of bytes", good(DRIVER(MemsetD2D8)(memory, 16, 7, 5, 3)) && content<uint8_t>()[4] == 7 &&
                             content<uint8_t>()[5] == 0 && content<uint8_t>()[36] == 7 && content<uint8_t>()[48] == 0);
  check("rows of 16 bits", good(DRIVER(MemsetD2D16)(memory, 16, 0x789, 2, 2)) && content<uint16_t>()[9] == 0x789 &&
                               content<uint16_t>()[10] == 7);
  check("rows of 32 bits", good(DRIVER(MemsetD2D32)(memory, 16, 99, 3, 4)) && content<uint32_t>()[14] == 99 &&
                               content<uint32_t>()[15] == 0);
  bool isGood = good(DRIVER(MemsetD2D8Async)(memory, 16, 1, 16, 1, stream));
  isGood &= good(DRIVER(MemsetD2D16Async)(at(memory, 16), 16, 2, 8, 1, stream));
  isGood &= good(DRIVER(MemsetD2D32Async)(at(memory, 32), 16, 3, 4, 1, stream));
  (void)DRIVER(StreamSynchronize)(stream);
  const auto words = content<uint32_t>();
  check("rows in a stream", isGood && words[3] == 0x01010101 && words[4] == 0x00020002 && words[11] == 3);
#endif
}

static void copies() {
  std::vector<float> host(n), back(n);
  std::iota(host.begin(), host.end(), 1.0f);
  check("to the device", good(DRIVER(MemcpyHtoD)(memory, host.data(), n * 4)) && content<float>() == host);
  check("within it", good(DRIVER(MemcpyDtoD)(at(memory, n * 4), memory, n * 2)) && content<float>(n + 9)[n + 8] == 9);
  bool isGood = good(DRIVER(MemcpyHtoDAsync)(memory, host.data() + 8, 32, stream));
  isGood &= good(DRIVER(MemcpyDtoDAsync)(at(memory, 32), memory, 32, stream));
  isGood &= good(DRIVER(MemcpyDtoHAsync)(back.data(), memory, 64, stream));
  (void)DRIVER(StreamSynchronize)(stream);
  check("in a stream", isGood && back[0] == 9 && back[8] == 9 && back[15] == 16);

  Array array = nullptr, other = nullptr;
#ifdef __HIP__
  HIP_ARRAY_DESCRIPTOR line = {};
  line.Format = HIP_AD_FORMAT_FLOAT;
#else
  CUDA_ARRAY_DESCRIPTOR line = {};
  line.Format = CU_AD_FORMAT_FLOAT;
#endif
  line.Width = n, line.NumChannels = 1;
  check("arrays", good(DRIVER(ArrayCreate)(&array, &line)) && good(DRIVER(ArrayCreate)(&other, &line)));
  check("to an array", good(DRIVER(MemcpyHtoA)(array, 16, host.data(), 128)));
  check("from it", good(DRIVER(MemcpyAtoH)(back.data(), array, 20, 124)) && back[0] == 2 && back[30] == 32);
  check("between arrays", good(DRIVER(MemcpyAtoA)(other, 0, array, 16, 128)));
  clear();
  check("to the device", good(DRIVER(MemcpyAtoD)(memory, other, 4, 124)) && content<float>()[0] == 2 &&
                             content<float>()[30] == 32 && content<float>()[31] == 0);
  check("and back", good(DRIVER(MemcpyDtoA)(other, 128, memory, 64)));
  isGood = good(DRIVER(MemcpyHtoAAsync)(other, 192, host.data(), 64, stream));
  isGood &= good(DRIVER(MemcpyAtoHAsync)(back.data(), other, 128, 128, stream));
  (void)DRIVER(StreamSynchronize)(stream);
  check("in a stream, too", isGood && back[0] == 2 && back[15] == 17 && back[16] == 1 && back[31] == 16);
  check("beyond an array", !good(DRIVER(MemcpyAtoH)(back.data(), other, n * 4 - 4, 8)));
  (void)DRIVER(ArrayDestroy)(array);
  (void)DRIVER(ArrayDestroy)(other);
}

static void pointers() {
  Address base = 0;
  size_t size = 0;
  check("where it is", good(DRIVER(MemGetAddressRange)(&base, &size, at(memory, 24))) && base == memory && size >= n * 8);
  void *host = nullptr, *second = nullptr;
#ifdef __HIP__
  check("the host's memory", good(hipMemAllocHost(&host, 64)) && good(hipHostMalloc(&second, 64, hipHostMallocMapped)));
#else
  check("the host's memory", good(cuMemAllocHost(&host, 64)) && good(cuMemHostAlloc(&second, 64, CU_MEMHOSTALLOC_DEVICEMAP)));
#endif
  std::memset(second, 3, 64);
  Address mapped = 0;
  unsigned flags = 0;
#ifdef __HIP__
  check("its place on the device", good(hipHostGetDevicePointer(&mapped, second, 0)));
  check("its flags", good(hipHostGetFlags(&flags, second)) && flags & hipHostMallocMapped);
#else
  check("its place on the device", good(cuMemHostGetDevicePointer(&mapped, second, 0)));
  check("its flags", good(cuMemHostGetFlags(&flags, second)) && flags & CU_MEMHOSTALLOC_DEVICEMAP);
#endif
  clear();
  (void)DRIVER(MemcpyDtoD)(memory, mapped, 64);
  check("read there", content<uint8_t>()[63] == 3);
  std::vector<char> own(4096 * 2);
#ifdef __HIP__
  check("registered", good(hipHostRegister(own.data(), 4096, hipHostRegisterDefault)) && good(hipHostUnregister(own.data())));
  check("ended", good(hipHostFree(host)) && good(hipHostFree(second)));
#else
  check("registered", good(cuMemHostRegister(own.data(), 4096, 0)) && good(cuMemHostUnregister(own.data())));
  check("ended", good(cuMemFreeHost(host)) && good(cuMemFreeHost(second)));
#endif
}

static void pools() {
  Pool pool = nullptr;
#ifdef __HIP__
  check("a device's pool", good(hipDeviceGetMemPool(&pool, 0)) && pool);
  const hipMemAccessDesc all = {{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtReadWrite};
  hipMemAccessFlags granted = hipMemAccessFlagsProtNone;
  hipMemLocation here = {hipMemLocationTypeDevice, 0};
  check("who may use it", good(hipMemPoolSetAccess(pool, &all, 1)) && good(hipMemPoolGetAccess(&granted, pool, &here)) &&
                              granted == hipMemAccessFlagsProtReadWrite);
  void *first = nullptr, *second = nullptr;
  check("memory of a stream", good(hipMallocAsync(&first, 256, stream)) && good(hipMallocFromPoolAsync(&second, 256, pool, stream)));
  check("filled there", good(hipMemsetD8Async(first, 9, 256, stream)) && good(hipMemcpyDtoDAsync(second, first, 256, stream)) &&
                            good(hipMemcpyDtoDAsync(memory, second, n, stream)) && good(hipStreamSynchronize(stream)) &&
                            content<uint8_t>()[n - 1] == 9);
  check("ended there", good(hipFreeAsync(first, stream)) && good(hipFreeAsync(second, stream)));
#else
  check("a device's pool", good(cuDeviceGetMemPool(&pool, 0)) && pool);
  const CUmemAccessDesc all = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CUmemAccess_flags granted = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  check("who may use it", good(cuMemPoolSetAccess(pool, &all, 1)) && good(cuMemPoolGetAccess(&granted, pool, &here)) &&
                              granted == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  CUdeviceptr first = 0, second = 0;
  check("memory of a stream", good(cuMemAllocAsync(&first, 256, stream)) && good(cuMemAllocFromPoolAsync(&second, 256, pool, stream)));
  check("filled there", good(cuMemsetD8Async(first, 9, 256, stream)) && good(cuMemcpyDtoDAsync(second, first, 256, stream)) &&
                            good(cuMemcpyDtoDAsync(memory, second, n, stream)) && good(cuStreamSynchronize(stream)) &&
                            content<uint8_t>()[n - 1] == 9);
  check("ended there", good(cuMemFreeAsync(first, stream)) && good(cuMemFreeAsync(second, stream)));
#endif
}

/// Words that streams write and wait for.
static void values() {
#ifdef __HIP__
  constexpr auto equal = hipStreamWaitValueEq, least = hipStreamWaitValueGte;
  constexpr int written = 0;
#else
  constexpr auto equal = CU_STREAM_WAIT_VALUE_EQ, least = CU_STREAM_WAIT_VALUE_GEQ;
  constexpr int written = CU_STREAM_WRITE_VALUE_DEFAULT;
#endif
  clear();
  check("a word is written", good(DRIVER(StreamWriteValue32)(stream, memory, 17, written)));
  check("a wide one", good(DRIVER(StreamWriteValue64)(stream, at(memory, 8), uint64_t(5) << 40, written)));
#ifdef __HIP__
  check("waited for", good(hipStreamWaitValue32(stream, memory, 17, equal, ~0u)) &&
                          good(hipStreamWaitValue64(stream, at(memory, 8), 1 << 20, least, ~uint64_t(0))));
#else
  check("waited for", good(cuStreamWaitValue32(stream, memory, 17, equal)) &&
                          good(cuStreamWaitValue64(stream, at(memory, 8), 1 << 20, least)));
#endif
  (void)DRIVER(StreamSynchronize)(stream);
  check("both are there", content<uint64_t>()[0] == 17 && content<uint64_t>()[1] == uint64_t(5) << 40);
}

int main() {
  (void)DRIVER(Init)(0);
#ifdef __HIP__
  (void)hipSetDevice(0);
  (void)hipMalloc(&memory, n * 8);
  (void)hipStreamCreate(&stream);
#else
  CUcontext context;
  (void)cuDevicePrimaryCtxRetain(&context, 0);
  (void)cuCtxSetCurrent(context);
  (void)cuMemAlloc(&memory, n * 8);
  (void)cuStreamCreate(&stream, CU_STREAM_DEFAULT);
#endif
  fills();
  copies();
  pointers();
  pools();
  values();
  return failures;
}
