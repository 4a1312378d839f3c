// The functions that both vendors have with the same arguments, under the prefix that `NAME` makes; `vendor` is theirs.
#pragma once

#include "descriptors.h"

using namespace porter::dnn;

#define OBJECT(name, Object)                                                                                           \
  int NAME(Create##name##Descriptor)(void **descriptor) { return create<Object>(vendor, descriptor); }                 \
  int NAME(Destroy##name##Descriptor)(void *descriptor) { return destroy<Object>(vendor, descriptor); }

extern "C" {

int NAME(Create)(void **handle) { return create<Context>(vendor, handle); }
int NAME(Destroy)(void *handle) { return destroy<Context>(vendor, handle); }
int NAME(SetStream)(void *handle, hipStream_t stream) {
  return with<Context>(vendor, handle, [=](Context &context) {
    context.stream = stream;
    return true;
  });
}
int NAME(GetStream)(void *handle, hipStream_t *stream) {
  return with<Context>(vendor, handle, [=](Context &context) { return tell(std::pair(stream, context.stream)); });
}

OBJECT(Tensor, Tensor)
OBJECT(Convolution, Convolution)
OBJECT(Pooling, Pooling)
OBJECT(Activation, Activation)
OBJECT(LRN, LocalResponse)
OBJECT(ReduceTensor, Reduction)

int NAME(SetConvolutionGroupCount)(void *convolution, int groups) {
  return change<Convolution>(vendor, convolution, [=](Convolution &known) {
    known.groups = groups;
    return groups > 0;
  });
}
int NAME(GetConvolutionGroupCount)(void *convolution, int *groups) {
  return with<Convolution>(vendor, convolution,
                           [=](Convolution &known) { return tell(std::pair(groups, known.groups)); });
}
int NAME(SetReduceTensorDescriptor)(void *reduction, int kind, int computeType, int nan, int indices, int indexType) {
  return change<Reduction>(vendor, reduction, [=](Reduction &known) {
    const int last = vendor == Vendor::Hip ? Reduction::Norm2 : Reduction::ProductOfOthers;
    known = {kind, computeType, nan, indices, indexType};
    return kind >= 0 && kind <= last && nan >= 0 && nan <= 1 && indices >= 0 && indices <= 1 && indexType >= 0 &&
           indexType <= 3;
  });
}
int NAME(GetReduceTensorDescriptor)(void *reduction, int *kind, int *computeType, int *nan, int *indices,
                                    int *indexType) {
  return with<Reduction>(vendor, reduction, [=](Reduction &known) {
    return tell(std::pair(kind, known.kind), std::pair(computeType, known.computeType), std::pair(nan, known.nan),
                std::pair(indices, known.indices), std::pair(indexType, known.indexType));
  });
}

int NAME(SetTensor)(void *handle, void *descriptor, void *y, const void *value) {
  Call call(vendor, handle);
  return fill(call, call.operand(descriptor, y), value);
}
int NAME(ScaleTensor)(void *handle, void *descriptor, void *y, const void *factor) {
  Call call(vendor, handle);
  return scale(call, call.operand(descriptor, y), factor);
}
int NAME(TransformTensor)(void *handle, const void *alpha, void *xDescriptor, const void *x, const void *beta,
                          void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  call.needSameSizes(from, to);
  return add(call, alpha, from, beta, to);
}

int NAME(GetReductionIndicesSize)(void *handle, void *reduction, void *, void *cDescriptor, size_t *bytes) {
  Call call(vendor, handle);
  const auto kind = call.object<Reduction>(reduction);
  const auto C = call.object<Tensor>(cDescriptor);
  call.need(bytes);
  if (call.isGood())
    *bytes = bytesOfIndices(kind, C);
  return call.code();
}
int NAME(GetReductionWorkspaceSize)(void *, void *, void *, void *, size_t *bytes) { return noWork(vendor, bytes); }
int NAME(ReduceTensor)(void *handle, void *reduction, void *indices, size_t bytes, void *, size_t, const void *alpha,
                       void *aDescriptor, const void *A, const void *beta, void *cDescriptor, void *C) {
  Call call(vendor, handle);
  const auto kind = call.object<Reduction>(reduction);
  const Operand from = call.operand(aDescriptor, A), to = call.operand(cDescriptor, C);
  return reduce(call, kind, indices, bytes, alpha, from, beta, to);
}

int NAME(ActivationForward)(void *handle, void *activation, const void *alpha, void *xDescriptor, const void *x,
                            const void *beta, void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const auto curve = call.object<Activation>(activation);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return activate(call, curve, from, to, alpha, beta);
}
int NAME(ActivationBackward)(void *handle, void *activation, const void *alpha, void *yDescriptor, const void *y,
                             void *dyDescriptor, const void *dy, void *xDescriptor, const void *x, const void *beta,
                             void *dxDescriptor, void *dx) {
  Call call(vendor, handle);
  const auto curve = call.object<Activation>(activation);
  const Operand out = call.operand(yDescriptor, y), gradient = call.operand(dyDescriptor, dy);
  const Operand in = call.operand(xDescriptor, x), made = call.operand(dxDescriptor, dx);
  return activateBackward(call, curve, out, gradient, in, made, alpha, beta);
}

int NAME(ConvolutionBackwardBias)(void *handle, const void *alpha, void *dyDescriptor, const void *dy,
                                  const void *beta, void *dbDescriptor, void *db) {
  Call call(vendor, handle);
  const Operand from = call.operand(dyDescriptor, dy), to = call.operand(dbDescriptor, db);
  return sumOfChannels(call, from, to, alpha, beta);
}

int NAME(DeriveBNTensorDescriptor)(void *derived, void *xDescriptor, int mode) {
  const auto x = found<Tensor>(xDescriptor);
  return with<Tensor>(vendor, derived, [=](Tensor &made) {
    const bool isGood = x && !x->sizes.empty() && mode >= 0 && mode <= 2;
    if (isGood)
      made = parametersOf(*x, mode, vendor);
    return isGood;
  });
}
int NAME(BatchNormalizationForwardInference)(void *handle, int mode, const void *alpha, const void *beta,
                                             void *xDescriptor, const void *x, void *yDescriptor, void *y,
                                             void *descriptor, const void *scale, const void *bias, const void *mean,
                                             const void *variance, double epsilon) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(descriptor, scale), call.operand(descriptor, bias),
                         call.operand(descriptor, mean), call.operand(descriptor, variance)};
  return batchNormInference(call, {mode, epsilon}, from, to, given, alpha, beta);
}
int NAME(BatchNormalizationForwardTraining)(void *handle, int mode, const void *alpha, const void *beta,
                                            void *xDescriptor, const void *x, void *yDescriptor, void *y,
                                            void *descriptor, const void *scale, const void *bias, double share,
                                            void *runningMean, void *runningVariance, double epsilon, void *savedMean,
                                            void *savedInverse) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  const Parameters given{call.operand(descriptor, scale), call.operand(descriptor, bias)};
  const Parameters running{{}, {}, call.optional(descriptor, runningMean), call.optional(descriptor, runningVariance)};
  const Parameters saved{{}, {}, call.optional(descriptor, savedMean), call.optional(descriptor, savedInverse)};
  return batchNormTraining(call, {mode, epsilon}, from, to, given, share, running, saved, alpha, beta);
}
int NAME(BatchNormalizationBackward)(void *handle, int mode, const void *alphaOfData, const void *betaOfData,
                                     const void *alphaOfParameters, const void *betaOfParameters, void *xDescriptor,
                                     const void *x, void *dyDescriptor, const void *dy, void *dxDescriptor, void *dx,
                                     void *descriptor, const void *scale, void *dScale, void *dBias, double epsilon,
                                     const void *savedMean, const void *savedInverse) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x);
  BatchNormGradients made;
  made.dy = call.operand(dyDescriptor, dy);
  made.dx = call.operand(dxDescriptor, dx);
  made.scale = call.operand(descriptor, dScale);
  made.bias = call.operand(descriptor, dBias);
  made.alphaOfData = alphaOfData;
  made.betaOfData = betaOfData;
  made.alphaOfParameters = alphaOfParameters;
  made.betaOfParameters = betaOfParameters;
  const Parameters given{call.operand(descriptor, scale)};
  const Parameters saved{{}, {}, call.optional(descriptor, savedMean), call.optional(descriptor, savedInverse)};
  return batchNormBackward(call, {mode, epsilon}, from, given, saved, made);
}
}
