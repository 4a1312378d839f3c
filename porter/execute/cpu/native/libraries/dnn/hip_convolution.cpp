// MIOpen's convolutions. All algorithms are one here, which takes no work area.
#include "hip_dnn.h"

using namespace porter::dnn;

namespace {

/// miopenConvAlgoPerf_t.
struct Performance {
  int algorithm;
  float time;
  size_t bytes;
};
/// miopenConvSolution_t.
struct Solution {
  float time;
  size_t bytes;
  uint64_t id;
  int algorithm;
};
/// miopenConvolution…AlgoGEMM, which stands for the one there is.
constexpr int products = 0;
constexpr uint64_t solutionId = 1;

/// Whether the descriptors fit together.
Call checked(void *handle, const void *convolution, const void *x, const void *w, const void *y) {
  Call call(vendor, handle);
  const auto known = call.object<Convolution>(convolution);
  const auto in = call.object<Tensor>(x), filter = call.object<Tensor>(w), out = call.object<Tensor>(y);
  call.need(!in.sizes.empty() && outputOf(known, in, filter) == out.sizes);
  return call;
}
int find(Call call, int wanted, int *count, Performance *results) {
  call.need(wanted > 0 && count && results);
  if (call.isGood()) {
    *count = 1;
    results[0] = {products, 0, 0};
  }
  return call.code();
}
int solutions(Call call, size_t wanted, size_t *count, Solution *results) {
  call.need(wanted > 0 && count && results);
  if (call.isGood()) {
    *count = 1;
    results[0] = {0, 0, solutionId, products};
  }
  return call.code();
}
template <class Size> int number(Call call, Size value, Size *to, bool isKnown = true) {
  call.need(to && isKnown);
  if (call.isGood())
    *to = value;
  return call.code();
}
int run(Direction direction, void *handle, const void *alpha, void *xDescriptor, const void *x, void *wDescriptor,
        const void *w, void *convolution, const void *beta, void *yDescriptor, const void *y) {
  Call call(vendor, handle);
  const auto known = call.object<Convolution>(convolution);
  const Operand in = call.operand(xDescriptor, x), filter = call.operand(wDescriptor, w);
  return convolve(call, direction, known, in, filter, call.operand(yDescriptor, y), alpha, beta);
}
constexpr float one = 1, zero = 0;

} // namespace

/// A direction's functions, which name their descriptors in an order of their own.
#define SOLUTIONS(direction, first, second, result)                                                                    \
  int miopenConvolution##direction##GetSolutionCount(void *handle, void *first, void *second, void *convolution,       \
                                                     void *result, size_t *count) {                                    \
    return number<size_t>(checked(handle, convolution, x, w, y), 1, count);                                            \
  }                                                                                                                    \
  int miopenConvolution##direction##GetSolution(void *handle, void *first, void *second, void *convolution,            \
                                                void *result, size_t wanted, size_t *count, Solution *results) {       \
    return solutions(checked(handle, convolution, x, w, y), wanted, count, results);                                   \
  }                                                                                                                    \
  int miopenConvolution##direction##GetSolutionWorkspaceSize(void *handle, void *first, void *second,                  \
                                                             void *convolution, void *result, uint64_t id,             \
                                                             size_t *bytes) {                                          \
    return number<size_t>(checked(handle, convolution, x, w, y), 0, bytes, id == solutionId);                          \
  }                                                                                                                    \
  int miopenConvolution##direction##CompileSolution(void *handle, void *first, void *second, void *convolution,        \
                                                    void *result, uint64_t id) {                                       \
    Call call = checked(handle, convolution, x, w, y);                                                                 \
    call.need(id == solutionId);                                                                                       \
    return call.code();                                                                                                \
  }                                                                                                                    \
  int miopenConvolution##direction##GetWorkSpaceSize(void *handle, void *first, void *second, void *convolution,       \
                                                     void *result, size_t *bytes) {                                    \
    return number<size_t>(checked(handle, convolution, x, w, y), 0, bytes);                                            \
  }

