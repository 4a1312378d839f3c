// cuDNN for sources in C, by the other support headers, which are C++: porter_dnn_math is porter::dnn_math.
//
// C calls by pointers, which each unit in C++ that includes this header sets for the whole program. A source that a
// build without a GPU compiles as well sees nothing of it there.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#if !defined(__cplusplus) && !defined(PORTER_TENSOR_ARGUMENT_IN_C)
#define PORTER_TENSOR_ARGUMENT_IN_C
typedef struct miopenTensorArgument_t miopenTensorArgument_t;  // MIOpen leaves the tag out
#endif
#include <miopen/miopen.h>

#include "dnn_enumerations.hpp"

#ifdef __cplusplus

#include "dnn_choice.hpp"
#include "dnn_convolution.hpp"
#include "dnn_layers.hpp"
#include "dnn_pooling.hpp"

// A name in a header that both languages read.
#define PORTER_EITHER(name) porter::name
#define PORTER_DNN_FOR_C(name, parameters) \
  extern "C" __attribute__((weak, used)) decltype(&porter::name) porter_##name = &porter::name;

#else

#include <stddef.h>

#define PORTER_EITHER(name) porter_##name
#define PORTER_DNN_FOR_C(name, parameters) extern miopenStatus_t(*porter_##name) parameters;
#define PORTER_DNN_PERFORMANCE(direction)          \
  typedef struct porter_dnn_##direction##_performance { \
    porter_dnn_##direction##_algorithm algo;       \
    miopenStatus_t status;                         \
    float time;                                    \
    size_t memory;                                 \
    porter_dnn_determinism determinism;            \
    porter_dnn_math mathType;                      \
    int reserved[3];                               \
  } porter_dnn_##direction##_performance;
PORTER_DNN_PERFORMANCE(forward)
PORTER_DNN_PERFORMANCE(data)
PORTER_DNN_PERFORMANCE(filter)
#undef PORTER_DNN_PERFORMANCE
typedef struct porter_dnn_operation *porter_dnn_operation_t;
#define porter_dnn_least_epsilon 0.0

#endif  // defined(__cplusplus)

PORTER_DNN_FOR_C(dnn_set_tensor_4d, (miopenTensorDescriptor_t descriptor, miopenTensorLayout_t layout,
                 miopenDataType_t type, int n, int c, int h, int w))
PORTER_DNN_FOR_C(dnn_set_tensor_nd_packed, (miopenTensorDescriptor_t descriptor, miopenTensorLayout_t layout,
                 miopenDataType_t type, int count, const int *sizes))
PORTER_DNN_FOR_C(dnn_get_tensor_nd, (miopenTensorDescriptor_t descriptor, int wanted, miopenDataType_t *type,
                 int *count, int *sizes, int *steps))
PORTER_DNN_FOR_C(dnn_set_filter_4d, (miopenTensorDescriptor_t descriptor, miopenDataType_t type,
                 miopenTensorLayout_t layout, int k, int c, int h, int w))
PORTER_DNN_FOR_C(dnn_set_filter_nd, (miopenTensorDescriptor_t descriptor, miopenDataType_t type,
                 miopenTensorLayout_t layout, int count, const int *sizes))
PORTER_DNN_FOR_C(dnn_get_filter_nd, (miopenTensorDescriptor_t descriptor, int wanted, miopenDataType_t *type,
                 miopenTensorLayout_t *layout, int *count, int *sizes))
PORTER_DNN_FOR_C(dnn_get_filter_4d, (miopenTensorDescriptor_t descriptor, miopenDataType_t *type,
                 miopenTensorLayout_t *layout, int *k, int *c, int *h, int *w))
PORTER_DNN_FOR_C(dnn_set_convolution_2d, (miopenConvolutionDescriptor_t descriptor, int pad_h, int pad_w, int
                 step_h, int step_w, int dilation_h, int dilation_w, porter_dnn_convolution_mode mode,
                 miopenDataType_t))
PORTER_DNN_FOR_C(dnn_set_convolution_nd, (miopenConvolutionDescriptor_t descriptor, int count, const int *pads,
                 const int *steps, const int *dilations, porter_dnn_convolution_mode mode, miopenDataType_t))
