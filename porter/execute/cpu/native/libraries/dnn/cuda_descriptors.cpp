// cuDNN's descriptors. Source: cuDNN 9's cudnn_ops.h and cudnn_cnn.h.
#include "cuda_dnn.h"

using namespace porter::dnn;

namespace {

/// cudnnTensorFormat_t: NCHW and NHWC. What packs channels into vectors is not offered.
constexpr int lastFormat = 1;

int setTensor(void *descriptor, int type, std::vector<int64_t> sizes, std::vector<int64_t> steps, int format = 0) {
  if (format == 2)
    return codeOf(vendor, Status::NotSupported);
  return with<Tensor>(vendor, descriptor, [&](Tensor &known) {
    return format >= 0 && format <= lastFormat && describe(vendor, known, type, sizes, steps, format == 1);
  });
}
int setFilter(void *descriptor, int type, int format, std::vector<int64_t> sizes) {
  if (format == 2)
    return codeOf(vendor, Status::NotSupported);
  return change<Filter>(vendor, descriptor, [&](Filter &known) {
    known.format = format;
    return format >= 0 && format <= lastFormat && sizes.size() >= 3 &&
           describe(vendor, known, type, sizes, {}, format == 1);
  });
}
int setPooling(void *descriptor, int mode, int nan, std::vector<int64_t> window, std::vector<int64_t> pads,
               std::vector<int64_t> steps) {
  return with<Pooling>(vendor, descriptor,
                       [&](Pooling &known) { return describe(vendor, known, mode, nan, window, pads, steps); });
}
int setConvolution(void *descriptor, std::vector<int64_t> pads, std::vector<int64_t> steps,
                   std::vector<int64_t> dilations, int mode, int computeType) {
  return change<Convolution>(vendor, descriptor, [&](Convolution &known) {
    known.mode = mode;
    known.flips = mode == 0;
    known.computeType = computeType;
    return (mode == 0 || mode == 1) && describe(known, pads, steps, dilations);
  });
}
template <auto Member> int setNumber(void *descriptor, int value, int last) {
  return change<Convolution>(vendor, descriptor, [=](Convolution &known) {
    known.*Member = value;
    return value >= 0 && value <= last;
  });
}
template <auto Member> int getNumber(void *descriptor, int *value) {
  return with<Convolution>(vendor, descriptor,
                           [=](Convolution &known) { return tell(std::pair(value, known.*Member)); });
}

} // namespace

extern "C" {

int cudnnSetTensor4dDescriptor(void *descriptor, int format, int type, int n, int c, int h, int w) {
  return setTensor(descriptor, type, {n, c, h, w}, {}, format);
}
int cudnnSetTensor4dDescriptorEx(void *descriptor, int type, int n, int c, int h, int w, int stepN, int stepC,
                                 int stepH, int stepW) {
  return setTensor(descriptor, type, {n, c, h, w}, {stepN, stepC, stepH, stepW});
}
int cudnnGetTensor4dDescriptor(void *descriptor, int *type, int *n, int *c, int *h, int *w, int *stepN, int *stepC,
                               int *stepH, int *stepW) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    return known.sizes.size() == 4 &&
           tell(std::pair(type, known.code), std::pair(n, known.sizes[0]), std::pair(c, known.sizes[1]),
                std::pair(h, known.sizes[2]), std::pair(w, known.sizes[3]), std::pair(stepN, known.steps[0]),
                std::pair(stepC, known.steps[1]), std::pair(stepH, known.steps[2]), std::pair(stepW, known.steps[3]));
  });
}
int cudnnSetTensorNdDescriptor(void *descriptor, int type, int count, const int *sizes, const int *steps) {
  return steps ? setTensor(descriptor, type, listOf(sizes, count), listOf(steps, count)) : answer(vendor, false);
}
int cudnnSetTensorNdDescriptorEx(void *descriptor, int format, int type, int count, const int *sizes) {
  return setTensor(descriptor, type, listOf(sizes, count), {}, format);
}
int cudnnGetTensorNdDescriptor(void *descriptor, int wanted, int *type, int *count, int *sizes, int *steps) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    return wanted >= 0 && tell(std::pair(type, known.code), std::pair(count, known.sizes.size())) &&
           tellList(sizes, known.sizes, wanted) && tellList(steps, known.steps, wanted);
  });
}
int cudnnGetTensorSizeInBytes(void *descriptor, size_t *bytes) {
  return with<Tensor>(vendor, descriptor, [=](Tensor &known) {
    return tell(std::pair(bytes, known.sizes.empty() ? 0 : size_t(known.extent()) * bytesOf(known.type)));
  });
}

