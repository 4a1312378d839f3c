// cuDNN's descriptors as MIOpen's, which take other arguments or the same in another order.
//
// MIOpen knows a layout by its steps. It always computes in single precision, propagates NaN, and chooses
// the instructions itself, so that what cuDNN is told of these has no counterpart (cuDNN 9's cudnn_ops.h and
// cudnn_cnn.h; MIOpen's miopen.h of ROCm 6.4).
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <miopen/miopen.h>

#include "dnn_enumerations.hpp"
#include "dnn_scratch.hpp"

namespace porter {

constexpr double dnn_least_epsilon = 0.0;

namespace dnn {

// Sets sizes with the steps of a layout without gaps.
inline miopenStatus_t set_packed(miopenTensorDescriptor_t descriptor, miopenTensorLayout_t layout,
                                 miopenDataType_t type, int count, const int *sizes) {
  const bool channels_last = layout == miopenTensorNHWC || layout == miopenTensorNDHWC;
  if (!channels_last && layout != miopenTensorNCHW && layout != miopenTensorNCDHW)
    return miopenStatusNotImplemented;
  if (count < 1 || count > tensor::most) return miopenStatusBadParm;
  int steps[tensor::most];
  int step = 1;
  if (channels_last && count > 1) {
    steps[1] = 1;
    step = sizes[1];
  }
  for (int at = count - 1; at >= 0; --at) {
    if (channels_last && at == 1) continue;
    steps[at] = step;
    step *= sizes[at];
  }
  return miopenSetTensorDescriptor(descriptor, type, count, sizes, steps);
}

inline miopenTensorLayout_t layout_of(const tensor &known) {
  const bool channels_last = known.count > 2 && known.steps[1] == 1 && known.sizes[1] > 1;
  return channels_last ? miopenTensorNHWC : miopenTensorNCHW;
}

template <class T>
void tell(T *to, T value) {
  if (to) *to = value;
}

inline void tell_list(int *to, const int *values, int count) {
  for (int at = 0; to && at < count; ++at) to[at] = values[at];
}

}  // namespace dnn

inline miopenStatus_t dnn_set_tensor_4d(miopenTensorDescriptor_t descriptor, miopenTensorLayout_t layout,
                                        miopenDataType_t type, int n, int c, int h, int w) {
  const int sizes[] = {n, c, h, w};
  return dnn::set_packed(descriptor, layout, type, 4, sizes);
}
inline miopenStatus_t dnn_set_tensor_nd_packed(miopenTensorDescriptor_t descriptor, miopenTensorLayout_t layout,
                                               miopenDataType_t type, int count, const int *sizes) {
  return dnn::set_packed(descriptor, layout, type, count, sizes);
}
inline miopenStatus_t dnn_get_tensor_nd(miopenTensorDescriptor_t descriptor, int wanted, miopenDataType_t *type,
                                        int *count, int *sizes, int *steps) {
  dnn::tensor known;
  const miopenStatus_t status = dnn::read(descriptor, &known);
  if (status != miopenStatusSuccess) return status;
  const int told = wanted < known.count ? wanted : known.count;
  dnn::tell(type, known.type);
  dnn::tell(count, known.count);
  dnn::tell_list(sizes, known.sizes, told);
  dnn::tell_list(steps, known.steps, told);
  return miopenStatusSuccess;
}

inline miopenStatus_t dnn_set_filter_4d(miopenTensorDescriptor_t descriptor, miopenDataType_t type,
                                        miopenTensorLayout_t layout, int k, int c, int h, int w) {
  return dnn_set_tensor_4d(descriptor, layout, type, k, c, h, w);
}
inline miopenStatus_t dnn_set_filter_nd(miopenTensorDescriptor_t descriptor, miopenDataType_t type,
                                        miopenTensorLayout_t layout, int count, const int *sizes) {
  return dnn::set_packed(descriptor, layout, type, count, sizes);
}
inline miopenStatus_t dnn_get_filter_nd(miopenTensorDescriptor_t descriptor, int wanted, miopenDataType_t *type,
                                        miopenTensorLayout_t *layout, int *count, int *sizes) {
  dnn::tensor known;
  const miopenStatus_t status = dnn::read(descriptor, &known);
  if (status != miopenStatusSuccess) return status;
  dnn::tell(layout, dnn::layout_of(known));
  return dnn_get_tensor_nd(descriptor, wanted, type, count, sizes, nullptr);
}
inline miopenStatus_t dnn_get_filter_4d(miopenTensorDescriptor_t descriptor, miopenDataType_t *type,
                                        miopenTensorLayout_t *layout, int *k, int *c, int *h, int *w) {
  int count = 0, sizes[4] = {};
  const miopenStatus_t status = dnn_get_filter_nd(descriptor, 4, type, layout, &count, sizes);
  if (status != miopenStatusSuccess) return status;
  if (count != 4) return miopenStatusBadParm;
  dnn::tell(k, sizes[0]);
  dnn::tell(c, sizes[1]);
  dnn::tell(h, sizes[2]);
  dnn::tell(w, sizes[3]);
  return miopenStatusSuccess;
}

inline miopenStatus_t dnn_set_convolution_2d(miopenConvolutionDescriptor_t descriptor, int pad_h, int pad_w,
                                             int step_h, int step_w, int dilation_h, int dilation_w,
                                             dnn_convolution_mode mode, miopenDataType_t = miopenFloat) {
  if (mode != dnn_cross_correlation) return miopenStatusNotImplemented;
  return miopenInitConvolutionDescriptor(descriptor, miopenConvolution, pad_h, pad_w, step_h, step_w, dilation_h,
                                         dilation_w);
}
inline miopenStatus_t dnn_set_convolution_nd(miopenConvolutionDescriptor_t descriptor, int count, const int *pads,
                                             const int *steps, const int *dilations, dnn_convolution_mode mode,
                                             miopenDataType_t = miopenFloat) {
  if (mode != dnn_cross_correlation) return miopenStatusNotImplemented;
  return miopenInitConvolutionNdDescriptor(descriptor, count, pads, steps, dilations, miopenConvolution);
}
inline miopenStatus_t dnn_get_convolution_2d(miopenConvolutionDescriptor_t descriptor, int *pad_h, int *pad_w,
                                             int *step_h, int *step_w, int *dilation_h, int *dilation_w,
                                             dnn_convolution_mode *mode, miopenDataType_t *type) {
  miopenConvolutionMode_t known;
  dnn::tell(mode, dnn_cross_correlation);
  dnn::tell(type, miopenFloat);
  return miopenGetConvolutionDescriptor(descriptor, &known, pad_h, pad_w, step_h, step_w, dilation_h, dilation_w);
}
inline miopenStatus_t dnn_set_convolution_math(miopenConvolutionDescriptor_t, dnn_math) { return miopenStatusSuccess; }
inline miopenStatus_t dnn_get_convolution_math(miopenConvolutionDescriptor_t, dnn_math *math) {
  dnn::tell(math, dnn_default_math);
  return miopenStatusSuccess;
}
inline miopenStatus_t dnn_convolution_output_nd(miopenConvolutionDescriptor_t descriptor,
                                                miopenTensorDescriptor_t x, miopenTensorDescriptor_t w, int wanted,
                                                int *sizes) {
  int count = 0, known[dnn::tensor::most] = {};
  const miopenStatus_t status = miopenGetConvolutionNdForwardOutputDim(descriptor, x, w, &count, known);
  if (status == miopenStatusSuccess) dnn::tell_list(sizes, known, wanted < count ? wanted : count);
  return status;
}

// The coefficient is where rectifiers are clipped, or how far exponential ones go below zero.
inline miopenStatus_t dnn_set_activation(miopenActivationDescriptor_t descriptor, miopenActivationMode_t mode,
                                         miopenNanPropagation_t, double coefficient) {
  const bool is_tanh = mode == miopenActivationTANH;  // beta * tanh(alpha * x)
  return miopenSetActivationDescriptor(descriptor, mode, is_tanh ? 1.0 : coefficient, 1.0, 1.0);
}

inline miopenStatus_t dnn_set_lrn(miopenLRNDescriptor_t descriptor, unsigned n, double alpha, double beta, double k) {
  return miopenSetLRNDescriptor(descriptor, miopenLRNCrossChannel, n, alpha, beta, k);
}
inline miopenStatus_t dnn_get_lrn(miopenLRNDescriptor_t descriptor, unsigned *n, double *alpha, double *beta,
                                  double *k) {
  miopenLRNMode_t mode;
  return miopenGetLRNDescriptor(descriptor, &mode, n, alpha, beta, k);
}

inline miopenStatus_t dnn_set_dropout(miopenDropoutDescriptor_t descriptor, miopenHandle_t handle, float share,
                                      void *states, size_t bytes, unsigned long long seed) {
  return miopenSetDropoutDescriptor(descriptor, handle, share, states, bytes, seed, false, false,
                                    MIOPEN_RNG_PSEUDO_XORWOW);
}

}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