PORTER_DNN_FOR_C(dnn_get_convolution_2d, (miopenConvolutionDescriptor_t descriptor, int *pad_h, int *pad_w, int
                 *step_h, int *step_w, int *dilation_h, int *dilation_w, porter_dnn_convolution_mode *mode,
                 miopenDataType_t *type))
PORTER_DNN_FOR_C(dnn_set_convolution_math, (miopenConvolutionDescriptor_t, porter_dnn_math))
PORTER_DNN_FOR_C(dnn_get_convolution_math, (miopenConvolutionDescriptor_t, porter_dnn_math *math))
PORTER_DNN_FOR_C(dnn_convolution_output_nd, (miopenConvolutionDescriptor_t descriptor, miopenTensorDescriptor_t
                 x, miopenTensorDescriptor_t w, int wanted, int *sizes))
PORTER_DNN_FOR_C(dnn_set_activation, (miopenActivationDescriptor_t descriptor, miopenActivationMode_t mode,
                 miopenNanPropagation_t, double coefficient))
PORTER_DNN_FOR_C(dnn_set_lrn, (miopenLRNDescriptor_t descriptor, unsigned n, double alpha, double beta, double
                 k))
PORTER_DNN_FOR_C(dnn_get_lrn, (miopenLRNDescriptor_t descriptor, unsigned *n, double *alpha, double *beta,
                 double *k))
PORTER_DNN_FOR_C(dnn_set_dropout, (miopenDropoutDescriptor_t descriptor, miopenHandle_t handle, float share,
                 void *states, size_t bytes, unsigned long long seed))
PORTER_DNN_FOR_C(dnn_create_operation, (porter_dnn_operation_t *made))
PORTER_DNN_FOR_C(dnn_destroy_operation, (porter_dnn_operation_t known))
PORTER_DNN_FOR_C(dnn_set_operation, (porter_dnn_operation_t known, miopenTensorOp_t kind, miopenDataType_t type,
                 miopenNanPropagation_t nan))
PORTER_DNN_FOR_C(dnn_get_operation, (porter_dnn_operation_t known, miopenTensorOp_t *kind, miopenDataType_t
                 *type, miopenNanPropagation_t *nan))
PORTER_DNN_FOR_C(dnn_op_tensor, (miopenHandle_t handle, porter_dnn_operation_t operation, const void *alpha_a,
                 miopenTensorDescriptor_t a_descriptor, const void *a, const void *alpha_b,
                 miopenTensorDescriptor_t b_descriptor, const void *b, const void *beta,
                 miopenTensorDescriptor_t c_descriptor, void *c))
PORTER_DNN_FOR_C(dnn_add_tensor, (miopenHandle_t handle, const void *alpha, miopenTensorDescriptor_t
                 a_descriptor, const void *a, const void *beta, miopenTensorDescriptor_t c_descriptor, void *c))
PORTER_DNN_FOR_C(dnn_softmax_forward, (miopenHandle_t handle, miopenSoftmaxAlgorithm_t algorithm,
                 miopenSoftmaxMode_t mode, const void *alpha, miopenTensorDescriptor_t x_descriptor, const void
                 *x, const void *beta, miopenTensorDescriptor_t y_descriptor, void *y))
PORTER_DNN_FOR_C(dnn_softmax_backward, (miopenHandle_t handle, miopenSoftmaxAlgorithm_t algorithm,
                 miopenSoftmaxMode_t mode, const void *alpha, miopenTensorDescriptor_t y_descriptor, const void
                 *y, miopenTensorDescriptor_t dy_descriptor, const void *dy, const void *beta,
                 miopenTensorDescriptor_t dx_descriptor, void *dx))
PORTER_DNN_FOR_C(dnn_batch_norm_training, (miopenHandle_t handle, miopenBatchNormMode_t mode, const void *alpha,
                 const void *beta, miopenTensorDescriptor_t x_descriptor, const void *x,
                 miopenTensorDescriptor_t y_descriptor, void *y, miopenTensorDescriptor_t parameters, const void
                 *scale, const void *bias, double factor, void *running_mean, void *running_variance, double
                 epsilon, void *saved_mean, void *saved_inverse))
