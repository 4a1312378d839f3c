// cuBLAS's first interface (cublas.h) by hipBLAS: functions without a handle, which take letters for what
// is to be done and scalars by value, and whose error is asked for afterwards. The parameters of hipBLAS's
// function say what becomes of an argument.
#pragma once

#ifndef HIPBLAS_V2  // before ROCm 7: hipBLAS's functions with CUDA's types
#define HIPBLAS_V2
#endif
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

namespace porter {
namespace legacy_blas {

struct State {
  hipblasHandle_t handle = nullptr;
  hipblasStatus_t error = HIPBLAS_STATUS_SUCCESS;
};

inline State& state() {
  static State only;
  return only;
}

inline hipblasStatus_t init() {
  return state().handle ? HIPBLAS_STATUS_SUCCESS : hipblasCreate(&state().handle);
}

inline hipblasStatus_t shutdown() {
  if (!state().handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  const hipblasStatus_t status = hipblasDestroy(state().handle);
  state().handle = nullptr;
  return status;
}

// The last error; asking for it forgets it.
inline hipblasStatus_t get_error() {
  const hipblasStatus_t last = state().error;
  state().error = HIPBLAS_STATUS_SUCCESS;
  return last;
}

inline hipblasStatus_t set_kernel_stream(hipStream_t stream) {
  return state().handle ? hipblasSetStream(state().handle, stream) : HIPBLAS_STATUS_NOT_INITIALIZED;
}

template <class T>
hipblasStatus_t alloc(int count, int size, T** place) {
  if (count <= 0 || size <= 0) return HIPBLAS_STATUS_INVALID_VALUE;
  const hipError_t error = hipMalloc(reinterpret_cast<void**>(place), static_cast<size_t>(count) * size);
  return error == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}

inline hipblasStatus_t free(const void* place) {
  return hipFree(const_cast<void*>(place)) == hipSuccess ? HIPBLAS_STATUS_SUCCESS
                                                         : HIPBLAS_STATUS_INTERNAL_ERROR;
}

inline bool is_letter(char given, char wanted) { return (given | 32) == wanted; }

// An argument as hipBLAS's parameter takes it.
template <class Parameter, class Argument>
struct As {
  Argument given;
  operator Parameter() const { return static_cast<Parameter>(given); }
};

template <>
struct As<hipblasOperation_t, char> {
  char given;
  operator hipblasOperation_t() const {
    return is_letter(given, 'n') ? HIPBLAS_OP_N : is_letter(given, 't') ? HIPBLAS_OP_T : HIPBLAS_OP_C;
  }
};

template <>
struct As<hipblasFillMode_t, char> {
  char given;
  operator hipblasFillMode_t() const {
    return is_letter(given, 'u') ? HIPBLAS_FILL_MODE_UPPER : HIPBLAS_FILL_MODE_LOWER;
  }
};

template <>
struct As<hipblasSideMode_t, char> {
  char given;
  operator hipblasSideMode_t() const {
    return is_letter(given, 'l') ? HIPBLAS_SIDE_LEFT : HIPBLAS_SIDE_RIGHT;
  }
};

template <>
struct As<hipblasDiagType_t, char> {
  char given;
  operator hipblasDiagType_t() const {
    return is_letter(given, 'u') ? HIPBLAS_DIAG_UNIT : HIPBLAS_DIAG_NON_UNIT;
  }
};

template <class Pointed, class Argument>
struct As<const Pointed*, Argument> {  // a scalar
  Pointed given;
  operator const Pointed*() const { return &given; }
};

template <class Pointed, class Argument>
struct As<const Pointed*, Argument*> {
  Argument* given;
  operator const Pointed*() const { return given; }
};

template <class Parameter, class Argument>
As<Parameter, Argument> as(Argument given) {
  return {static_cast<decltype(As<Parameter, Argument>::given)>(given)};
}

template <class... Parameters, class... Arguments>
void run(hipblasStatus_t (*function)(hipblasHandle_t, Parameters...), Arguments... given) {
  State& now = state();
  const hipblasStatus_t status =
      now.handle ? function(now.handle, as<Parameters>(given)...) : HIPBLAS_STATUS_NOT_INITIALIZED;
  if (status != HIPBLAS_STATUS_SUCCESS) now.error = status;
}

template <class Result, class Function, class... Arguments>
Result result_of(Function function, Arguments... given) {
  Result result{};
  run(function, given..., &result);
  return result;
}

// What hipBLAS writes elsewhere, the first interface writes in its place.
template <class Function, class T>
void in_place(Function function, char side, char fill, char operation, char diagonal, int rows, int columns,
              T alpha, const T* a, int stride, T* b, int leading) {
  run(function, side, fill, operation, diagonal, rows, columns, alpha, a, stride, b, leading, b, leading);
}

}  // namespace legacy_blas
}  // namespace porter
