// Activations and their derivatives. Sources: cudnnActivationMode_t, miopenActivationMode_t.
#include "activation.h"

namespace porter::dnn {

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double Activation::operator()(double x) const {
  switch (curve) {
  case Sigmoid: return sigmoid(x);
  case Tanh: return beta * std::tanh(alpha * x);
  case Relu: return x > 0 || (nan && x != x) ? x : 0;
  case ClippedRelu: return x > 0 ? std::min(x, alpha) : (nan && x != x ? x : 0);
  case Elu: return x > 0 ? x : alpha * std::expm1(x);
  case Swish: return x * sigmoid(beta * x);
  case SoftRelu: return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  case Abs: return std::fabs(x);
  case Power: return alpha + beta * x <= 0 ? 0 : std::pow(alpha + beta * x, gamma);
  case LeakyRelu: return x > 0 ? x : alpha * x;
  default: return x;
  }
}

double Activation::slope(double x, double y) const {
  switch (curve) {
  case Sigmoid: return y * (1 - y);
  case Tanh: return beta == 0 ? 0 : alpha * (beta - y * y / beta);
  case Relu: return x > 0;
  case ClippedRelu: return x > 0 && x <= alpha;
  case Elu: return x > 0 ? 1 : y + alpha;
  case Swish: return sigmoid(beta * x) * (1 + beta * x * (1 - sigmoid(beta * x)));
  case SoftRelu: return sigmoid(x);
  case Abs: return x > 0 ? 1 : x < 0 ? -1 : 0;
  case Power: return alpha + beta * x <= 0 ? 0 : gamma * beta * std::pow(alpha + beta * x, gamma - 1);
  case LeakyRelu: return x > 0 ? 1 : alpha;
  default: return 1;
  }
}

int activate(Call call, const Activation &activation, const Operand &x, const Operand &y, const void *alpha,
             const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  call.needSameSizes(x, y);
  call.need(activation.curve != Activation::Unknown);
  return call.run([=] {
    auto values = read<double>(x);
    std::transform(values.begin(), values.end(), values.begin(), activation);
    write(y, values, factors);
  });
}

int activateBackward(Call call, const Activation &activation, const Operand &y, const Operand &dy, const Operand &x,
                     const Operand &dx, const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  call.needSameSizes(x, y);
  call.needSameSizes(x, dy);
  call.needSameSizes(x, dx);
  call.need(activation.curve != Activation::Unknown);
  return call.run([=] {
    const auto in = read<double>(x), out = read<double>(y);
    auto values = read<double>(dy);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] *= activation.slope(in[i], out[i]);
    write(dx, values, factors);
  });
}

} // namespace porter::dnn
