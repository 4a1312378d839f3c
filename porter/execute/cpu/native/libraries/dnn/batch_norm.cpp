// Batch normalisation. Source: Ioffe and Szegedy, Batch Normalization, 2015, algorithms 1 and 2.
#include "normalization.h"

namespace porter::dnn {

Tensor parametersOf(const Tensor &x, int mode, Vendor vendor) {
  Tensor made = x;
  for (size_t d = 0; d < made.sizes.size(); ++d)
    if (d == 0 || (d > 1 && mode != 0))
      made.sizes[d] = 1;
  made.steps = packed(made.sizes);
  const bool isDouble = vendor == Vendor::Cuda && x.type == DataType::R64F; // MIOpen's are floats beside doubles
  if (!isDouble) {
    made.type = DataType::R32F;
    made.code = vendor == Vendor::Hip ? 1 : 0;
  }
  return made;
}

namespace {

/// To which of the numbers an element belongs, and how many belong to each.
struct Groups {
  int64_t inner, channels, count, members;
  bool isEach;

  Groups(const Tensor &x, int mode)
      : inner(x.inner()), channels(x.size(1)), count(mode == 0 ? channels * inner : channels),
        members(x.count() / std::max<int64_t>(1, count)), isEach(mode == 0) {}
  int64_t operator()(int64_t i) const { return isEach ? i % count : i / inner % channels; }
};

struct Moments {
  std::vector<double> mean, variance;
};

Moments momentsOf(const std::vector<double> &x, const Groups &groups) {
  Moments made{std::vector<double>(groups.count), std::vector<double>(groups.count)};
  for (size_t i = 0; i < x.size(); ++i)
    made.mean[groups(i)] += x[i] / double(groups.members);
  for (size_t i = 0; i < x.size(); ++i) {
    const double difference = x[i] - made.mean[groups(i)];
    made.variance[groups(i)] += difference * difference / double(groups.members);
  }
  return made;
}

void check(Call &call, const BatchNorm &norm, const Operand &x, std::initializer_list<const Operand *> parameters) {
  const int64_t count = Groups(x.tensor, norm.mode).count;
  call.fail(norm.mode < 0 || norm.mode > 2 || norm.operation < 0 || norm.operation > 2, Status::InvalidEnumerator);
  call.need(norm.epsilon >= 0);
  call.need(norm.operation == 0 || norm.activation.curve != Activation::Unknown);
  for (const Operand *each : parameters)
    call.need(!each->data || each->tensor.count() == count);
}

/// y = activation(scale normalised + bias + z).
void normalise(const BatchNorm &norm, const Groups &groups, const std::vector<double> &x, const Moments &moments,
               const Parameters &given, const Operand &y, Factors factors) {
  const auto scale = read<double>(given.scale), bias = read<double>(given.bias);
  const auto z = norm.operation == 2 ? read<double>(norm.z) : std::vector<double>();
  std::vector<double> made(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t g = groups(i);
    made[i] = scale[g] * (x[i] - moments.mean[g]) / std::sqrt(moments.variance[g] + norm.epsilon) + bias[g];
    made[i] += z.empty() ? 0 : z[i];
    made[i] = norm.operation ? norm.activation(made[i]) : made[i];
  }
  write(y, made, factors);
}

/// old + share (fresh - old), where there is an old one.
void move(const Operand &to, std::vector<double> fresh, double share, double correction) {
  if (!to.data)
    return;
  for (double &each : fresh)
    each *= correction;
  write(to, fresh, {share, 1 - share});
}

} // namespace

int batchNormInference(Call call, const BatchNorm &norm, const Operand &x, const Operand &y, const Parameters &given,
                       const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  call.needSameSizes(x, y);
  check(call, norm, x, {&given.scale, &given.bias, &given.mean, &given.variance});
  return call.run([=] {
    normalise(norm, Groups(x.tensor, norm.mode), read<double>(x),
              {read<double>(given.mean), read<double>(given.variance)}, given, y, factors);
  });
}

int batchNormTraining(Call call, const BatchNorm &norm, const Operand &x, const Operand &y, const Parameters &given,
                      double share, const Parameters &running, const Parameters &saved, const void *alpha,
                      const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  call.needSameSizes(x, y);
  call.need(norm.operation < 2 || norm.z.tensor.sizes == x.tensor.sizes);
  check(call, norm, x, {&given.scale, &given.bias, &running.mean, &running.variance, &saved.mean, &saved.variance});
  return call.run([=] {
    const Groups groups(x.tensor, norm.mode);
    const auto values = read<double>(x);
    Moments moments = momentsOf(values, groups);
    normalise(norm, groups, values, moments, given, y, factors);
    const double members = double(groups.members); // the running variance is that of a sample
    move(running.mean, moments.mean, share, 1);
    move(running.variance, moments.variance, share, members > 1 ? members / (members - 1) : 1);
    if (saved.mean.data)
      write(saved.mean, moments.mean);
    for (double &each : moments.variance)
      each = 1 / std::sqrt(each + norm.epsilon);
    if (saved.variance.data)
      write(saved.variance, moments.variance);
  });
}

int batchNormBackward(Call call, const BatchNorm &norm, const Operand &x, const Parameters &given,
                      const Parameters &saved, const BatchNormGradients &gradients) {
  const Factors ofData = call.factors(gradients.alphaOfData, gradients.betaOfData, x.tensor);
  const Factors ofParameters = call.factors(gradients.alphaOfParameters, gradients.betaOfParameters, x.tensor);
  call.needSameSizes(x, gradients.dy);
  call.needSameSizes(x, gradients.dx);
  call.need(norm.operation == 0 || gradients.y.tensor.sizes == x.tensor.sizes);
  call.need(norm.operation < 2 || gradients.dz.tensor.sizes == x.tensor.sizes);
  call.fail(norm.operation && norm.activation.curve != Activation::Relu, Status::NotSupported);
  check(call, norm, x, {&given.scale, &gradients.scale, &gradients.bias, &saved.mean, &saved.variance});
  return call.run([=] {
    const Groups groups(x.tensor, norm.mode);
    const auto values = read<double>(x), scale = read<double>(given.scale);
    auto dy = read<double>(gradients.dy);
    if (norm.operation) {
      const auto y = read<double>(gradients.y);
      for (size_t i = 0; i < dy.size(); ++i)
        dy[i] *= norm.activation.slope(y[i], y[i]);
      if (norm.operation == 2)
        write(gradients.dz, dy, ofData);
    }
    Moments moments = momentsOf(values, groups); // the same as what was saved, but for its rounding
    for (double &each : moments.variance)
      each = 1 / std::sqrt(each + norm.epsilon);
    if (saved.mean.data && saved.variance.data)
      moments = {read<double>(saved.mean), read<double>(saved.variance)};
    std::vector<double> normal(values.size()), dScale(groups.count), dBias(groups.count);
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t g = groups(i);
      normal[i] = (values[i] - moments.mean[g]) * moments.variance[g];
      dScale[g] += dy[i] * normal[i];
      dBias[g] += dy[i];
    }
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t g = groups(i);
      const double common = (dBias[g] + normal[i] * dScale[g]) / double(groups.members);
      dy[i] = scale[g] * moments.variance[g] * (dy[i] - common);
    }
    write(gradients.dx, dy, ofData);
    write(gradients.scale, dScale, ofParameters);
    write(gradients.bias, dBias, ofParameters);
  });
}

} // namespace porter::dnn
