// What the groups share: HIP's and CUDA's names for the same thing, and how a code is printed.
#pragma once

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define DRIVER(name) hip##name
#define SYMBOL(name) HIP_SYMBOL(name)
#define LAUNCH_FUNCTION hipModuleLaunchKernel
#define THREADS_ATTRIBUTE HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
using Module = hipModule_t;
using Function = hipFunction_t;
using DeviceAddress = hipDeviceptr_t;
using PointerAttributes = hipPointerAttribute_t;
using DeviceProperties = hipDeviceProp_t;
using FuncCache = hipFuncCache_t;
#else
#include <cuda.h>
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#define DRIVER(name) cu##name
#define SYMBOL(name) name
#define LAUNCH_FUNCTION cuLaunchKernel
#define THREADS_ATTRIBUTE CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
using Module = CUmodule;
using Function = CUfunction;
using DeviceAddress = CUdeviceptr;
using PointerAttributes = cudaPointerAttributes;
using DeviceProperties = cudaDeviceProp;
using FuncCache = cudaFuncCache;
#endif

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

constexpr size_t huge = SIZE_MAX;
constexpr size_t large = size_t(1) << 40; ///< its square is 0 in 64 bits
constexpr size_t bytes = 4096;            ///< of `buffer`

__device__ int variable[4];
__global__ void store(int *to) { to[threadIdx.x] = 1; }

inline const char *text(GPU(Error_t) error) { return GPU(GetErrorName)(error); }
#ifndef __HIP__
inline const char *text(CUresult error) {
  const char *name = "unknown";
  (void)cuGetErrorName(error, &name);
  return name;
}
#endif

/// Calls that crash or hang a real driver are left out where NVIDIA's compiler compiles them, unless they are asked for.
#if defined(__NVCC__) && !defined(__clang__) // which the executor compiles by, and defines it as well
constexpr bool harmfulCalls = false;
#else
constexpr bool harmfulCalls = true;
#endif

/// What the command line says: `--without NAME` leaves a case out, `--with NAME` runs a harmful one.
inline std::set<std::string> without, with;

/// The name stands before the call is made: where a line has no code, the call never came back.
inline void begin(const char *name) {
  std::printf("%s: ", name);
  std::fflush(stdout);
}

/// Ends the program with status 3 where no later call can succeed: an error that stays is no answer to the next mistake.
template <class Error> void end(Error error) {
  std::printf("%s\n", text(error));
  (void)GPU(GetLastError)();
  if (GPU(PeekAtLastError)() == GPU(Success)) return;
  std::fflush(stdout);
  _exit(3);
}

/// The call may succeed and its work fail later: on a GPU that is a crash.
template <class Error> void endHarmful(Error error) {
  if (int(error) || harmfulCalls || GPU(DeviceSynchronize)() == GPU(Success)) return end(error);
  std::printf("crash\n");
  std::fflush(stdout);
  _exit(3);
}

#define MISTAKE(name, ...)                                                                                                     \
  if (!without.count(name)) begin(name), end(__VA_ARGS__)
#define HARMFUL(name, ...)                                                                                                     \
  if ((harmfulCalls || with.count(name)) && !without.count(name)) begin(name), endHarmful(__VA_ARGS__)

/// Memory of the device that stays good.
inline char *buffer() {
  static char *memory = nullptr;
  if (!memory) (void)GPU(Malloc)((void **)&memory, bytes);
  return memory;
}

/// A case in a process of its own: a real driver may crash or hang on it.
template <class Case> void alone(const char *name, Case run) {
  if (without.count(name)) return;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    begin(name);
    end(run());
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) std::printf("signal %d\n", WTERMSIG(status));
}

/// A number that no function gave out as a handle.
template <class Handle> Handle garbage() { return reinterpret_cast<Handle>(uintptr_t(0x7fff12345678)); }
template <class Enum> Enum unknown(int value = 9999) { return static_cast<Enum>(value); }
