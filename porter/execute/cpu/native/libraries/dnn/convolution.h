// Convolutions of one to three spatial dimensions, as products of matrices.
#pragma once

#include "activation.h"

namespace porter::dnn {

struct Convolution {
  int mode = 0, computeType = 0, mathType = 0, reorder = 0; ///< of the vendor's
  bool flips = false;                                      ///< the filter: the convolution of mathematics
  bool transposes = false;                                 ///< what goes forward is another's way back
  int64_t groups = 1;
  std::vector<int64_t> pads, steps, dilations, added;
};

enum class Direction { Forward, Data, Filter };

/// Compute one of x, w and y from the other two.
int convolve(Call call, Direction direction, const Convolution &convolution, Operand x, Operand w, Operand y,
             const void *alpha, const void *beta);
/// The sizes of what comes out; nothing when the convolution does not fit.
std::vector<int64_t> outputOf(const Convolution &convolution, const Tensor &x, const Tensor &w);

/// y = activation(alpha convolution + alphaOfZ z + bias).
int convolveAndActivate(Call call, const Convolution &convolution, const void *alpha, const Operand &x,
                        const Operand &w, const void *alphaOfZ, const Operand &z, const Operand &bias,
                        const Activation &activation, const Operand &y);

/// Of a tensor the sum over all but the channels.
int sumOfChannels(Call call, const Operand &dy, const Operand &sums, const void *alpha, const void *beta);

} // namespace porter::dnn