int cudnnCreateFilterDescriptor(void **descriptor) { return create<Filter>(vendor, descriptor); }
int cudnnDestroyFilterDescriptor(void *descriptor) { return destroy<Filter>(vendor, descriptor); }
int cudnnSetFilter4dDescriptor(void *descriptor, int type, int format, int k, int c, int h, int w) {
  return setFilter(descriptor, type, format, {k, c, h, w});
}
int cudnnGetFilter4dDescriptor(void *descriptor, int *type, int *format, int *k, int *c, int *h, int *w) {
  return with<Filter>(vendor, descriptor, [=](Filter &known) {
    return known.sizes.size() == 4 && tell(std::pair(type, known.code), std::pair(format, known.format),
                                           std::pair(k, known.sizes[0]), std::pair(c, known.sizes[1]),
                                           std::pair(h, known.sizes[2]), std::pair(w, known.sizes[3]));
  });
}
int cudnnSetFilterNdDescriptor(void *descriptor, int type, int format, int count, const int *sizes) {
  return setFilter(descriptor, type, format, listOf(sizes, count));
}
int cudnnGetFilterNdDescriptor(void *descriptor, int wanted, int *type, int *format, int *count, int *sizes) {
  return with<Filter>(vendor, descriptor, [=](Filter &known) {
    return wanted >= 0 && tellList(sizes, known.sizes, wanted) &&
           tell(std::pair(type, known.code), std::pair(format, known.format), std::pair(count, known.sizes.size()));
  });
}
int cudnnGetFilterSizeInBytes(void *descriptor, size_t *bytes) {
  return with<Filter>(vendor, descriptor, [=](Filter &known) {
    return tell(std::pair(bytes, known.sizes.empty() ? 0 : size_t(known.extent()) * bytesOf(known.type)));
  });
}

int cudnnSetPooling2dDescriptor(void *descriptor, int mode, int nan, int windowH, int windowW, int padH, int padW,
                                int stepH, int stepW) {
  return setPooling(descriptor, mode, nan, {windowH, windowW}, {padH, padW}, {stepH, stepW});
}
int cudnnGetPooling2dDescriptor(void *descriptor, int *mode, int *nan, int *windowH, int *windowW, int *padH,
                                int *padW, int *stepH, int *stepW) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) {
    return known.window.size() == 2 &&
           tell(std::pair(mode, known.mode), std::pair(nan, known.nan), std::pair(windowH, known.window[0]),
                std::pair(windowW, known.window[1]), std::pair(padH, known.pads[0]), std::pair(padW, known.pads[1]),
                std::pair(stepH, known.steps[0]), std::pair(stepW, known.steps[1]));
  });
}
int cudnnSetPoolingNdDescriptor(void *descriptor, int mode, int nan, int count, const int *window, const int *pads,
                                const int *steps) {
  return setPooling(descriptor, mode, nan, listOf(window, count), listOf(pads, count), listOf(steps, count));
}
int cudnnGetPoolingNdDescriptor(void *descriptor, int wanted, int *mode, int *nan, int *count, int *window, int *pads,
                                int *steps) {
  return with<Pooling>(vendor, descriptor, [=](Pooling &known) {
    return wanted >= 0 && tellList(window, known.window, wanted) && tellList(pads, known.pads, wanted) &&
           tellList(steps, known.steps, wanted) &&
           tell(std::pair(mode, known.mode), std::pair(nan, known.nan), std::pair(count, known.window.size()));
  });
}
int cudnnGetPoolingNdForwardOutputDim(void *descriptor, void *x, int count, int *sizes) {
  return pooledSizes(vendor, descriptor, x, count, sizes);
}
int cudnnGetPooling2dForwardOutputDim(void *descriptor, void *x, int *n, int *c, int *h, int *w) {
  return pooledSizes(vendor, descriptor, x, n, c, h, w);
}

