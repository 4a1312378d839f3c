// cuDNN's convolutions by MIOpen's immediate mode, which takes a solution by its number and no factors.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <cstdint>
#include <miopen/miopen.h>

#include "dnn_algorithms.hpp"
#include "dnn_descriptors.hpp"
#include "dnn_scratch.hpp"

namespace porter {
namespace dnn {

constexpr size_t unlimited = SIZE_MAX;

// A convolution in one direction: the descriptors of what it reads, and of what it writes.
template <class Algorithm>
struct problem {
  miopenHandle_t handle;
  miopenTensorDescriptor_t first, second;
  miopenConvolutionDescriptor_t convolution;
  miopenTensorDescriptor_t result;

  miopenStatus_t read(solutions *known) const {
    return solutions::read(handle, first, second, convolution, result, Algorithm(), known);
  }

  miopenStatus_t work_bytes(Algorithm algorithm, size_t *bytes) const {
    solutions known;
    const miopenStatus_t status = read(&known);
    if (status == miopenStatusSuccess) *bytes = known.fastest(wanted(algorithm), unlimited)->workspace_size;
    return status;
  }

  miopenStatus_t choose(bool without_work, bool is_limited, size_t limit, Algorithm *chosen) const {
    solutions known;
    const miopenStatus_t status = read(&known);
    if (status != miopenStatusSuccess) return status;
    const miopenConvSolution_t *best =
        known.fastest(any_algorithm, without_work ? 0 : is_limited ? limit : unlimited);
    name((best ? best : known.begin())->algorithm, chosen);
    return miopenStatusSuccess;
  }

  // Tells the fastest solution of each algorithm; those that have none follow, as cuDNN lists what cannot run.
  miopenStatus_t tell_performance(int wanted_count, int *count, dnn_performance<Algorithm> *results) const {
    solutions known;
    const miopenStatus_t status = read(&known);
    if (status != miopenStatusSuccess) return status;
    *count = 0;
    const auto add = [&](Algorithm named, miopenStatus_t result, float time, size_t bytes) {
      for (int at = 0; at < *count; ++at)
        if (results[at].algo == named) return;
      if (*count < wanted_count)
        results[(*count)++] = {named, result, time, bytes, dnn_non_deterministic, dnn_default_math, {0, 0, 0}};
    };
    for (const miopenConvSolution_t &one : known) {
      Algorithm named;
      name(one.algorithm, &named);
      add(named, miopenStatusSuccess, one.time, one.workspace_size);
    }
    for (int at = 0; at < direction<Algorithm>::count; ++at)
      add(static_cast<Algorithm>(at), miopenStatusNotImplemented, -1, 0);
    return miopenStatusSuccess;
  }

