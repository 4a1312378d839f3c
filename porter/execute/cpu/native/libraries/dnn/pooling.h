// The largest or the mean of what lies in a window.
#pragma once

#include "context.h"

namespace porter::dnn {

struct Pooling {
  enum Kind { Max, MeanOfAll, MeanOfInside, Unknown };
  Kind kind = Unknown;
  int mode = 0, nan = 0, indexType = 0, indexMode = 0; ///< of the vendor's
  std::vector<int64_t> window, pads, steps;
};

/// The sizes of what comes out; nothing when the window does not fit.
std::vector<int64_t> outputOf(const Pooling &pooling, const Tensor &x);

int pool(Call call, const Pooling &pooling, const Operand &x, const Operand &y, const void *alpha, const void *beta);
int poolBackward(Call call, const Pooling &pooling, const Operand &dy, const Operand &x, const Operand &dx,
                 const void *alpha, const void *beta);

} // namespace porter::dnn
