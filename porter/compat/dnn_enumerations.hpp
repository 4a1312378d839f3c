// cuDNN's enumerations that MIOpen lacks, for C as well: porter::dnn_math, and porter_dnn_math.
//
// Numbers are cuDNN's (cudnn_ops.h and cudnn_cnn.h of cuDNN 9; the preferences are cuDNN 7's).
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__)

#ifdef __cplusplus
#define PORTER_DNN(name) name
namespace porter {
#else
#define PORTER_DNN(name) porter_##name
#endif
#define PORTER_DNN_ENUMERATION(name, ...) typedef enum PORTER_DNN(name) { __VA_ARGS__ } PORTER_DNN(name);

// MIOpen's convolution is cuDNN's cross-correlation; it has none with the filter flipped.
PORTER_DNN_ENUMERATION(dnn_convolution_mode, PORTER_DNN(dnn_flipped_filter), PORTER_DNN(dnn_cross_correlation))
PORTER_DNN_ENUMERATION(dnn_math, PORTER_DNN(dnn_default_math), PORTER_DNN(dnn_tensor_op_math),
                       PORTER_DNN(dnn_tensor_op_math_conversion), PORTER_DNN(dnn_fma_math))
PORTER_DNN_ENUMERATION(dnn_determinism, PORTER_DNN(dnn_non_deterministic), PORTER_DNN(dnn_deterministic))

PORTER_DNN_ENUMERATION(dnn_forward_algorithm, PORTER_DNN(dnn_forward_implicit_gemm),
                       PORTER_DNN(dnn_forward_implicit_precomputed_gemm), PORTER_DNN(dnn_forward_gemm),
                       PORTER_DNN(dnn_forward_direct), PORTER_DNN(dnn_forward_fft),
                       PORTER_DNN(dnn_forward_fft_tiling), PORTER_DNN(dnn_forward_winograd),
                       PORTER_DNN(dnn_forward_winograd_nonfused), PORTER_DNN(dnn_forward_count))
PORTER_DNN_ENUMERATION(dnn_data_algorithm, PORTER_DNN(dnn_data_0), PORTER_DNN(dnn_data_1),
                       PORTER_DNN(dnn_data_fft), PORTER_DNN(dnn_data_fft_tiling), PORTER_DNN(dnn_data_winograd),
                       PORTER_DNN(dnn_data_winograd_nonfused), PORTER_DNN(dnn_data_count))
PORTER_DNN_ENUMERATION(dnn_filter_algorithm, PORTER_DNN(dnn_filter_0), PORTER_DNN(dnn_filter_1),
                       PORTER_DNN(dnn_filter_fft), PORTER_DNN(dnn_filter_3), PORTER_DNN(dnn_filter_winograd),
                       PORTER_DNN(dnn_filter_winograd_nonfused), PORTER_DNN(dnn_filter_fft_tiling),
                       PORTER_DNN(dnn_filter_count))

// What may be asked for when cuDNN 7 and older choose: speed, no work area, or one up to a limit.
PORTER_DNN_ENUMERATION(dnn_forward_preference, PORTER_DNN(dnn_forward_no_work), PORTER_DNN(dnn_forward_fastest),
                       PORTER_DNN(dnn_forward_limit))
PORTER_DNN_ENUMERATION(dnn_data_preference, PORTER_DNN(dnn_data_no_work), PORTER_DNN(dnn_data_fastest),
                       PORTER_DNN(dnn_data_limit))
PORTER_DNN_ENUMERATION(dnn_filter_preference, PORTER_DNN(dnn_filter_no_work), PORTER_DNN(dnn_filter_fastest),
                       PORTER_DNN(dnn_filter_limit))

#ifdef __cplusplus
}  // namespace porter
#endif
#undef PORTER_DNN_ENUMERATION

#endif  // !defined(__HIP_PLATFORM_NVIDIA__)
