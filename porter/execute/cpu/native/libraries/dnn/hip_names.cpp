// MIOpen's handles and what has MIOpen's own arguments. Source: miopen.h of ROCm 6.4.
#include "hip_dnn.h"

#include "names.h"

extern "C" {

int miopenCreateWithStream(void **handle, hipStream_t stream) { return create<Context>(vendor, handle, {stream}); }
/// Each number may be left out.
int miopenGetVersion(size_t *major, size_t *minor, size_t *patch) {
  tell(std::pair(major, 3));
  tell(std::pair(minor, 4));
  tell(std::pair(patch, 0));
  return 0;
}
const char *miopenGetErrorString(int code) {
  constexpr const char *names[] = {
      "miopenStatusSuccess",        "miopenStatusNotInitialized", "miopenStatusInvalidValue",
      "miopenStatusBadParm",        "miopenStatusAllocFailed",    "miopenStatusInternalError",
      "miopenStatusNotImplemented", "miopenStatusUnknownError",   "miopenStatusUnsupportedOp",
      "miopenStatusGpuOperationsSkipped", "miopenStatusVersionMismatch"};
  return code >= 0 && size_t(code) < std::size(names) ? names[code] : "Unknown error status";
}
int miopenGetKernelTime(void *handle, float *time) {
  return with<Context>(vendor, handle, [=](Context &) { return tell(std::pair(time, 0)); });
}
int miopenEnableProfiling(void *handle, bool) {
  return with<Context>(vendor, handle, [](Context &) { return true; });
}

int miopenOpTensor(void *handle, int operation, const void *alpha, void *aDescriptor, const void *A,
                   const void *alphaOfB, void *bDescriptor, const void *B, const void *beta, void *cDescriptor,
                   void *C) {
  Call call(vendor, handle);
  call.fail(operation < 0 || operation > int(Operation::Max), Status::InvalidEnumerator);
  const Operand first = call.operand(aDescriptor, A), second = call.operand(bDescriptor, B);
  return combine(call, Operation(operation), alpha, first, alphaOfB, second, beta, call.operand(cDescriptor, C));
}
/// y = alpha (y + b) + beta y, as MIOpen has it.
int miopenConvolutionForwardBias(void *handle, const void *alpha, void *bDescriptor, const void *b, const void *beta,
                                 void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const Operand bias = call.operand(bDescriptor, b), to = call.operand(yDescriptor, y);
  return combine(call, Operation::Add, alpha, to, alpha, bias, beta, to);
}

int miopenSoftmaxForward_V2(void *handle, const void *alpha, void *xDescriptor, const void *x, const void *beta,
                            void *yDescriptor, void *y, int algorithm, int mode) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return softmax(call, {algorithm, mode}, from, to, alpha, beta);
}
int miopenSoftmaxForward(void *handle, const void *alpha, void *xDescriptor, const void *x, const void *beta,
                         void *yDescriptor, void *y) {
  return miopenSoftmaxForward_V2(handle, alpha, xDescriptor, x, beta, yDescriptor, y, 1, 1);
}
int miopenSoftmaxBackward_V2(void *handle, const void *alpha, void *yDescriptor, const void *y, void *dyDescriptor,
                             const void *dy, const void *beta, void *dxDescriptor, void *dx, int algorithm, int mode) {
  Call call(vendor, handle);
  const Operand out = call.operand(yDescriptor, y), gradient = call.operand(dyDescriptor, dy);
  return softmaxBackward(call, {algorithm, mode}, out, gradient, call.operand(dxDescriptor, dx), alpha, beta);
}
int miopenSoftmaxBackward(void *handle, const void *alpha, void *yDescriptor, const void *y, void *dyDescriptor,
                          const void *dy, const void *beta, void *dxDescriptor, void *dx) {
  return miopenSoftmaxBackward_V2(handle, alpha, yDescriptor, y, dyDescriptor, dy, beta, dxDescriptor, dx, 1, 1);
}

int miopenPoolingGetWorkSpaceSize(void *yDescriptor, size_t *bytes) {
  return found<Tensor>(yDescriptor) ? noWork(vendor, bytes) : answer(vendor, false);
}
int miopenPoolingGetWorkSpaceSizeV2(void *pooling, void *yDescriptor, size_t *bytes) {
  return found<Pooling>(pooling) ? miopenPoolingGetWorkSpaceSize(yDescriptor, bytes) : answer(vendor, false);
}
int miopenPoolingForward(void *handle, void *pooling, const void *alpha, void *xDescriptor, const void *x,
                         const void *beta, void *yDescriptor, void *y, bool, void *, size_t) {
  Call call(vendor, handle);
  const auto kind = call.object<Pooling>(pooling);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return pool(call, kind, from, to, alpha, beta);
}
int miopenPoolingBackward(void *handle, void *pooling, const void *alpha, void *, const void *, void *dyDescriptor,
                          const void *dy, void *xDescriptor, const void *x, const void *beta, void *dxDescriptor,
                          void *dx, void *) {
  Call call(vendor, handle);
  const auto kind = call.object<Pooling>(pooling);
  const Operand gradient = call.operand(dyDescriptor, dy), in = call.operand(xDescriptor, x);
  return poolBackward(call, kind, gradient, in, call.operand(dxDescriptor, dx), alpha, beta);
}

int miopenLRNGetWorkSpaceSize(void *yDescriptor, size_t *bytes) {
  return miopenPoolingGetWorkSpaceSize(yDescriptor, bytes);
}
int miopenLRNForward(void *handle, void *norm, const void *alpha, void *xDescriptor, const void *x, const void *beta,
                     void *yDescriptor, void *y, bool, void *) {
  Call call(vendor, handle);
  const auto known = call.object<LocalResponse>(norm);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return localResponse(call, known, from, to, alpha, beta);
}
int miopenLRNBackward(void *handle, void *norm, const void *alpha, void *, const void *, void *dyDescriptor,
                      const void *dy, void *xDescriptor, const void *x, const void *beta, void *dxDescriptor, void *dx,
                      const void *) {
  Call call(vendor, handle);
  const auto known = call.object<LocalResponse>(norm);
  const Operand gradient = call.operand(dyDescriptor, dy), in = call.operand(xDescriptor, x);
  return localResponseBackward(call, known, gradient, in, call.operand(dxDescriptor, dx), alpha, beta);
}
}
