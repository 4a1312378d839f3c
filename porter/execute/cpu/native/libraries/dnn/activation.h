// Functions of one number, by either vendor's enumerators.
#pragma once

#include "context.h"

namespace porter::dnn {

struct Activation {
  enum Curve { Identity, Sigmoid, Tanh, Relu, ClippedRelu, Elu, Swish, SoftRelu, Abs, Power, LeakyRelu, Unknown };
  Curve curve = Unknown;
  int mode = 0, nan = 0; ///< of the vendor's
  double alpha = 0, beta = 0, gamma = 0;

  double operator()(double x) const;
  /// The derivative, of what went in and what came out.
  double slope(double x, double y) const;
};

int activate(Call call, const Activation &activation, const Operand &x, const Operand &y, const void *alpha,
             const void *beta);
int activateBackward(Call call, const Activation &activation, const Operand &y, const Operand &dy, const Operand &x,
                     const Operand &dx, const void *alpha, const void *beta);

} // namespace porter::dnn
