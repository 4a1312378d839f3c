// MIOpen's descriptors. Source: miopen.h of ROCm 6.4.
#include "hip_dnn.h"

using namespace porter::dnn;

namespace {

int setTensor(void *descriptor, int type, std::vector<int64_t> sizes, std::vector<int64_t> steps = {},
              bool channelsLast = false) {
  return with<Tensor>(vendor, descriptor, [&](Tensor &known) {
    return describe(vendor, known, type, sizes, steps, channelsLast);
  });
}
int setPooling(void *descriptor, int mode, std::vector<int64_t> window, std::vector<int64_t> pads,
               std::vector<int64_t> steps) {
  return with<Pooling>(vendor, descriptor,
                       [&](Pooling &known) { return describe(vendor, known, mode, 1, window, pads, steps); });
}
/// miopenConvolutionMode_t: groups and depths go by the descriptor's count of groups.
int setConvolution(void *descriptor, int mode, std::vector<int64_t> pads, std::vector<int64_t> steps,
                   std::vector<int64_t> dilations) {
  return change<Convolution>(vendor, descriptor, [&](Convolution &known) {
    known.mode = mode;
    known.transposes = mode == 1;
    known.added.assign(pads.size(), 0);
    return mode >= 0 && mode <= 3 && describe(known, pads, steps, dilations);
  });
}

} // namespace

extern "C" {

int miopenSet4dTensorDescriptor(void *descriptor, int type, int n, int c, int h, int w) {
  return setTensor(descriptor, type, {n, c, h, w});
}
int miopenSet4dTensorDescriptorEx(void *descriptor, int type, int n, int c, int h, int w, int stepN, int stepC,
                                  int stepH, int stepW) {
  return setTensor(descriptor, type, {n, c, h, w}, {stepN, stepC, stepH, stepW});
}
int miopenSetNdTensorDescriptorWithLayout(void *descriptor, int type, int layout, const int *sizes, int count) {
  const bool channelsLast = layout == 1 || layout == 8; // NHWC and NDHWC
  if (!channelsLast && layout != 0 && layout != 7)
    return codeOf(vendor, Status::NotSupported);
  return setTensor(descriptor, type, listOf(sizes, count), {}, channelsLast);
}
int miopenGet4dTensorDescriptor(void *descriptor, int *type, int *n, int *c, int *h, int *w, int *stepN, int *stepC,
                                int *stepH, int *stepW) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    return known.sizes.size() == 4 &&
           tell(std::pair(type, known.code), std::pair(n, known.sizes[0]), std::pair(c, known.sizes[1]),
                std::pair(h, known.sizes[2]), std::pair(w, known.sizes[3]), std::pair(stepN, known.steps[0]),
                std::pair(stepC, known.steps[1]), std::pair(stepH, known.steps[2]), std::pair(stepW, known.steps[3]));
  });
}
int miopenSetTensorDescriptor(void *descriptor, int type, int count, const int *sizes, const int *steps) {
  return setTensor(descriptor, type, listOf(sizes, count), listOf(steps, count));
}
int miopenSetTensorDescriptorV2(void *descriptor, int type, int count, const size_t *sizes, const size_t *steps) {
  return setTensor(descriptor, type, listOf(sizes, count), listOf(steps, count));
}
int miopenGetTensorDescriptorSize(void *descriptor, int *count) {
  return with<Tensor>(vendor, descriptor,
                      [=](Tensor &known) { return tell(std::pair(count, known.sizes.size())); });
}
int miopenGetTensorDescriptor(void *descriptor, int *type, int *sizes, int *steps) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    tellList(sizes, known.sizes, mostDimensions); // each may be left out
    tellList(steps, known.steps, mostDimensions);
    return !type || tell(std::pair(type, known.code));
  });
}
int miopenGetTensorNumBytes(void *descriptor, size_t *bytes) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    return tell(std::pair(bytes, known.sizes.empty() ? 0 : size_t(known.extent()) * bytesOf(known.type)));
  });
}

