// cuDNN's algorithms of convolution, of which MIOpen has fewer: what is asked for is a wish.
//
// A convolution takes the fastest of MIOpen's solutions of that algorithm, and of all where MIOpen has none.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <cstdint>
#include <miopen/miopen.h>

#include "dnn_descriptors.hpp"
#include "dnn_enumerations.hpp"

namespace porter {

template <class Algorithm>
struct dnn_performance {
  Algorithm algo;
  miopenStatus_t status;
  float time;
  size_t memory;
  dnn_determinism determinism;
  dnn_math mathType;
  int reserved[3];
};
using dnn_forward_performance = dnn_performance<dnn_forward_algorithm>;
using dnn_data_performance = dnn_performance<dnn_data_algorithm>;
using dnn_filter_performance = dnn_performance<dnn_filter_algorithm>;

namespace dnn {

constexpr int any_algorithm = -1;

// MIOpen's algorithm for one of cuDNN's; any_algorithm for those that cuDNN numbers alone.
inline int wanted(dnn_forward_algorithm algorithm) {
  switch (algorithm) {
    case dnn_forward_implicit_gemm:
    case dnn_forward_implicit_precomputed_gemm: return miopenConvolutionAlgoImplicitGEMM;
    case dnn_forward_gemm: return miopenConvolutionAlgoGEMM;
    case dnn_forward_direct: return miopenConvolutionAlgoDirect;
    case dnn_forward_fft:
    case dnn_forward_fft_tiling: return miopenConvolutionAlgoFFT;
    case dnn_forward_winograd:
    case dnn_forward_winograd_nonfused: return miopenConvolutionAlgoWinograd;
    default: return any_algorithm;
  }
}
inline int wanted(dnn_data_algorithm algorithm) {
  switch (algorithm) {
    case dnn_data_fft:
    case dnn_data_fft_tiling: return miopenConvolutionAlgoFFT;
    case dnn_data_winograd:
    case dnn_data_winograd_nonfused: return miopenConvolutionAlgoWinograd;
    default: return any_algorithm;
  }
}
inline int wanted(dnn_filter_algorithm algorithm) {
  switch (algorithm) {
    case dnn_filter_fft:
    case dnn_filter_fft_tiling: return miopenConvolutionAlgoFFT;
    case dnn_filter_winograd:
    case dnn_filter_winograd_nonfused: return miopenConvolutionAlgoWinograd;
    default: return any_algorithm;
  }
}

// cuDNN's algorithm for one of MIOpen's.
inline void name(miopenConvAlgorithm_t known, dnn_forward_algorithm *named) {
  *named = known == miopenConvolutionAlgoGEMM       ? dnn_forward_gemm
           : known == miopenConvolutionAlgoDirect   ? dnn_forward_direct
           : known == miopenConvolutionAlgoFFT      ? dnn_forward_fft
           : known == miopenConvolutionAlgoWinograd ? dnn_forward_winograd
                                                    : dnn_forward_implicit_gemm;
}
inline void name(miopenConvAlgorithm_t known, dnn_data_algorithm *named) {
  *named = known == miopenConvolutionAlgoFFT        ? dnn_data_fft
           : known == miopenConvolutionAlgoWinograd ? dnn_data_winograd
                                                    : dnn_data_1;
}
inline void name(miopenConvAlgorithm_t known, dnn_filter_algorithm *named) {
  *named = known == miopenConvolutionAlgoFFT        ? dnn_filter_fft
           : known == miopenConvolutionAlgoWinograd ? dnn_filter_winograd
                                                    : dnn_filter_1;
}

// MIOpen's functions of a direction, whose descriptors end with the result's, and how many algorithms cuDNN has.
template <class Algorithm>
struct direction;
template <>
struct direction<dnn_forward_algorithm> {
  static constexpr auto list = &miopenConvolutionForwardGetSolution;
  static constexpr auto run = &miopenConvolutionForwardImmediate;
  static constexpr int count = dnn_forward_count;
};
template <>
struct direction<dnn_data_algorithm> {
  static constexpr auto list = &miopenConvolutionBackwardDataGetSolution;
  static constexpr auto run = &miopenConvolutionBackwardDataImmediate;
  static constexpr int count = dnn_data_count;
};
template <>
struct direction<dnn_filter_algorithm> {
  static constexpr auto list = &miopenConvolutionBackwardWeightsGetSolution;
  static constexpr auto run = &miopenConvolutionBackwardWeightsImmediate;
  static constexpr int count = dnn_filter_count;
};

// MIOpen's solutions of a convolution, the fastest first.
class solutions {
 public:
  template <class Algorithm>
  static miopenStatus_t read(miopenHandle_t handle, miopenTensorDescriptor_t first, miopenTensorDescriptor_t second,
                             miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t result,
                             Algorithm, solutions *to) {
    const miopenStatus_t status =
        direction<Algorithm>::list(handle, first, second, convolution, result, most, &to->count_, to->all_);
    return status == miopenStatusSuccess && !to->count_ ? miopenStatusNotImplemented : status;
  }

  const miopenConvSolution_t *begin() const { return all_; }
  const miopenConvSolution_t *end() const { return all_ + count_; }

  // The fastest of an algorithm that a work area is enough for, else of any; null where it is for none.
  const miopenConvSolution_t *fastest(int algorithm, size_t bytes) const {
    const miopenConvSolution_t *other = nullptr;
    for (const miopenConvSolution_t &one : *this) {
      if (one.workspace_size > bytes) continue;
      if (algorithm == any_algorithm || one.algorithm == algorithm) return &one;
      if (!other) other = &one;
    }
    return other;
  }

 private:
  static constexpr size_t most = 32;
  size_t count_ = 0;
  miopenConvSolution_t all_[most];
};

}  // namespace dnn
}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
