// cuDNN's pooling and local response normalization by MIOpen's, whose backward passes want what a forward
// pass of their own left in a work area. cuDNN's have none, so that the forward pass runs again there.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <miopen/miopen.h>

#include "dnn_descriptors.hpp"
#include "dnn_scratch.hpp"

namespace porter {
namespace dnn {

// MIOpen's indices count the elements of a window, in a byte where none is named.
inline miopenStatus_t set_index_type(miopenPoolingDescriptor_t descriptor, int count, const int *window) {
  long long elements = 1;
  for (int at = 0; at < count; ++at) elements *= window[at];
  return miopenSetPoolingIndexType(descriptor, elements > 255 ? miopenIndexUint32 : miopenIndexUint8);
}

// Runs a forward pass for its work area, then what needs that.
template <class Forward, class Backward>
miopenStatus_t after_forward(miopenHandle_t handle, miopenTensorDescriptor_t y, size_t work_bytes, Forward forward,
                             Backward backward) {
  size_t bytes = 0;
  miopenStatus_t status = miopenGetTensorNumBytes(y, &bytes);
  if (status != miopenStatusSuccess) return status;
  const scratch out(handle, bytes), work(handle, work_bytes);
  if (out.status() != miopenStatusSuccess) return out.status();
  if (work.status() != miopenStatusSuccess) return work.status();
  status = forward(out.get(), work.get());
  return status == miopenStatusSuccess ? backward(work.get()) : status;
}

}  // namespace dnn

inline miopenStatus_t dnn_set_pooling_2d(miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t mode,
                                         miopenNanPropagation_t, int window_h, int window_w, int pad_h, int pad_w,
                                         int step_h, int step_w) {
  const miopenStatus_t status =
      miopenSet2dPoolingDescriptor(descriptor, mode, window_h, window_w, pad_h, pad_w, step_h, step_w);
  const int window[] = {window_h, window_w};
  return status == miopenStatusSuccess ? dnn::set_index_type(descriptor, 2, window) : status;
}
inline miopenStatus_t dnn_set_pooling_nd(miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t mode,
                                         miopenNanPropagation_t, int count, const int *window, const int *pads,
                                         const int *steps) {
  const miopenStatus_t status = miopenSetNdPoolingDescriptor(descriptor, mode, count, window, pads, steps);
  return status == miopenStatusSuccess ? dnn::set_index_type(descriptor, count, window) : status;
}
inline miopenStatus_t dnn_get_pooling_2d(miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t *mode,
                                         miopenNanPropagation_t *nan, int *window_h, int *window_w, int *pad_h,
                                         int *pad_w, int *step_h, int *step_w) {
  dnn::tell(nan, MIOPEN_PROPAGATE_NAN);
  return miopenGet2dPoolingDescriptor(descriptor, mode, window_h, window_w, pad_h, pad_w, step_h, step_w);
}

inline miopenStatus_t dnn_pooling_forward(miopenHandle_t handle, miopenPoolingDescriptor_t pooling,
                                          const void *alpha, miopenTensorDescriptor_t x_descriptor, const void *x,
                                          const void *beta, miopenTensorDescriptor_t y_descriptor, void *y) {
  return dnn::blended(handle, alpha, beta, y_descriptor, y, [&](const void *one, const void *none, void *out) {
    return miopenPoolingForward(handle, pooling, one, x_descriptor, x, none, y_descriptor, out, false, nullptr, 0);
  });
}

inline miopenStatus_t dnn_pooling_backward(miopenHandle_t handle, miopenPoolingDescriptor_t pooling,
                                           const void *alpha, miopenTensorDescriptor_t y_descriptor, const void *y,
                                           miopenTensorDescriptor_t dy_descriptor, const void *dy,
                                           miopenTensorDescriptor_t x_descriptor, const void *x, const void *beta,
                                           miopenTensorDescriptor_t dx_descriptor, void *dx) {
  size_t bytes = 0;
  const miopenStatus_t status = miopenPoolingGetWorkSpaceSizeV2(pooling, y_descriptor, &bytes);
  if (status != miopenStatusSuccess) return status;
  return dnn::blended(handle, alpha, beta, dx_descriptor, dx, [&](const void *one, const void *none, void *out) {
    return dnn::after_forward(
        handle, y_descriptor, bytes,
        [&](void *made, void *work) {
          return miopenPoolingForward(handle, pooling, one, x_descriptor, x, none, y_descriptor, made, true, work,
                                      bytes);
        },
        [&](void *work) {
          return miopenPoolingBackward(handle, pooling, one, y_descriptor, y, dy_descriptor, dy, x_descriptor, x, none,
                                       dx_descriptor, out, work);
        });
  });
}

// cuDNN's mode has one value, across channels, which the descriptor says to MIOpen.
inline miopenStatus_t dnn_lrn_forward(miopenHandle_t handle, miopenLRNDescriptor_t norm, miopenLRNMode_t,
                                      const void *alpha, miopenTensorDescriptor_t x_descriptor, const void *x,
                                      const void *beta, miopenTensorDescriptor_t y_descriptor, void *y) {
  return dnn::blended(handle, alpha, beta, y_descriptor, y, [&](const void *one, const void *none, void *out) {
    return miopenLRNForward(handle, norm, one, x_descriptor, x, none, y_descriptor, out, false, nullptr);
  });
}

inline miopenStatus_t dnn_lrn_backward(miopenHandle_t handle, miopenLRNDescriptor_t norm, miopenLRNMode_t,
                                       const void *alpha, miopenTensorDescriptor_t y_descriptor, const void *y,
                                       miopenTensorDescriptor_t dy_descriptor, const void *dy,
                                       miopenTensorDescriptor_t x_descriptor, const void *x, const void *beta,
                                       miopenTensorDescriptor_t dx_descriptor, void *dx) {
  size_t bytes = 0;
  const miopenStatus_t status = miopenLRNGetWorkSpaceSize(y_descriptor, &bytes);
  if (status != miopenStatusSuccess) return status;
  return dnn::blended(handle, alpha, beta, dx_descriptor, dx, [&](const void *one, const void *none, void *out) {
    return dnn::after_forward(
        handle, y_descriptor, bytes,
        [&](void *made, void *work) {
          return miopenLRNForward(handle, norm, one, x_descriptor, x, none, y_descriptor, made, true, work);
        },
        [&](void *work) {
          return miopenLRNBackward(handle, norm, one, y_descriptor, y, dy_descriptor, dy, x_descriptor, x, none,
                                   dx_descriptor, out, work);
        });
  });
}

}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
