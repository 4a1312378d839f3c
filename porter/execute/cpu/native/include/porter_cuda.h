// Included before every CUDA source: what clang lacks of CUDA. Surfaces are functions of the runtime.
#pragma once

// CCCL indexes packs of types by P...[N] where the compiler says it can; clang 19 can, but refuses valid indices in
// alias templates. CCCL has another way.
#undef __cpp_pack_indexing

#include <cuda_runtime.h>
#if !defined(__CUDACC_RTC__)
// nvcc's own headers (crt/common_functions.h, crt/math_functions.h) bring these.
#include <assert.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <type_traits>
#endif

// clang has some of the functions of CUDA's sm_32_intrinsics.h and keeps the header out. Of the others, loads and
// stores with a cache hint (__ldcs, __stwt), this is where they are.
#undef __SM_32_INTRINSICS_H__
#undef __SM_32_INTRINSICS_HPP__
#define __ldg porter_vendors_ldg
#define __funnelshift_l porter_vendors_funnelshift_l
#define __funnelshift_lc porter_vendors_funnelshift_lc
#define __funnelshift_r porter_vendors_funnelshift_r
#define __funnelshift_rc porter_vendors_funnelshift_rc
#include <sm_32_intrinsics.h>
#undef __ldg
#undef __funnelshift_l
#undef __funnelshift_lc
#undef __funnelshift_r
#undef __funnelshift_rc

// Atomics of 128 bits, from sm_90 on. clang keeps CUDA's crt/sm_90_rt.h out and has of it what is no template.
#if !defined(__CUDACC_RTC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
template <class T>
using porter_word128 =
    typename std::enable_if<sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable<T>::value, T>::type;
template <class T> union porter_old128 {
  T value;
  inline __device__ porter_old128() {}
};
#define PORTER_ATOMICS128(scope)                                                                                 \
  extern "C" __device__ void __u128AtomicCAS##scope(void *, void *, void *, void *);                             \
  extern "C" __device__ void __u128AtomicExch##scope(void *, void *, void *);                                    \
  template <class T>                                                                                             \
  static inline __device__ porter_word128<T> atomicCAS##scope(T *address, T expected, T wanted) {                \
    porter_old128<T> old;                                                                                        \
    __u128AtomicCAS##scope(address, &expected, &wanted, &old.value);                                             \
    return old.value;                                                                                            \
  }                                                                                                              \
  template <class T>                                                                                             \
  static inline __device__ porter_word128<T> atomicExch##scope(T *address, T wanted) {                           \
    porter_old128<T> old;                                                                                        \
    __u128AtomicExch##scope(address, &wanted, &old.value);                                                       \
    return old.value;                                                                                            \
  }
PORTER_ATOMICS128()
PORTER_ATOMICS128(_block)
PORTER_ATOMICS128(_system)
#undef PORTER_ATOMICS128
#endif

#undef __managed__
#define __managed__ __attribute__((device)) __attribute__((annotate("porter.managed")))

// nvcc's version is its toolkit's. Clang says only that it compiles CUDA.
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
// What is written for nvcc is meant here. CUDA's own headers that ask for it are told otherwise (cuda_headers).
#if !defined(__NVCC__) && !defined(__CUDACC_RTC__)
#define __NVCC__ 1
#endif
// nvcc alone tells these of closures. A lambda of clang's can be called on both sides.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) true

// clang declares these for devices and has no bodies.
static inline __device__ double nan(const char *tag) { return __nv_nan((const signed char *)tag); }
static inline __device__ float nanf(const char *tag) { return __nv_nanf((const signed char *)tag); }

// On the host, too, CUDA has min and max without a namespace (crt/math_functions.h).
#define PORTER_EXTREMUM(result, a, b)                                                                            \
  static inline __host__ result min(a x, b y) { return (result)x < (result)y ? (result)x : (result)y; }          \
  static inline __host__ result max(a x, b y) { return (result)x > (result)y ? (result)x : (result)y; }
#define PORTER_EXTREMA(type)                                                                                     \
  PORTER_EXTREMUM(type, type, type)                                                                              \
  PORTER_EXTREMUM(unsigned type, unsigned type, unsigned type)                                                   \
  PORTER_EXTREMUM(unsigned type, type, unsigned type)                                                            \
  PORTER_EXTREMUM(unsigned type, unsigned type, type)
PORTER_EXTREMA(int)
PORTER_EXTREMA(long)
PORTER_EXTREMA(long long)
PORTER_EXTREMUM(float, float, float)
PORTER_EXTREMUM(double, double, double)
PORTER_EXTREMUM(double, float, double)
PORTER_EXTREMUM(double, double, float)
#undef PORTER_EXTREMA
#undef PORTER_EXTREMUM

// CUDA's templates take `const T *`, which nvcc deduces for a kernel and clang does not.
#if !defined(__CUDACC_RTC__)
template <class... Args>
static inline __host__ cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void **arguments,
                                                    size_t shared = 0, cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, stream);
}
template <class... Args>
static inline __host__ cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Args...), dim3 grid, dim3 block,
                                                               void **arguments, size_t shared = 0,
                                                               cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, stream);
}
#endif

extern "C" __device__ void porter_surface_read(void *to, cudaSurfaceObject_t from, int bytes, int x, int y, int z);
extern "C" __device__ void porter_surface_write(const void *from, cudaSurfaceObject_t to, int bytes, int x, int y, int z);

#define PORTER_SURFACE(name, parameters, y, z)                                                                   \
  template <class T>                                                                                             \
  static __device__ inline void name##read(T *value, cudaSurfaceObject_t surface, int x parameters,              \
                                           cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                     \
    porter_surface_read(value, surface, sizeof(T), x, y, z);                                                     \
  }                                                                                                              \
  template <class T>                                                                                             \
  static __device__ inline T name##read(cudaSurfaceObject_t surface, int x parameters,                           \
                                        cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                        \
    T value;                                                                                                     \
    porter_surface_read(&value, surface, sizeof(T), x, y, z);                                                    \
    return value;                                                                                                \
  }                                                                                                              \
  template <class T>                                                                                             \
  static __device__ inline void name##write(T value, cudaSurfaceObject_t surface, int x parameters,              \
                                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                    \
    porter_surface_write(&value, surface, sizeof(T), x, y, z);                                                   \
  }
#define PORTER_AND(...) , __VA_ARGS__
PORTER_SURFACE(surf1D, , 0, 0)
PORTER_SURFACE(surf2D, PORTER_AND(int y), y, 0)
PORTER_SURFACE(surf3D, PORTER_AND(int y, int z), y, z)
PORTER_SURFACE(surf1DLayered, PORTER_AND(int layer), 0, layer)
PORTER_SURFACE(surf2DLayered, PORTER_AND(int y, int layer), y, layer)
PORTER_SURFACE(surfCubemap, PORTER_AND(int y, int face), y, face)
PORTER_SURFACE(surfCubemapLayered, PORTER_AND(int y, int face), y, face)
#undef PORTER_AND
#undef PORTER_SURFACE
