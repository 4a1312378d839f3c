// How cuDNN chooses among its algorithms of convolution, by MIOpen's list of solutions.
//
// cuDNN's `Find` runs each; MIOpen's list has the times that it measured before or estimates.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <miopen/miopen.h>

#include "dnn_convolution.hpp"

namespace porter {

// One of cuDNN's three directions: by a preference, from a list, and by trying, whose data is not touched.
#define PORTER_DNN_CHOICE(direction, one, other, to, first, second, result)                                        \
  inline miopenStatus_t dnn_##direction##_choice(                                                                  \
      miopenHandle_t handle, miopenTensorDescriptor_t one, miopenTensorDescriptor_t other,                         \
      miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t to,                                      \
      dnn_##direction##_preference preference, size_t limit, dnn_##direction##_algorithm *chosen) {                \
    return dnn::direction##_problem{handle, first, second, convolution, result}.choose(                            \
        preference == dnn_##direction##_no_work, preference == dnn_##direction##_limit, limit, chosen);            \
  }                                                                                                                \
  inline miopenStatus_t dnn_##direction##_list(                                                                    \
      miopenHandle_t handle, miopenTensorDescriptor_t one, miopenTensorDescriptor_t other,                         \
      miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t to, int wanted, int *count,              \
      dnn_##direction##_performance *results) {                                                                    \
    return dnn::direction##_problem{handle, first, second, convolution, result}.tell_performance(wanted, count,    \
                                                                                                 results);         \
  }                                                                                                                \
  inline miopenStatus_t dnn_##direction##_trial(                                                                   \
      miopenHandle_t handle, miopenTensorDescriptor_t one, const void *, miopenTensorDescriptor_t other,           \
      const void *, miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t to, void *, int wanted,    \
      int *count, dnn_##direction##_performance *results, void *, size_t) {                                        \
    return dnn_##direction##_list(handle, one, other, convolution, to, wanted, count, results);                    \
  }                                                                                                                \
  inline miopenStatus_t dnn_##direction##_most(miopenHandle_t, int *count) {                                       \
    if (!count) return miopenStatusBadParm;                                                                        \
    *count = dnn_##direction##_count;                                                                              \
    return miopenStatusSuccess;                                                                                    \
  }
PORTER_DNN_CHOICE(forward, x, w, y, w, x, y)
PORTER_DNN_CHOICE(data, w, dy, dx, dy, w, dx)
PORTER_DNN_CHOICE(filter, x, dy, dw, dy, x, dw)
#undef PORTER_DNN_CHOICE

}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