int cudnnSetActivationDescriptor(void *descriptor, int mode, int nan, double coefficient) {
  return change<Activation>(vendor, descriptor, [=](Activation &known) {
    const auto curve = curveOf(vendor, mode);
    const bool isTanh = curve == Activation::Tanh;
    const double beta = curve == Activation::Swish ? 1 : coefficient;
    known = {curve, mode, nan, isTanh ? 1 : coefficient, isTanh ? 1 : beta, coefficient};
    return curve != Activation::Unknown;
  });
}
int cudnnGetActivationDescriptor(void *descriptor, int *mode, int *nan, double *coefficient) {
  return with<Activation>(vendor, descriptor, [=](Activation &known) {
    return tell(std::pair(mode, known.mode), std::pair(nan, known.nan), std::pair(coefficient, known.gamma));
  });
}
int cudnnSetActivationDescriptorSwishBeta(void *descriptor, double beta) {
  return change<Activation>(vendor, descriptor, [=](Activation &known) {
    known.beta = beta;
    return known.curve == Activation::Swish;
  });
}
int cudnnGetActivationDescriptorSwishBeta(void *descriptor, double *beta) {
  return with<Activation>(vendor, descriptor, [=](Activation &known) { return tell(std::pair(beta, known.beta)); });
}
int cudnnSetLRNDescriptor(void *descriptor, unsigned size, double alpha, double beta, double k) {
  return change<LocalResponse>(vendor, descriptor, [=](LocalResponse &known) {
    known = {0, true, size, alpha, beta, k};
    return size >= 1 && size <= 16 && k >= 1e-5 && beta >= 0.01; // CUDNN_LRN_MIN_N and its kin
  });
}
int cudnnGetLRNDescriptor(void *descriptor, unsigned *size, double *alpha, double *beta, double *k) {
  return with<LocalResponse>(vendor, descriptor, [=](LocalResponse &known) {
    return tell(std::pair(size, known.size), std::pair(alpha, known.alpha), std::pair(beta, known.beta),
                std::pair(k, known.k));
  });
}

int cudnnSetConvolutionMathType(void *descriptor, int type) { return setNumber<&Convolution::mathType>(descriptor, type, 3); }
int cudnnGetConvolutionMathType(void *descriptor, int *type) { return getNumber<&Convolution::mathType>(descriptor, type); }
int cudnnSetConvolutionReorderType(void *descriptor, int type) { return setNumber<&Convolution::reorder>(descriptor, type, 1); }
int cudnnGetConvolutionReorderType(void *descriptor, int *type) { return getNumber<&Convolution::reorder>(descriptor, type); }
int cudnnSetConvolution2dDescriptor(void *descriptor, int padH, int padW, int stepH, int stepW, int dilationH,
                                    int dilationW, int mode, int computeType) {
  return setConvolution(descriptor, {padH, padW}, {stepH, stepW}, {dilationH, dilationW}, mode, computeType);
}
int cudnnGetConvolution2dDescriptor(void *descriptor, int *padH, int *padW, int *stepH, int *stepW, int *dilationH,
                                    int *dilationW, int *mode, int *computeType) {
  return with<Convolution>(vendor, descriptor, [=](Convolution &known) {
    return known.pads.size() == 2 &&
           tell(std::pair(padH, known.pads[0]), std::pair(padW, known.pads[1]), std::pair(stepH, known.steps[0]),
                std::pair(stepW, known.steps[1]), std::pair(dilationH, known.dilations[0]),
                std::pair(dilationW, known.dilations[1]), std::pair(mode, known.mode),
                std::pair(computeType, known.computeType));
  });
}
int cudnnSetConvolutionNdDescriptor(void *descriptor, int count, const int *pads, const int *steps,
                                    const int *dilations, int mode, int computeType) {
  return setConvolution(descriptor, listOf(pads, count), listOf(steps, count), listOf(dilations, count), mode,
                        computeType);
}
int cudnnGetConvolutionNdDescriptor(void *descriptor, int wanted, int *count, int *pads, int *steps, int *dilations,
                                    int *mode, int *computeType) {
  return with<Convolution>(vendor, descriptor, [=](Convolution &known) {
    return wanted >= 0 && tellList(pads, known.pads, wanted) && tellList(steps, known.steps, wanted) &&
           tellList(dilations, known.dilations, wanted) &&
           tell(std::pair(count, known.pads.size()), std::pair(mode, known.mode),
                std::pair(computeType, known.computeType));
  });
}
}
