// cuDNN's sums, softmax, normalization over batches and dropout by MIOpen's, which have other arguments.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <miopen/miopen.h>

#include "dnn_descriptors.hpp"
#include "dnn_scratch.hpp"

namespace porter {

// MIOpen names the operation in the call.
struct dnn_operation {
  miopenTensorOp_t kind;
  miopenDataType_t type;
  miopenNanPropagation_t nan;
};
using dnn_operation_t = dnn_operation *;

inline miopenStatus_t dnn_create_operation(dnn_operation_t *made) {
  if (!made) return miopenStatusBadParm;
  *made = new dnn_operation{miopenTensorOpAdd, miopenFloat, MIOPEN_PROPAGATE_NAN};
  return miopenStatusSuccess;
}
inline miopenStatus_t dnn_destroy_operation(dnn_operation_t known) {
  delete known;
  return miopenStatusSuccess;
}
inline miopenStatus_t dnn_set_operation(dnn_operation_t known, miopenTensorOp_t kind, miopenDataType_t type,
                                        miopenNanPropagation_t nan) {
  if (!known) return miopenStatusBadParm;
  *known = {kind, type, nan};
  return miopenStatusSuccess;
}
inline miopenStatus_t dnn_get_operation(dnn_operation_t known, miopenTensorOp_t *kind, miopenDataType_t *type,
                                        miopenNanPropagation_t *nan) {
  if (!known) return miopenStatusBadParm;
  dnn::tell(kind, known->kind);
  dnn::tell(type, known->type);
  dnn::tell(nan, known->nan);
  return miopenStatusSuccess;
}
inline miopenStatus_t dnn_op_tensor(miopenHandle_t handle, dnn_operation_t operation, const void *alpha_a,
                                    miopenTensorDescriptor_t a_descriptor, const void *a, const void *alpha_b,
                                    miopenTensorDescriptor_t b_descriptor, const void *b, const void *beta,
                                    miopenTensorDescriptor_t c_descriptor, void *c) {
  if (!operation) return miopenStatusBadParm;
  return miopenOpTensor(handle, operation->kind, alpha_a, a_descriptor, a, alpha_b, b_descriptor, b, beta,
                        c_descriptor, c);
}
inline miopenStatus_t dnn_add_tensor(miopenHandle_t handle, const void *alpha, miopenTensorDescriptor_t a_descriptor,
                                     const void *a, const void *beta, miopenTensorDescriptor_t c_descriptor,
                                     void *c) {
  return dnn::blend(handle, alpha, a_descriptor, a, beta, c_descriptor, c);
}

inline miopenStatus_t dnn_softmax_forward(miopenHandle_t handle, miopenSoftmaxAlgorithm_t algorithm,
                                          miopenSoftmaxMode_t mode, const void *alpha,
                                          miopenTensorDescriptor_t x_descriptor, const void *x, const void *beta,
                                          miopenTensorDescriptor_t y_descriptor, void *y) {
  return miopenSoftmaxForward_V2(handle, alpha, x_descriptor, x, beta, y_descriptor, y, algorithm, mode);
}
inline miopenStatus_t dnn_softmax_backward(miopenHandle_t handle, miopenSoftmaxAlgorithm_t algorithm,
                                           miopenSoftmaxMode_t mode, const void *alpha,
                                           miopenTensorDescriptor_t y_descriptor, const void *y,
                                           miopenTensorDescriptor_t dy_descriptor, const void *dy, const void *beta,
                                           miopenTensorDescriptor_t dx_descriptor, void *dx) {
  return miopenSoftmaxBackward_V2(handle, alpha, y_descriptor, y, dy_descriptor, dy, beta, dx_descriptor, dx,
                                  algorithm, mode);
}

// MIOpen's pointers to what is only read are not const here.
inline miopenStatus_t dnn_batch_norm_training(miopenHandle_t handle, miopenBatchNormMode_t mode, const void *alpha,
                                              const void *beta, miopenTensorDescriptor_t x_descriptor, const void *x,
                                              miopenTensorDescriptor_t y_descriptor, void *y,
                                              miopenTensorDescriptor_t parameters, const void *scale,
                                              const void *bias, double factor, void *running_mean,
                                              void *running_variance, double epsilon, void *saved_mean,
                                              void *saved_inverse) {
  return miopenBatchNormalizationForwardTraining(
      handle, mode, const_cast<void *>(alpha), const_cast<void *>(beta), x_descriptor, x, y_descriptor, y, parameters,
      const_cast<void *>(scale), const_cast<void *>(bias), factor, running_mean, running_variance, epsilon, saved_mean,
      saved_inverse);
}
inline miopenStatus_t dnn_batch_norm_inference(miopenHandle_t handle, miopenBatchNormMode_t mode, const void *alpha,
                                               const void *beta, miopenTensorDescriptor_t x_descriptor,
                                               const void *x, miopenTensorDescriptor_t y_descriptor, void *y,
                                               miopenTensorDescriptor_t parameters, const void *scale,
                                               const void *bias, const void *mean, const void *variance,
                                               double epsilon) {
  return miopenBatchNormalizationForwardInference(
      handle, mode, const_cast<void *>(alpha), const_cast<void *>(beta), x_descriptor, x, y_descriptor, y, parameters,
      const_cast<void *>(scale), const_cast<void *>(bias), const_cast<void *>(mean), const_cast<void *>(variance),
      epsilon);
}

// MIOpen's shape of the noise is that of the input.
inline miopenStatus_t dnn_dropout_forward(miopenHandle_t handle, miopenDropoutDescriptor_t dropout,
                                          miopenTensorDescriptor_t x_descriptor, const void *x,
                                          miopenTensorDescriptor_t y_descriptor, void *y, void *reserve,
                                          size_t bytes) {
  return miopenDropoutForward(handle, dropout, x_descriptor, x_descriptor, x, y_descriptor, y, reserve, bytes);
}
inline miopenStatus_t dnn_dropout_backward(miopenHandle_t handle, miopenDropoutDescriptor_t dropout,
                                           miopenTensorDescriptor_t dy_descriptor, const void *dy,
                                           miopenTensorDescriptor_t dx_descriptor, void *dx, void *reserve,
                                           size_t bytes) {
  return miopenDropoutBackward(handle, dropout, dx_descriptor, dy_descriptor, dy, dx_descriptor, dx, reserve, bytes);
}

}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