PORTER_DNN_FOR_C(dnn_batch_norm_inference, (miopenHandle_t handle, miopenBatchNormMode_t mode, const void
                 *alpha, const void *beta, miopenTensorDescriptor_t x_descriptor, const void *x,
                 miopenTensorDescriptor_t y_descriptor, void *y, miopenTensorDescriptor_t parameters, const void
                 *scale, const void *bias, const void *mean, const void *variance, double epsilon))
PORTER_DNN_FOR_C(dnn_dropout_forward, (miopenHandle_t handle, miopenDropoutDescriptor_t dropout,
                 miopenTensorDescriptor_t x_descriptor, const void *x, miopenTensorDescriptor_t y_descriptor,
                 void *y, void *reserve, size_t bytes))
PORTER_DNN_FOR_C(dnn_dropout_backward, (miopenHandle_t handle, miopenDropoutDescriptor_t dropout,
                 miopenTensorDescriptor_t dy_descriptor, const void *dy, miopenTensorDescriptor_t dx_descriptor,
                 void *dx, void *reserve, size_t bytes))
PORTER_DNN_FOR_C(dnn_set_pooling_2d, (miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t mode,
                 miopenNanPropagation_t, int window_h, int window_w, int pad_h, int pad_w, int step_h, int
                 step_w))
PORTER_DNN_FOR_C(dnn_set_pooling_nd, (miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t mode,
                 miopenNanPropagation_t, int count, const int *window, const int *pads, const int *steps))
PORTER_DNN_FOR_C(dnn_get_pooling_2d, (miopenPoolingDescriptor_t descriptor, miopenPoolingMode_t *mode,
                 miopenNanPropagation_t *nan, int *window_h, int *window_w, int *pad_h, int *pad_w, int *step_h,
                 int *step_w))
PORTER_DNN_FOR_C(dnn_pooling_forward, (miopenHandle_t handle, miopenPoolingDescriptor_t pooling, const void
                 *alpha, miopenTensorDescriptor_t x_descriptor, const void *x, const void *beta,
                 miopenTensorDescriptor_t y_descriptor, void *y))
PORTER_DNN_FOR_C(dnn_pooling_backward, (miopenHandle_t handle, miopenPoolingDescriptor_t pooling, const void
                 *alpha, miopenTensorDescriptor_t y_descriptor, const void *y, miopenTensorDescriptor_t
                 dy_descriptor, const void *dy, miopenTensorDescriptor_t x_descriptor, const void *x, const void
                 *beta, miopenTensorDescriptor_t dx_descriptor, void *dx))
PORTER_DNN_FOR_C(dnn_lrn_forward, (miopenHandle_t handle, miopenLRNDescriptor_t norm, miopenLRNMode_t, const
                 void *alpha, miopenTensorDescriptor_t x_descriptor, const void *x, const void *beta,
                 miopenTensorDescriptor_t y_descriptor, void *y))
PORTER_DNN_FOR_C(dnn_lrn_backward, (miopenHandle_t handle, miopenLRNDescriptor_t norm, miopenLRNMode_t, const
                 void *alpha, miopenTensorDescriptor_t y_descriptor, const void *y, miopenTensorDescriptor_t
                 dy_descriptor, const void *dy, miopenTensorDescriptor_t x_descriptor, const void *x, const void
                 *beta, miopenTensorDescriptor_t dx_descriptor, void *dx))
PORTER_DNN_FOR_C(dnn_forward_work_bytes, (miopenHandle_t handle, miopenTensorDescriptor_t x,
                 miopenTensorDescriptor_t w, miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t
                 y, porter_dnn_forward_algorithm algorithm, size_t *bytes))
PORTER_DNN_FOR_C(dnn_data_work_bytes, (miopenHandle_t handle, miopenTensorDescriptor_t w,
                 miopenTensorDescriptor_t dy, miopenConvolutionDescriptor_t convolution,
                 miopenTensorDescriptor_t dx, porter_dnn_data_algorithm algorithm, size_t *bytes))
