// cuDNN's batch normalisations with sums and activations, by both of its names for them.
#include "cuda_dnn.h"

using namespace porter::dnn;

namespace {

/// Add what a normalisation does beside normalising.
BatchNorm extended(Call &call, int mode, int operation, double epsilon, void *activation, void *zDescriptor,
                   const void *z) {
  BatchNorm norm{mode, epsilon, operation};
  if (operation > 0)
    norm.activation = call.object<Activation>(activation);
  if (operation == 2)
    norm.z = call.operand(zDescriptor, z);
  return norm;
}

} // namespace

extern "C" {

int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(void *, int, int, void *, void *, void *, void *, void *,
                                                             size_t *bytes) {
  return noWork(vendor, bytes);
}
int cudnnGetBatchNormalizationBackwardExWorkspaceSize(void *, int, int, void *, void *, void *, void *, void *, void *,
                                                      void *, size_t *bytes) {
  return noWork(vendor, bytes);
}
int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void *, int, int, void *, void *, size_t *bytes) {
  return noWork(vendor, bytes);
}
int cudnnGetNormalizationForwardTrainingWorkspaceSize(void *, int, int, int, void *, void *, void *, void *, void *,
                                                      void *, size_t *bytes, int) {
  return noWork(vendor, bytes);
}
int cudnnGetNormalizationBackwardWorkspaceSize(void *, int, int, int, void *, void *, void *, void *, void *, void *,
                                               void *, void *, size_t *bytes, int) {
  return noWork(vendor, bytes);
}
int cudnnGetNormalizationTrainingReserveSpaceSize(void *, int, int, int, void *, void *, size_t *bytes, int) {
  return noWork(vendor, bytes);
}

int cudnnDeriveNormTensorDescriptor(void *scaleBias, void *meanVariance, void *xDescriptor, int mode, int groups) {
  const auto x = found<Tensor>(xDescriptor);
  const bool isGood = x && !x->sizes.empty() && mode >= 0 && mode <= 1 && groups == 1;
  for (void *descriptor : {scaleBias, meanVariance}) {
    const int status = with<Tensor>(vendor, descriptor, [=](Tensor &made) {
      if (isGood)
        made = parametersOf(*x, mode, vendor);
      return isGood;
    });
    if (status)
      return status;
  }
  return 0;
}

int cudnnNormalizationForwardInference(void *handle, int mode, int operation, int, const void *alpha, const void *beta,
                                       void *xDescriptor, const void *x, void *scaleDescriptor, const void *scale,
                                       const void *bias, void *meanDescriptor, const void *mean, const void *variance,
                                       void *zDescriptor, const void *z, void *activation, void *yDescriptor, void *y,
                                       double epsilon, int groups) {
  Call call(vendor, handle);
  call.need(groups == 1);
  const auto norm = extended(call, mode, operation, epsilon, activation, zDescriptor, z);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(scaleDescriptor, scale), call.operand(scaleDescriptor, bias),
                         call.operand(meanDescriptor, mean), call.operand(meanDescriptor, variance)};
  return batchNormInference(call, norm, from, to, given, alpha, beta);
}