int miopenSet2dPoolingDescriptor(void *descriptor, int mode, int windowH, int windowW, int padH, int padW, int stepH,
                                 int stepW) {
  return setPooling(descriptor, mode, {windowH, windowW}, {padH, padW}, {stepH, stepW});
}
int miopenGet2dPoolingDescriptor(void *descriptor, int *mode, int *windowH, int *windowW, int *padH, int *padW,
                                 int *stepH, int *stepW) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) {
    return known.window.size() == 2 &&
           tell(std::pair(mode, known.mode), std::pair(windowH, known.window[0]), std::pair(windowW, known.window[1]),
                std::pair(padH, known.pads[0]), std::pair(padW, known.pads[1]), std::pair(stepH, known.steps[0]),
                std::pair(stepW, known.steps[1]));
  });
}
int miopenSetNdPoolingDescriptor(void *descriptor, int mode, int count, const int *window, const int *pads,
                                 const int *steps) {
  return setPooling(descriptor, mode, listOf(window, count), listOf(pads, count), listOf(steps, count));
}
int miopenGetNdPoolingDescriptor(void *descriptor, int wanted, int *mode, int *count, int *window, int *pads,
                                 int *steps) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) {
    return wanted >= 0 && tellList(window, known.window, wanted) && tellList(pads, known.pads, wanted) &&
           tellList(steps, known.steps, wanted) &&
           tell(std::pair(mode, known.mode), std::pair(count, known.window.size()));
  });
}
int miopenGetPoolingNdForwardOutputDim(void *descriptor, void *x, int count, int *sizes) {
  return pooledSizes(vendor, descriptor, x, count, sizes);
}
int miopenGetPoolingForwardOutputDim(void *descriptor, void *x, int *n, int *c, int *h, int *w) {
  return pooledSizes(vendor, descriptor, x, n, c, h, w);
}
int miopenSetPoolingIndexType(void *descriptor, int type) {
  return change<Pooling>(vendor, descriptor, [=](Pooling &known) {
    known.indexType = type;
    return type >= 0 && type <= 3;
  });
}
int miopenGetPoolingIndexType(void *descriptor, int *type) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) { return tell(std::pair(type, known.indexType)); });
}
int miopenSetPoolingWorkSpaceIndexMode(void *descriptor, int mode) {
  return change<Pooling>(vendor, descriptor, [=](Pooling &known) {
    known.indexMode = mode;
    return mode >= 0 && mode <= 1;
  });
}
int miopenGetPoolingWorkSpaceIndexMode(void *descriptor, int *mode) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) { return tell(std::pair(mode, known.indexMode)); });
}

int miopenSetActivationDescriptor(void *descriptor, int mode, double alpha, double beta, double gamma) {
  return change<Activation>(vendor, descriptor, [=](Activation &known) {
    known = {curveOf(vendor, mode), mode, 0, alpha, beta, gamma};
    return known.curve != Activation::Unknown;
  });
}
int miopenGetActivationDescriptor(void *descriptor, int *mode, double *alpha, double *beta, double *gamma) {
  return with<Activation>(vendor, descriptor, [=](Activation &known) {
    return tell(std::pair(mode, known.mode), std::pair(alpha, known.alpha), std::pair(beta, known.beta),
                std::pair(gamma, known.gamma));
  });
}
int miopenSetLRNDescriptor(void *descriptor, int mode, unsigned size, double alpha, double beta, double k) {
  return change<LocalResponse>(vendor, descriptor, [=](LocalResponse &known) {
    known = {mode, mode == 1, size, alpha, beta, k};
    return (mode == 0 || mode == 1) && size >= 1;
  });
}
int miopenGetLRNDescriptor(void *descriptor, int *mode, unsigned *size, double *alpha, double *beta, double *k) {
  return with<LocalResponse>(vendor, descriptor, [=](LocalResponse &known) {
    return tell(std::pair(mode, known.mode), std::pair(size, known.size), std::pair(alpha, known.alpha),
                std::pair(beta, known.beta), std::pair(k, known.k));
  });
}

int miopenInitConvolutionDescriptor(void *descriptor, int mode, int padH, int padW, int stepH, int stepW,
                                    int dilationH, int dilationW) {
  return setConvolution(descriptor, mode, {padH, padW}, {stepH, stepW}, {dilationH, dilationW});
}
int miopenInitConvolutionNdDescriptor(void *descriptor, int count, const int *pads, const int *steps,
                                      const int *dilations, int mode) {
  return setConvolution(descriptor, mode, listOf(pads, count), listOf(steps, count), listOf(dilations, count));
}
int miopenGetConvolutionSpatialDim(void *descriptor, int *count) {
  return with<Convolution>(vendor, descriptor,
                           [=](Convolution &known) { return tell(std::pair(count, known.pads.size())); });
}
int miopenGetConvolutionDescriptor(void *descriptor, int *mode, int *padH, int *padW, int *stepH, int *stepW,
                                   int *dilationH, int *dilationW) {
  return with<Convolution>(vendor, descriptor, [=](Convolution &known) {
    return known.pads.size() == 2 &&
           tell(std::pair(mode, known.mode), std::pair(padH, known.pads[0]), std::pair(padW, known.pads[1]),
                std::pair(stepH, known.steps[0]), std::pair(stepW, known.steps[1]),
                std::pair(dilationH, known.dilations[0]), std::pair(dilationW, known.dilations[1]));
  });
}
int miopenGetConvolutionNdDescriptor(void *descriptor, int wanted, int *count, int *pads, int *steps, int *dilations,
                                     int *mode) {
  return with<Convolution>(vendor, descriptor, [=](Convolution &known) {
    return wanted >= 0 && tellList(pads, known.pads, wanted) && tellList(steps, known.steps, wanted) &&
           tellList(dilations, known.dilations, wanted) &&
           tell(std::pair(count, known.pads.size()), std::pair(mode, known.mode));
  });
}
int miopenSetTransposeConvNdOutputPadding(void *descriptor, int count, const int *added) {
  return change<Convolution>(vendor, descriptor, [=](Convolution &known) {
    known.added = listOf(added, count);
    return known.transposes && known.added.size() == known.pads.size();
  });
}
int miopenSetTransposeConvOutputPadding(void *descriptor, int h, int w) {
  const int added[] = {h, w};
  return miopenSetTransposeConvNdOutputPadding(descriptor, 2, added);
}
}
