// Softmax over the channels, or over all of a member of the batch.
#pragma once

#include "context.h"

namespace porter::dnn {

/// Of both vendors' enumerators, which agree.
struct Softmax {
  int algorithm = 0; ///< fast, accurate, logarithm
  int mode = 0;      ///< of the member, of the channels
};

int softmax(Call call, Softmax kind, const Operand &x, const Operand &y, const void *alpha, const void *beta);
int softmaxBackward(Call call, Softmax kind, const Operand &y, const Operand &dy, const Operand &dx, const void *alpha,
                    const void *beta);

} // namespace porter::dnn