extern "C" {

SOLUTIONS(Forward, w, x, y)
SOLUTIONS(BackwardData, y, w, x)
SOLUTIONS(BackwardWeights, y, x, w)

int miopenGetConvolutionNdForwardOutputDim(void *convolution, void *xDescriptor, void *wDescriptor, int *count,
                                           int *sizes) {
  const auto x = found<Tensor>(xDescriptor), w = found<Tensor>(wDescriptor);
  return with<Convolution>(vendor, convolution, [=](Convolution &known) {
    const auto made = x && w && !x->sizes.empty() ? outputOf(known, *x, *w) : std::vector<int64_t>();
    return !made.empty() && tell(std::pair(count, made.size())) && tellList(sizes, made, made.size());
  });
}
int miopenGetConvolutionForwardOutputDim(void *convolution, void *xDescriptor, void *wDescriptor, int *n, int *c,
                                         int *h, int *w) {
  int count = 0, sizes[mostDimensions];
  const int status = miopenGetConvolutionNdForwardOutputDim(convolution, xDescriptor, wDescriptor, &count, sizes);
  return status ? status
                : answer(vendor, count == 4 && tell(std::pair(n, sizes[0]), std::pair(c, sizes[1]),
                                                    std::pair(h, sizes[2]), std::pair(w, sizes[3])));
}
int miopenSetConvolutionAttribute(void *convolution, int attribute, int) {
  return with<Convolution>(vendor, convolution, [=](Convolution &) { return attribute >= 0 && attribute <= 2; });
}
int miopenSetConvolutionFindMode(void *convolution, int mode) {
  return change<Convolution>(vendor, convolution, [=](Convolution &known) {
    known.mathType = mode;
    return mode >= 1 && mode <= 5;
  });
}
int miopenGetConvolutionFindMode(void *convolution, int *mode) {
  return with<Convolution>(vendor, convolution, [=](Convolution &known) {
    return tell(std::pair(mode, known.mathType ? known.mathType : 5)); // DynamicHybrid where none was set
  });
}

int miopenFindConvolutionForwardAlgorithm(void *handle, void *x, const void *, void *w, const void *,
                                          void *convolution, void *y, void *, int wanted, int *count,
                                          Performance *results, void *, size_t, bool) {
  return find(checked(handle, convolution, x, w, y), wanted, count, results);
}
int miopenFindConvolutionBackwardDataAlgorithm(void *handle, void *y, const void *, void *w, const void *,
                                               void *convolution, void *x, void *, int wanted, int *count,
                                               Performance *results, void *, size_t, bool) {
  return find(checked(handle, convolution, x, w, y), wanted, count, results);
}
int miopenFindConvolutionBackwardWeightsAlgorithm(void *handle, void *y, const void *, void *x, const void *,
                                                  void *convolution, void *w, void *, int wanted, int *count,
                                                  Performance *results, void *, size_t, bool) {
  return find(checked(handle, convolution, x, w, y), wanted, count, results);
}

int miopenConvolutionForward(void *handle, const void *alpha, void *xDescriptor, const void *x, void *wDescriptor,
                             const void *w, void *convolution, int, const void *beta, void *yDescriptor, void *y,
                             void *, size_t) {
  return run(Direction::Forward, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, beta, yDescriptor, y);
}
int miopenConvolutionBackwardData(void *handle, const void *alpha, void *yDescriptor, const void *y, void *wDescriptor,
                                  const void *w, void *convolution, int, const void *beta, void *xDescriptor, void *x,
                                  void *, size_t) {
  return run(Direction::Data, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, beta, yDescriptor, y);
}
int miopenConvolutionBackwardWeights(void *handle, const void *alpha, void *yDescriptor, const void *y,
                                     void *xDescriptor, const void *x, void *convolution, int, const void *beta,
                                     void *wDescriptor, void *w, void *, size_t) {
  return run(Direction::Filter, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, beta, yDescriptor, y);
}
int miopenConvolutionForwardImmediate(void *handle, void *wDescriptor, const void *w, void *xDescriptor, const void *x,
                                      void *convolution, void *yDescriptor, void *y, void *, size_t, uint64_t) {
  return run(Direction::Forward, handle, &one, xDescriptor, x, wDescriptor, w, convolution, &zero, yDescriptor, y);
}
int miopenConvolutionBackwardDataImmediate(void *handle, void *yDescriptor, const void *y, void *wDescriptor,
                                           const void *w, void *convolution, void *xDescriptor, void *x, void *,
                                           size_t, uint64_t) {
  return run(Direction::Data, handle, &one, xDescriptor, x, wDescriptor, w, convolution, &zero, yDescriptor, y);
}
int miopenConvolutionBackwardWeightsImmediate(void *handle, void *yDescriptor, const void *y, void *xDescriptor,
                                              const void *x, void *convolution, void *wDescriptor, void *w, void *,
                                              size_t, uint64_t) {
  return run(Direction::Filter, handle, &one, xDescriptor, x, wDescriptor, w, convolution, &zero, yDescriptor, y);
}
int miopenConvolutionBiasActivationForward(void *handle, const void *alpha, void *xDescriptor, const void *x,
                                           void *wDescriptor, const void *w, void *convolution, int, void *, size_t,
                                           const void *alphaOfZ, void *zDescriptor, const void *z,
                                           void *biasDescriptor, const void *bias, void *activation,
                                           void *yDescriptor, void *y) {
  Call call(vendor, handle);
  const auto known = call.object<Convolution>(convolution);
  const auto curve = call.object<Activation>(activation);
  const Operand in = call.operand(xDescriptor, x), filter = call.operand(wDescriptor, w);
  const Operand added = call.operand(zDescriptor, z), shift = call.operand(biasDescriptor, bias);
  return convolveAndActivate(call, known, alpha, in, filter, alphaOfZ, added, shift, curve,
                             call.operand(yDescriptor, y));
}
}
