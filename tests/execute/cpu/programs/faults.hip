// What goes wrong on a GPU goes wrong here, with HIP's own error codes. The argument chooses the fault.
#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void trap_at(int thread) {
  if ((int)threadIdx.x == thread) __builtin_trap();
}
__global__ void expect_less(int limit) { assert(int(threadIdx.x) < limit); }
__global__ void overrun(int *out, int n) { // the barrier makes the thread known
  __syncthreads();
  out[threadIdx.x * n] = 1;
}
__global__ void never(volatile int *flag) {
  while (*flag == 0) {}
}
__global__ void endless(unsigned *out) { // computes, and waits for nothing
  for (unsigned x = threadIdx.x | 1; x; x = x * 5 + 2) out[x & 63] = x | 1;
}
__global__ void say_and_overrun(int *out) {
  if (threadIdx.x == 7) printf("said once\n");
  out[threadIdx.x * (1 << 14)] = 1;
}
__global__ void exhaust(int *failed) {
  if (malloc(size_t(1) << 60) == nullptr) *failed = 1;
}
__global__ void bounded(int *out) __attribute__((amdgpu_flat_work_group_size(1, 64)));
__global__ void bounded(int *out) { out[threadIdx.x] = 1; }

static void say(const char *what, hipError_t error) { std::printf("%s %s\n", what, hipGetErrorName(error)); }

/// End by a way of which nothing that is registered for the end hears.
static int ended(int status, const char *way) {
  std::fflush(stdout);
  if (!std::strcmp(way, "_exit")) _exit(status);
  if (!std::strcmp(way, "_Exit")) std::_Exit(status);
  if (!std::strcmp(way, "quick_exit")) std::quick_exit(status);
  return status;
}

int main(int count, char **argv) {
  int *memory = nullptr, host = 0;
  (void)hipMalloc((void **)&memory, 1 << 20);
  const char *fault = argv[1];
  if (!std::strcmp(fault, "configuration")) {
    fill<<<1, 2048>>>(memory);
    say("too many threads", hipGetLastError());
    fill<<<0, 64>>>(memory);
    say("no blocks", hipGetLastError());
    fill<<<1, 64, 1 << 20>>>(memory);
    say("too much lds", hipGetLastError());
    say("afterwards", hipGetLastError());
    fill<<<1, 64>>>(memory);
    say("good", hipDeviceSynchronize());
  } else if (!std::strcmp(fault, "memory")) {
    void *large = nullptr;
    say("too much", hipMalloc(&large, size_t(1) << 50));
    say("last", hipGetLastError());
    say("null", large ? hipErrorUnknown : hipSuccess);
    say("twice", (hipFree(memory), hipFree(memory)));
    say("copy beyond", hipMalloc((void **)&memory, 100));
    say("copy beyond", hipMemcpy(memory, &host, 1000, hipMemcpyHostToDevice));
  } else if (!std::strcmp(fault, "symbol")) {
    say("unknown symbol", hipMemcpyToSymbol(&host, &host, 4));
    say("unknown function", hipLaunchKernel((void *)&host, dim3(1), dim3(1), nullptr, 0, nullptr));
  } else if (!std::strcmp(fault, "trap")) {
    trap_at<<<4, 64>>>(40);
    say("launch", hipGetLastError() == hipErrorLaunchFailure ? hipErrorLaunchFailure : hipErrorUnknown);
    say("sync", hipDeviceSynchronize());
    say("copy", hipMemcpy(&host, memory, 4, hipMemcpyDeviceToHost));
    return count < 3 ? 0 : ended(std::atoi(argv[2]), count < 4 ? "" : argv[3]);
  } else if (!std::strcmp(fault, "assertion")) {
    expect_less<<<1, 64>>>(40);
    say("sync", hipDeviceSynchronize());
    say("copy", hipMemcpy(&host, memory, 4, hipMemcpyDeviceToHost));
  } else if (!std::strcmp(fault, "address")) {
    overrun<<<2, 64>>>(memory, 1 << 14);
    say("sync", hipDeviceSynchronize());
  } else if (!std::strcmp(fault, "freed")) {
    (void)hipFree(memory);
    fill<<<1, 64>>>(memory);
    say("sync", hipDeviceSynchronize());
  } else if (!std::strcmp(fault, "plain address")) {
    say_and_overrun<<<2, 64>>>(memory);
    say("sync", hipDeviceSynchronize());
  } else if (!std::strcmp(fault, "device malloc")) {
    exhaust<<<1, 1>>>(memory);
    (void)hipMemcpy(&host, memory, 4, hipMemcpyDeviceToHost);
    std::printf("failed %d\n", host);
  } else if (!std::strcmp(fault, "endless")) {
    endless<<<1, 64>>>((unsigned *)memory);
    say("sync", hipDeviceSynchronize());
  } else if (!std::strcmp(fault, "missing")) {
    hipModule_t module;
    hipFunction_t function;
    void *address;
    say("no such file", hipModuleLoad(&module, "/nonexistent"));
    say("not a code object", hipModuleLoadData(&module, "some text that is no ELF file at all, long enough to be read"));
    const hipError_t error = hipModuleLoad(&module, argv[2]);
    say("load", error);
    if (error) return 1;
    say("no such kernel", hipModuleGetFunction(&function, module, "missing"));
    say("no such variable", hipModuleGetGlobal(&address, nullptr, module, "missing"));
  } else if (!std::strcmp(fault, "spin")) {
    (void)hipMemset(memory, 0, 4);
    never<<<2, 64>>>(memory);
    say("sync", hipDeviceSynchronize());
  }
}
