// cuDNN's convolutions. All algorithms are one here, which takes no work area.
#include "cuda_dnn.h"

using namespace porter::dnn;

namespace {

/// cudnnConvolutionFwdAlgoPerf_t and its two kin, which have the same layout.
struct Performance {
  int algorithm, status;
  float time;
  size_t bytes;
  int isDeterministic, mathType, reserved[3];
};

/// How many algorithms there are of each direction, and the one that GPUs mostly choose.
constexpr int counts[] = {8, 6, 7}, usual = 1;

int countOf(Direction direction, int *count) {
  return answer(vendor, tell(std::pair(count, counts[int(direction)])));
}

/// All of them, in an order of no meaning: none was measured.
int algorithms(Call call, Direction direction, const void *convolution, const void *x, const void *w, const void *y,
               int wanted, int *count, Performance *results) {
  const auto known = call.object<Convolution>(convolution);
  const auto in = call.object<Tensor>(x), out = call.object<Tensor>(y);
  const auto filter = call.object<Filter>(w);
  call.need(wanted > 0 && count && results && !in.sizes.empty() && outputOf(known, in, filter) == out.sizes);
  if (!call.isGood())
    return call.code();
  *count = std::min(wanted, counts[int(direction)]);
  for (int i = 0; i < *count; ++i)
    results[i] = {(i + usual) % counts[int(direction)], 0, -1, 0, 1, known.mathType, {}};
  return 0;
}

int sizeOfWork(Call call, Direction direction, const void *convolution, const void *x, const void *w, const void *y,
               int algorithm, size_t *bytes) {
  const auto known = call.object<Convolution>(convolution);
  const auto in = call.object<Tensor>(x), out = call.object<Tensor>(y);
  const auto filter = call.object<Filter>(w);
  call.need(bytes && !in.sizes.empty() && outputOf(known, in, filter) == out.sizes);
  call.fail(algorithm < 0 || algorithm >= counts[int(direction)], Status::InvalidEnumerator);
  if (call.isGood())
    *bytes = 0;
  return call.code();
}

int run(Direction direction, void *handle, const void *alpha, void *xDescriptor, const void *x, void *wDescriptor,
        const void *w, void *convolution, int algorithm, const void *beta, void *yDescriptor, const void *y) {
  Call call(vendor, handle);
  const auto known = call.object<Convolution>(convolution);
  call.fail(algorithm < 0 || algorithm >= counts[int(direction)], Status::InvalidEnumerator);
  const Operand in = call.operand(xDescriptor, x), filter = call.operand<Filter>(wDescriptor, w);
  return convolve(call, direction, known, in, filter, call.operand(yDescriptor, y), alpha, beta);
}

} // namespace