PORTER_DNN_FOR_C(dnn_filter_work_bytes, (miopenHandle_t handle, miopenTensorDescriptor_t x,
                 miopenTensorDescriptor_t dy, miopenConvolutionDescriptor_t convolution,
                 miopenTensorDescriptor_t dw, porter_dnn_filter_algorithm algorithm, size_t *bytes))
PORTER_DNN_FOR_C(dnn_convolution_forward, (miopenHandle_t handle, const void *alpha, miopenTensorDescriptor_t
                 x_descriptor, const void *x, miopenTensorDescriptor_t w_descriptor, const void *w,
                 miopenConvolutionDescriptor_t convolution, porter_dnn_forward_algorithm algorithm, void *work,
                 size_t bytes, const void *beta, miopenTensorDescriptor_t y_descriptor, void *y))
PORTER_DNN_FOR_C(dnn_convolution_backward_data, (miopenHandle_t handle, const void *alpha,
                 miopenTensorDescriptor_t w_descriptor, const void *w, miopenTensorDescriptor_t dy_descriptor,
                 const void *dy, miopenConvolutionDescriptor_t convolution, porter_dnn_data_algorithm algorithm,
                 void *work, size_t bytes, const void *beta, miopenTensorDescriptor_t dx_descriptor, void *dx))
PORTER_DNN_FOR_C(dnn_convolution_backward_filter, (miopenHandle_t handle, const void *alpha,
                 miopenTensorDescriptor_t x_descriptor, const void *x, miopenTensorDescriptor_t dy_descriptor,
                 const void *dy, miopenConvolutionDescriptor_t convolution, porter_dnn_filter_algorithm
                 algorithm, void *work, size_t bytes, const void *beta, miopenTensorDescriptor_t dw_descriptor,
                 void *dw))
PORTER_DNN_FOR_C(dnn_convolution_bias_activation, ( miopenHandle_t handle, const void *alpha,
                 miopenTensorDescriptor_t x_descriptor, const void *x, miopenTensorDescriptor_t w_descriptor,
                 const void *w, miopenConvolutionDescriptor_t convolution, porter_dnn_forward_algorithm
                 algorithm, void *work, size_t bytes, const void *alpha_z, miopenTensorDescriptor_t
                 z_descriptor, const void *z, miopenTensorDescriptor_t bias_descriptor, const void *bias,
                 miopenActivationDescriptor_t activation, miopenTensorDescriptor_t y_descriptor, void *y))

#define PORTER_DNN_CHOICE(direction)                                                                               \
  PORTER_DNN_FOR_C(dnn_##direction##_choice,                                                                       \
                   (miopenHandle_t handle, miopenTensorDescriptor_t first, miopenTensorDescriptor_t second,        \
                    miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t result,                    \
                    porter_dnn_##direction##_preference preference, size_t limit,                                  \
                    porter_dnn_##direction##_algorithm *chosen))                                                   \
  PORTER_DNN_FOR_C(dnn_##direction##_list,                                                                         \
                   (miopenHandle_t handle, miopenTensorDescriptor_t first, miopenTensorDescriptor_t second,        \
                    miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t result, int wanted,        \
                    int *count, porter_dnn_##direction##_performance *results))                                    \
  PORTER_DNN_FOR_C(dnn_##direction##_trial,                                                                        \
                   (miopenHandle_t handle, miopenTensorDescriptor_t first, const void *first_data,                 \
                    miopenTensorDescriptor_t second, const void *second_data,                                      \
                    miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t result, void *result_data, \
                    int wanted, int *count, porter_dnn_##direction##_performance *results, void *work,             \
                    size_t bytes))                                                                                 \
  PORTER_DNN_FOR_C(dnn_##direction##_most, (miopenHandle_t handle, int *count))
PORTER_DNN_CHOICE(forward)
PORTER_DNN_CHOICE(data)
PORTER_DNN_CHOICE(filter)
#undef PORTER_DNN_CHOICE
#undef PORTER_DNN_FOR_C

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