  // A work area that is too small for all solutions is replaced by one of this call's own.
  miopenStatus_t run(const void *alpha, const void *first_data, const void *second_data, Algorithm algorithm,
                     void *work, size_t bytes, const void *beta, void *out) const {
    solutions known;
    const miopenStatus_t status = read(&known);
    if (status != miopenStatusSuccess) return status;
    const miopenConvSolution_t *fitting = known.fastest(wanted(algorithm), work ? bytes : 0);
    const miopenConvSolution_t *chosen = fitting ? fitting : known.fastest(wanted(algorithm), unlimited);
    const scratch own(handle, fitting ? 0 : chosen->workspace_size);
    if (own.status() != miopenStatusSuccess) return own.status();
    return blended(handle, alpha, beta, result, out, [&](const void *, const void *, void *to) {
      return direction<Algorithm>::run(handle, first, first_data, second, second_data, convolution, result, to,
                                       fitting ? work : own.get(), fitting ? bytes : chosen->workspace_size,
                                       chosen->solution_id);
    });
  }
};

using forward_problem = problem<dnn_forward_algorithm>;
using data_problem = problem<dnn_data_algorithm>;
using filter_problem = problem<dnn_filter_algorithm>;

}  // namespace dnn

// Descriptors are x, w and y as cuDNN's calls name them; MIOpen's forward direction has the filter first.
inline miopenStatus_t dnn_forward_work_bytes(miopenHandle_t handle, miopenTensorDescriptor_t x,
                                             miopenTensorDescriptor_t w, miopenConvolutionDescriptor_t convolution,
                                             miopenTensorDescriptor_t y, dnn_forward_algorithm algorithm,
                                             size_t *bytes) {
  return dnn::forward_problem{handle, w, x, convolution, y}.work_bytes(algorithm, bytes);
}
inline miopenStatus_t dnn_data_work_bytes(miopenHandle_t handle, miopenTensorDescriptor_t w,
                                          miopenTensorDescriptor_t dy, miopenConvolutionDescriptor_t convolution,
                                          miopenTensorDescriptor_t dx, dnn_data_algorithm algorithm, size_t *bytes) {
  return dnn::data_problem{handle, dy, w, convolution, dx}.work_bytes(algorithm, bytes);
}
inline miopenStatus_t dnn_filter_work_bytes(miopenHandle_t handle, miopenTensorDescriptor_t x,
                                            miopenTensorDescriptor_t dy, miopenConvolutionDescriptor_t convolution,
                                            miopenTensorDescriptor_t dw, dnn_filter_algorithm algorithm,
                                            size_t *bytes) {
  return dnn::filter_problem{handle, dy, x, convolution, dw}.work_bytes(algorithm, bytes);
}

inline miopenStatus_t dnn_convolution_forward(miopenHandle_t handle, const void *alpha,
                                              miopenTensorDescriptor_t x_descriptor, const void *x,
                                              miopenTensorDescriptor_t w_descriptor, const void *w,
                                              miopenConvolutionDescriptor_t convolution,
                                              dnn_forward_algorithm algorithm, void *work, size_t bytes,
                                              const void *beta, miopenTensorDescriptor_t y_descriptor, void *y) {
  return dnn::forward_problem{handle, w_descriptor, x_descriptor, convolution, y_descriptor}.run(
      alpha, w, x, algorithm, work, bytes, beta, y);
}
inline miopenStatus_t dnn_convolution_backward_data(miopenHandle_t handle, const void *alpha,
                                                    miopenTensorDescriptor_t w_descriptor, const void *w,
                                                    miopenTensorDescriptor_t dy_descriptor, const void *dy,
                                                    miopenConvolutionDescriptor_t convolution,
                                                    dnn_data_algorithm algorithm, void *work, size_t bytes,
                                                    const void *beta, miopenTensorDescriptor_t dx_descriptor,
                                                    void *dx) {
  return dnn::data_problem{handle, dy_descriptor, w_descriptor, convolution, dx_descriptor}.run(
      alpha, dy, w, algorithm, work, bytes, beta, dx);
}
inline miopenStatus_t dnn_convolution_backward_filter(miopenHandle_t handle, const void *alpha,
                                                      miopenTensorDescriptor_t x_descriptor, const void *x,
                                                      miopenTensorDescriptor_t dy_descriptor, const void *dy,
                                                      miopenConvolutionDescriptor_t convolution,
                                                      dnn_filter_algorithm algorithm, void *work, size_t bytes,
                                                      const void *beta, miopenTensorDescriptor_t dw_descriptor,
                                                      void *dw) {
  return dnn::filter_problem{handle, dy_descriptor, x_descriptor, convolution, dw_descriptor}.run(
      alpha, dy, x, algorithm, work, bytes, beta, dw);
}

// y = activation(alpha * convolution + alpha_z * z + bias), where z may be y.
inline miopenStatus_t dnn_convolution_bias_activation(
    miopenHandle_t handle, const void *alpha, miopenTensorDescriptor_t x_descriptor, const void *x,
    miopenTensorDescriptor_t w_descriptor, const void *w, miopenConvolutionDescriptor_t convolution,
    dnn_forward_algorithm algorithm, void *work, size_t bytes, const void *alpha_z,
    miopenTensorDescriptor_t z_descriptor, const void *z, miopenTensorDescriptor_t bias_descriptor, const void *bias,
    miopenActivationDescriptor_t activation, miopenTensorDescriptor_t y_descriptor, void *y) {
  dnn::tensor known;
  miopenStatus_t status = dnn::read(y_descriptor, &known);
  if (status != miopenStatusSuccess) return status;
  const dnn::factor one(1), none(0);
  const void *plain = one.of(known.type), *nothing = none.of(known.type);
  const bool has_z = z && !dnn::is(alpha_z, 0, known.type);
  if (has_z && z != y) status = dnn::blend(handle, plain, z_descriptor, z, nothing, y_descriptor, y);
  if (status == miopenStatusSuccess)
    status = dnn_convolution_forward(handle, alpha, x_descriptor, x, w_descriptor, w, convolution, algorithm, work,
                                     bytes, has_z ? alpha_z : nothing, y_descriptor, y);
  if (status == miopenStatusSuccess)
    status = dnn::blend(handle, plain, bias_descriptor, bias, plain, y_descriptor, y);
  if (status != miopenStatusSuccess) return status;
  return miopenActivationForward(handle, activation, plain, y_descriptor, y, nothing, y_descriptor, y);
}

}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