extern "C" {

int cudnnGetConvolutionNdForwardOutputDim(void *convolution, void *xDescriptor, void *wDescriptor, int count,
                                          int *sizes) {
  const auto x = found<Tensor>(xDescriptor);
  const auto w = found<Filter>(wDescriptor);
  return with<Convolution>(vendor, convolution, [=](Convolution &known) {
    const auto made = x && w && !x->sizes.empty() ? outputOf(known, *x, *w) : std::vector<int64_t>();
    return !made.empty() && int64_t(made.size()) == count && tellList(sizes, made, made.size());
  });
}
int cudnnGetConvolution2dForwardOutputDim(void *convolution, void *xDescriptor, void *wDescriptor, int *n, int *c,
                                          int *h, int *w) {
  int sizes[4];
  const int status = cudnnGetConvolutionNdForwardOutputDim(convolution, xDescriptor, wDescriptor, 4, sizes);
  return status ? status : answer(vendor, tell(std::pair(n, sizes[0]), std::pair(c, sizes[1]), std::pair(h, sizes[2]),
                                               std::pair(w, sizes[3])));
}

int cudnnGetConvolutionForwardAlgorithmMaxCount(void *, int *count) { return countOf(Direction::Forward, count); }
int cudnnGetConvolutionBackwardDataAlgorithmMaxCount(void *, int *count) { return countOf(Direction::Data, count); }
int cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(void *, int *count) { return countOf(Direction::Filter, count); }

int cudnnGetConvolutionForwardAlgorithm_v7(void *handle, void *x, void *w, void *convolution, void *y, int wanted,
                                           int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Forward, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionForwardAlgorithm(void *handle, void *x, void *w, void *convolution, void *y, int wanted,
                                         int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Forward, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionForwardAlgorithmEx(void *handle, void *x, const void *, void *w, const void *,
                                           void *convolution, void *y, void *, int wanted, int *count,
                                           Performance *results, void *, size_t) {
  return algorithms({vendor, handle}, Direction::Forward, convolution, x, w, y, wanted, count, results);
}
int cudnnGetConvolutionBackwardDataAlgorithm_v7(void *handle, void *w, void *y, void *convolution, void *x, int wanted,
                                                int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Data, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionBackwardDataAlgorithm(void *handle, void *w, void *y, void *convolution, void *x, int wanted,
                                              int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Data, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionBackwardDataAlgorithmEx(void *handle, void *w, const void *, void *y, const void *,
                                                void *convolution, void *x, void *, int wanted, int *count,
                                                Performance *results, void *, size_t) {
  return algorithms({vendor, handle}, Direction::Data, convolution, x, w, y, wanted, count, results);
}
int cudnnGetConvolutionBackwardFilterAlgorithm_v7(void *handle, void *x, void *y, void *convolution, void *w,
                                                  int wanted, int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Filter, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionBackwardFilterAlgorithm(void *handle, void *x, void *y, void *convolution, void *w, int wanted,
                                                int *count, Performance *results) {
  return algorithms({vendor, handle}, Direction::Filter, convolution, x, w, y, wanted, count, results);
}
int cudnnFindConvolutionBackwardFilterAlgorithmEx(void *handle, void *x, const void *, void *y, const void *,
                                                  void *convolution, void *w, void *, int wanted, int *count,
                                                  Performance *results, void *, size_t) {
  return algorithms({vendor, handle}, Direction::Filter, convolution, x, w, y, wanted, count, results);
}

int cudnnGetConvolutionForwardWorkspaceSize(void *handle, void *x, void *w, void *convolution, void *y, int algorithm,
                                            size_t *bytes) {
  return sizeOfWork({vendor, handle}, Direction::Forward, convolution, x, w, y, algorithm, bytes);
}
int cudnnGetConvolutionBackwardDataWorkspaceSize(void *handle, void *w, void *y, void *convolution, void *x,
                                                 int algorithm, size_t *bytes) {
  return sizeOfWork({vendor, handle}, Direction::Data, convolution, x, w, y, algorithm, bytes);
}
int cudnnGetConvolutionBackwardFilterWorkspaceSize(void *handle, void *x, void *y, void *convolution, void *w,
                                                   int algorithm, size_t *bytes) {
  return sizeOfWork({vendor, handle}, Direction::Filter, convolution, x, w, y, algorithm, bytes);
}

int cudnnConvolutionForward(void *handle, const void *alpha, void *xDescriptor, const void *x, void *wDescriptor,
                            const void *w, void *convolution, int algorithm, void *, size_t, const void *beta,
                            void *yDescriptor, void *y) {
  return run(Direction::Forward, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, algorithm, beta,
             yDescriptor, y);
}
int cudnnConvolutionBackwardData(void *handle, const void *alpha, void *wDescriptor, const void *w, void *yDescriptor,
                                 const void *y, void *convolution, int algorithm, void *, size_t, const void *beta,
                                 void *xDescriptor, void *x) {
  return run(Direction::Data, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, algorithm, beta, yDescriptor,
             y);
}
int cudnnConvolutionBackwardFilter(void *handle, const void *alpha, void *xDescriptor, const void *x,
                                   void *yDescriptor, const void *y, void *convolution, int algorithm, void *, size_t,
                                   const void *beta, void *wDescriptor, void *w) {
  return run(Direction::Filter, handle, alpha, xDescriptor, x, wDescriptor, w, convolution, algorithm, beta,
             yDescriptor, y);
}
int cudnnConvolutionBiasActivationForward(void *handle, const void *alpha, void *xDescriptor, const void *x,
                                          void *wDescriptor, const void *w, void *convolution, int algorithm, void *,
                                          size_t, const void *alphaOfZ, void *zDescriptor, const void *z,
                                          void *biasDescriptor, const void *bias, void *activation, void *yDescriptor,
                                          void *y) {
  Call call(vendor, handle);
  const auto known = call.object<Convolution>(convolution);
  const auto curve = call.object<Activation>(activation);
  call.fail(algorithm < 0 || algorithm >= counts[0], Status::InvalidEnumerator);
  const Operand in = call.operand(xDescriptor, x), filter = call.operand<Filter>(wDescriptor, w);
  const Operand added = call.operand(zDescriptor, z), shift = call.operand(biasDescriptor, bias);
  return convolveAndActivate(call, known, alpha, in, filter, alphaOfZ, added, shift, curve,
                             call.operand(yDescriptor, y));
}
}
