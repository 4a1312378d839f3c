// cuDNN's handles and what has cuDNN's own arguments. Source: cuDNN 9's cudnn_graph.h and cudnn_ops.h.
#include "cuda_dnn.h"

#include "names.h"

extern "C" {

size_t cudnnGetVersion() { return 90100; } // of the headers that the toolchain has
size_t cudnnGetMaxDeviceVersion() { return 900; }
size_t cudnnGetCudartVersion() { return 12040; }
int cudnnGetProperty(int part, int *value) {
  constexpr int numbers[] = {9, 1, 0};
  if (part < 0 || part > 2)
    return answer(vendor, false);
  return answer(vendor, tell(std::pair(value, numbers[part])));
}
int cudnnGraphVersionCheck() { return 0; }
int cudnnOpsVersionCheck() { return 0; }
int cudnnCnnVersionCheck() { return 0; }
int cudnnAdvVersionCheck() { return 0; }
const char *cudnnGetErrorString(int code) {
  switch (code) {
  case 0: return "CUDNN_STATUS_SUCCESS";
  case 1001: return "CUDNN_STATUS_NOT_INITIALIZED";
  case 2000: return "CUDNN_STATUS_BAD_PARAM";
  case 3000: return "CUDNN_STATUS_NOT_SUPPORTED";
  case 4000: return "CUDNN_STATUS_INTERNAL_ERROR";
  case 4003: return "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED";
  case 5000: return "CUDNN_STATUS_EXECUTION_FAILED";
  default: return "CUDNN_UNKNOWN_STATUS";
  }
}
void cudnnGetLastErrorString(char *message, size_t size) {
  if (message && size)
    *message = 0; // nothing beside the code
}

int cudnnAddTensor(void *handle, const void *alpha, void *aDescriptor, const void *A, const void *beta,
                   void *cDescriptor, void *C) {
  Call call(vendor, handle);
  const Operand from = call.operand(aDescriptor, A), to = call.operand(cDescriptor, C);
  return add(call, alpha, from, beta, to);
}

int cudnnCreateOpTensorDescriptor(void **descriptor) { return create<OpTensor>(vendor, descriptor); }
int cudnnDestroyOpTensorDescriptor(void *descriptor) { return destroy<OpTensor>(vendor, descriptor); }
int cudnnSetOpTensorDescriptor(void *descriptor, int operation, int computeType, int nan) {
  return change<OpTensor>(vendor, descriptor, [=](OpTensor &known) {
    known = {operation, computeType, nan};
    return operation >= 0 && operation <= 5 && nan >= 0 && nan <= 1;
  });
}
int cudnnGetOpTensorDescriptor(void *descriptor, int *operation, int *computeType, int *nan) {
  return with<OpTensor>(vendor, descriptor, [=](OpTensor &known) {
    return tell(std::pair(operation, known.operation), std::pair(computeType, known.computeType),
                std::pair(nan, known.nan));
  });
}
int cudnnOpTensor(void *handle, void *descriptor, const void *alpha, void *aDescriptor, const void *A,
                  const void *alphaOfB, void *bDescriptor, const void *B, const void *beta, void *cDescriptor,
                  void *C) {
  Call call(vendor, handle);
  const auto known = call.object<OpTensor>(descriptor);
  const auto operation = Operation(known.operation);
  const bool takesOne = operation == Operation::Root || operation == Operation::Not;
  const Operand first = call.operand(aDescriptor, A), to = call.operand(cDescriptor, C);
  const Operand second = takesOne ? Operand() : call.operand(bDescriptor, B);
  return combine(call, operation, alpha, first, alphaOfB, second, beta, to);
}

int cudnnSoftmaxForward(void *handle, int algorithm, int mode, const void *alpha, void *xDescriptor, const void *x,
                        const void *beta, void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return softmax(call, {algorithm, mode}, from, to, alpha, beta);
}
int cudnnSoftmaxBackward(void *handle, int algorithm, int mode, const void *alpha, void *yDescriptor, const void *y,
                         void *dyDescriptor, const void *dy, const void *beta, void *dxDescriptor, void *dx) {
  Call call(vendor, handle);
  const Operand out = call.operand(yDescriptor, y), gradient = call.operand(dyDescriptor, dy);
  return softmaxBackward(call, {algorithm, mode}, out, gradient, call.operand(dxDescriptor, dx), alpha, beta);
}

int cudnnPoolingForward(void *handle, void *pooling, const void *alpha, void *xDescriptor, const void *x,
                        const void *beta, void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const auto kind = call.object<Pooling>(pooling);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return pool(call, kind, from, to, alpha, beta);
}
int cudnnPoolingBackward(void *handle, void *pooling, const void *alpha, void *yDescriptor, const void *y,
                         void *dyDescriptor, const void *dy, void *xDescriptor, const void *x, const void *beta,
                         void *dxDescriptor, void *dx) {
  Call call(vendor, handle);
  const auto kind = call.object<Pooling>(pooling);
  call.operand(yDescriptor, y);
  const Operand gradient = call.operand(dyDescriptor, dy), in = call.operand(xDescriptor, x);
  return poolBackward(call, kind, gradient, in, call.operand(dxDescriptor, dx), alpha, beta);
}

int cudnnLRNCrossChannelForward(void *handle, void *norm, int mode, const void *alpha, void *xDescriptor,
                                const void *x, const void *beta, void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const auto known = call.object<LocalResponse>(norm);
  call.fail(mode != 0, Status::InvalidEnumerator);
  const Operand from = call.operand(xDescriptor, x), to = call.operand(yDescriptor, y);
  return localResponse(call, known, from, to, alpha, beta);
}
int cudnnLRNCrossChannelBackward(void *handle, void *norm, int mode, const void *alpha, void *yDescriptor,
                                 const void *y, void *dyDescriptor, const void *dy, void *xDescriptor, const void *x,
                                 const void *beta, void *dxDescriptor, void *dx) {
  Call call(vendor, handle);
  const auto known = call.object<LocalResponse>(norm);
  call.fail(mode != 0, Status::InvalidEnumerator);
  call.operand(yDescriptor, y);
  const Operand gradient = call.operand(dyDescriptor, dy), in = call.operand(xDescriptor, x);
  return localResponseBackward(call, known, gradient, in, call.operand(dxDescriptor, dx), alpha, beta);
}
}
