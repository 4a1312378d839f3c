// MIOpen's normalisations that cuDNN has not, or has with other arguments.
#include "hip_dnn.h"

using namespace porter::dnn;

namespace {

/// miopenNormMode_t: whether there are weights and biases; the odd ones have them.
bool hasWeights(Call &call, int mode) {
  call.fail(mode < 0 || mode > 5, Status::InvalidEnumerator);
  return mode % 2 == 1;
}

} // namespace

extern "C" {

int miopenBatchNormalizationForwardInference_V2(void *handle, int mode, const void *alpha, const void *beta,
                                                void *xDescriptor, const void *x, void *yDescriptor, void *y,
                                                void *scaleDescriptor, void *biasDescriptor, void *meanDescriptor,
                                                void *varianceDescriptor, const void *scale, const void *bias,
                                                const void *mean, const void *variance, double epsilon) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(scaleDescriptor, scale), call.operand(biasDescriptor, bias),
                         call.operand(meanDescriptor, mean), call.operand(varianceDescriptor, variance)};
  return batchNormInference(call, {mode, epsilon}, from, to, given, alpha, beta);
}
int miopenBatchNormalizationForwardTraining_V2(void *handle, int mode, const void *alpha, const void *beta,
                                               void *xDescriptor, const void *x, void *yDescriptor, void *y,
                                               void *scaleDescriptor, void *biasDescriptor, void *meanDescriptor,
                                               void *varianceDescriptor, const void *scale, const void *bias,
                                               double share, void *runningMean, void *runningVariance, double epsilon,
                                               void *savedMean, void *savedInverse) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(scaleDescriptor, scale), call.operand(biasDescriptor, bias)};
  const Parameters running{
      {}, {}, call.optional(meanDescriptor, runningMean), call.optional(varianceDescriptor, runningVariance)};
  const Parameters saved{
      {}, {}, call.optional(meanDescriptor, savedMean), call.optional(varianceDescriptor, savedInverse)};
  return batchNormTraining(call, {mode, epsilon}, from, to, given, share, running, saved, alpha, beta);
}
int miopenBatchNormalizationBackward_V2(void *handle, int mode, const void *alphaOfData, const void *betaOfData,
                                        const void *alphaOfParameters, const void *betaOfParameters,
                                        void *xDescriptor, const void *x, void *dyDescriptor, const void *dy,
                                        void *dxDescriptor, void *dx, void *scaleDescriptor, void *biasDescriptor,
                                        void *meanDescriptor, void *varianceDescriptor, const void *scale,
                                        void *dScale, void *dBias, double epsilon, const void *savedMean,
                                        const void *savedInverse) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x);
  BatchNormGradients made;
  made.dy = call.operand(dyDescriptor, dy);
  made.dx = call.operand(dxDescriptor, dx);
  made.scale = call.operand(scaleDescriptor, dScale);
  made.bias = call.operand(biasDescriptor, dBias);
  made.alphaOfData = alphaOfData;
  made.betaOfData = betaOfData;
  made.alphaOfParameters = alphaOfParameters;
  made.betaOfParameters = betaOfParameters;
  const Parameters given{call.operand(scaleDescriptor, scale)};
  const Parameters saved{
      {}, {}, call.optional(meanDescriptor, savedMean), call.optional(varianceDescriptor, savedInverse)};
  return batchNormBackward(call, {mode, epsilon}, from, given, saved, made);
}

int miopenLayerNormForward(void *handle, int mode, void *xDescriptor, const void *x, void *weightDescriptor,
                           const void *weight, void *biasDescriptor, const void *bias, float epsilon, int32_t first,
                           void *yDescriptor, void *y, void *meanDescriptor, void *mean, void *deviationDescriptor,
                           void *deviation) {
  Call call(vendor, handle);
  const bool weighs = hasWeights(call, mode);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Operand scale = weighs ? call.operand(weightDescriptor, weight) : Operand();
  const Operand shift = weighs ? call.operand(biasDescriptor, bias) : Operand();
  return layerNorm(call, {first, 0, epsilon}, from, {}, scale, shift, to, call.optional(meanDescriptor, mean),
                   call.optional(deviationDescriptor, deviation));
}
int miopenAddLayerNormForward(void *handle, int mode, void *xDescriptor, const void *x, void *x2Descriptor,
                              const void *x2, void *weightDescriptor, const void *weight, void *biasDescriptor,
                              const void *bias, float epsilon, int32_t first, void *yDescriptor, void *y,
                              void *meanDescriptor, void *mean, void *deviationDescriptor, void *deviation) {
  Call call(vendor, handle);
  const bool weighs = hasWeights(call, mode);
  const Operand from = call.operand(xDescriptor, x), added = call.operand(x2Descriptor, x2);
  const Operand scale = weighs ? call.operand(weightDescriptor, weight) : Operand();
  const Operand shift = weighs ? call.operand(biasDescriptor, bias) : Operand();
  const Operand to = call.operand(yDescriptor, y), means = call.optional(meanDescriptor, mean);
  return layerNorm(call, {first, 0, epsilon}, from, added, scale, shift, to, means,
                   call.optional(deviationDescriptor, deviation));
}
int miopenT5LayerNormForward(void *handle, int mode, void *xDescriptor, const void *x, void *weightDescriptor,
                             const void *weight, float epsilon, void *yDescriptor, void *y, void *deviationDescriptor,
                             void *deviation) {
  Call call(vendor, handle);
  const bool weighs = hasWeights(call, mode);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Operand scale = weighs ? call.operand(weightDescriptor, weight) : Operand();
  const int64_t last = int64_t(from.tensor.sizes.size()) - 1;
  return layerNorm(call, {last, 0, epsilon, true}, from, {}, scale, {}, to, {},
                   call.optional(deviationDescriptor, deviation));
}
int miopenGroupNormForward(void *handle, int mode, void *xDescriptor, const void *x, void *weightDescriptor,
                           const void *weight, void *biasDescriptor, const void *bias, uint64_t groups, float epsilon,
                           void *yDescriptor, void *y, void *meanDescriptor, void *mean, void *deviationDescriptor,
                           void *deviation) {
  Call call(vendor, handle);
  const bool weighs = hasWeights(call, mode);
  call.need(groups >= 1);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Operand scale = weighs ? call.operand(weightDescriptor, weight) : Operand();
  const Operand shift = weighs ? call.operand(biasDescriptor, bias) : Operand();
  return layerNorm(call, {1, int64_t(groups), epsilon}, from, {}, scale, shift, to,
                   call.optional(meanDescriptor, mean), call.optional(deviationDescriptor, deviation));
}
}