int cudnnNormalizationForwardTraining(void *handle, int mode, int operation, int, const void *alpha, const void *beta,
                                      void *xDescriptor, const void *x, void *scaleDescriptor, const void *scale,
                                      const void *bias, double share, void *meanDescriptor, void *runningMean,
                                      void *runningVariance, double epsilon, void *savedMean, void *savedInverse,
                                      void *activation, void *zDescriptor, const void *z, void *yDescriptor, void *y,
                                      void *, size_t, void *, size_t, int groups) {
  Call call(vendor, handle);
  call.need(groups == 1);
  const auto norm = extended(call, mode, operation, epsilon, activation, zDescriptor, z);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(scaleDescriptor, scale), call.operand(scaleDescriptor, bias)};
  const Parameters running{
      {}, {}, call.optional(meanDescriptor, runningMean), call.optional(meanDescriptor, runningVariance)};
  const Parameters saved{{}, {}, call.optional(meanDescriptor, savedMean), call.optional(meanDescriptor, savedInverse)};
  return batchNormTraining(call, norm, from, to, given, share, running, saved, alpha, beta);
}
int cudnnBatchNormalizationForwardTrainingEx(void *handle, int mode, int operation, const void *alpha,
                                             const void *beta, void *xDescriptor, const void *x, void *zDescriptor,
                                             const void *z, void *yDescriptor, void *y, void *descriptor,
                                             const void *scale, const void *bias, double share, void *runningMean,
                                             void *runningVariance, double epsilon, void *savedMean,
                                             void *savedInverse, void *activation, void *work, size_t workBytes,
                                             void *reserve, size_t reserveBytes) {
  return cudnnNormalizationForwardTraining(handle, mode, operation, 0, alpha, beta, xDescriptor, x, descriptor, scale,
                                           bias, share, descriptor, runningMean, runningVariance, epsilon, savedMean,
                                           savedInverse, activation, zDescriptor, z, yDescriptor, y, work, workBytes,
                                           reserve, reserveBytes, 1);
}

int cudnnNormalizationBackward(void *handle, int mode, int operation, int, const void *alphaOfData,
                               const void *betaOfData, const void *alphaOfParameters, const void *betaOfParameters,
                               void *xDescriptor, const void *x, void *yDescriptor, const void *y, void *dyDescriptor,
                               const void *dy, void *dzDescriptor, void *dz, void *dxDescriptor, void *dx,
                               void *scaleDescriptor, const void *scale, const void *, void *dScale, void *dBias,
                               double epsilon, void *meanDescriptor, const void *savedMean, const void *savedInverse,
                               void *activation, void *, size_t, void *, size_t, int groups) {
  Call call(vendor, handle);
  call.need(groups == 1);
  BatchNorm norm{mode, epsilon, operation};
  BatchNormGradients made;
  if (operation > 0) {
    norm.activation = call.object<Activation>(activation);
    made.y = call.operand(yDescriptor, y);
  }
  if (operation == 2)
    made.dz = call.operand(dzDescriptor, dz);
  const Operand from = call.operand(xDescriptor, x);
  made.dy = call.operand(dyDescriptor, dy);
  made.dx = call.operand(dxDescriptor, dx);
  made.scale = call.operand(scaleDescriptor, dScale);
  made.bias = call.operand(scaleDescriptor, dBias);
  made.alphaOfData = alphaOfData;
  made.betaOfData = betaOfData;
  made.alphaOfParameters = alphaOfParameters;
  made.betaOfParameters = betaOfParameters;
  const Parameters given{call.operand(scaleDescriptor, scale)};
  const Parameters saved{{}, {}, call.optional(meanDescriptor, savedMean), call.optional(meanDescriptor, savedInverse)};
  return batchNormBackward(call, norm, from, given, saved, made);
}
int cudnnBatchNormalizationBackwardEx(void *handle, int mode, int operation, const void *alphaOfData,
                                      const void *betaOfData, const void *alphaOfParameters,
                                      const void *betaOfParameters, void *xDescriptor, const void *x,
                                      void *yDescriptor, const void *y, void *dyDescriptor, const void *dy,
                                      void *dzDescriptor, void *dz, void *dxDescriptor, void *dx, void *descriptor,
                                      const void *scale, const void *bias, void *dScale, void *dBias, double epsilon,
                                      const void *savedMean, const void *savedInverse, void *activation, void *work,
                                      size_t workBytes, void *reserve, size_t reserveBytes) {
  return cudnnNormalizationBackward(handle, mode, operation, 0, alphaOfData, betaOfData, alphaOfParameters,
                                    betaOfParameters, xDescriptor, x, yDescriptor, y, dyDescriptor, dy, dzDescriptor,
                                    dz, dxDescriptor, dx, descriptor, scale, bias, dScale, dBias, epsilon, descriptor,
                                    savedMean, savedInverse, activation, work, workBytes, reserve, reserveBytes, 1);
}
}
