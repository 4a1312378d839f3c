// The driver's oldest answer about a device, held against its attributes.
#include <cuda.h>
#include <cstdio>

static void check(bool right, const char* what) { std::printf("%s %s\n", right ? "ok" : "wrong", what); }

static int attribute(CUdevice_attribute one) {
  int value = -1;
  cuDeviceGetAttribute(&value, one, 0);
  return value;
}

int main() {
  CUdevprop found;
  check(cuInit(0) == CUDA_SUCCESS, "started");
  check(cuDeviceGetProperties(&found, 0) == CUDA_SUCCESS, "answered");
  check(found.maxThreadsPerBlock == attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), "threads");
  check(found.maxThreadsDim[2] == attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), "a block");
  check(found.maxGridSize[0] == attribute(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), "a grid");
  check(found.sharedMemPerBlock == attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), "memory");
  check(found.SIMDWidth == attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE), "a warp");
  check(found.regsPerBlock == attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK), "registers");
  check(found.clockRate == attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), "a clock");
  check(cuDeviceGetProperties(&found, 99) != CUDA_SUCCESS, "no such device");
  return 0;
}
