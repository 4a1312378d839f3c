// Checks what descriptors are told. Sources: the enumerators of cuDNN 9's headers and of miopen.h.
#include "descriptors.h"

namespace porter::dnn {

DataType typeOf(Vendor vendor, int code) {
  constexpr DataType none = DataType::None;
  constexpr DataType hip[] = {DataType::R16F, DataType::R32F, DataType::R32I, DataType::R8I, none, DataType::R16B,
                            DataType::R64F};
  constexpr DataType cuda[] = {DataType::R32F, DataType::R64F, DataType::R16F, DataType::R8I, DataType::R32I,
                             none,           DataType::R8U,  none,           none,          DataType::R16B};
  if (vendor == Vendor::Hip)
    return code >= 0 && size_t(code) < std::size(hip) ? hip[code] : none;
  return code >= 0 && size_t(code) < std::size(cuda) ? cuda[code] : none;
}

Activation::Curve curveOf(Vendor vendor, int mode) {
  using A = Activation;
  constexpr A::Curve hip[] = {A::Identity, A::Sigmoid, A::Tanh,        A::Relu,      A::SoftRelu,
                              A::Abs,      A::Power,   A::ClippedRelu, A::LeakyRelu, A::Elu};
  constexpr A::Curve cuda[] = {A::Sigmoid, A::Relu, A::Tanh, A::ClippedRelu, A::Elu, A::Identity, A::Swish};
  if (vendor == Vendor::Hip)
    return mode >= 0 && size_t(mode) < std::size(hip) ? hip[mode] : A::Unknown;
  return mode >= 0 && size_t(mode) < std::size(cuda) ? cuda[mode] : A::Unknown;
}

Pooling::Kind poolingOf(Vendor vendor, int mode) {
  using P = Pooling;
  constexpr P::Kind hip[] = {P::Max, P::MeanOfInside, P::MeanOfAll, P::Unknown};
  constexpr P::Kind cuda[] = {P::Max, P::MeanOfAll, P::MeanOfInside, P::Max};
  return mode < 0 || mode > 3 ? P::Unknown : (vendor == Vendor::Hip ? hip : cuda)[mode];
}

static bool areAtLeast(const std::vector<int64_t> &numbers, int64_t least) {
  return std::all_of(numbers.begin(), numbers.end(), [=](int64_t each) { return each >= least; });
}

bool describe(Vendor vendor, Tensor &tensor, int code, std::vector<int64_t> sizes, std::vector<int64_t> steps,
              bool channelsLast) {
  const int64_t lastType = vendor == Vendor::Hip ? 9 : 14;
  if (code < 0 || code > lastType || sizes.empty() || sizes.size() > mostDimensions || !areAtLeast(sizes, 1))
    return false;
  int64_t count = 1;
  for (int64_t each : sizes)
    if (__builtin_mul_overflow(count, each, &count))
      return false;
  if (steps.empty())
    steps = packed(sizes, channelsLast);
  if (steps.size() != sizes.size() || !areAtLeast(steps, vendor == Vendor::Hip ? 0 : 1))
    return false;
  tensor.code = code;
  tensor.type = typeOf(vendor, code);
  tensor.sizes = std::move(sizes);
  tensor.steps = std::move(steps);
  return true;
}

bool describe(Vendor vendor, Pooling &pooling, int mode, int nan, std::vector<int64_t> window,
              std::vector<int64_t> pads, std::vector<int64_t> steps) {
  const auto kind = poolingOf(vendor, mode);
  if (kind == Pooling::Unknown || window.empty() || pads.size() != window.size() || steps.size() != window.size() ||
      !areAtLeast(window, 1) || !areAtLeast(pads, 0) || !areAtLeast(steps, 1))
    return false;
  pooling.kind = kind;
  pooling.mode = mode;
  pooling.nan = nan;
  pooling.window = std::move(window);
  pooling.pads = std::move(pads);
  pooling.steps = std::move(steps);
  return true;
}

bool describe(Convolution &convolution, std::vector<int64_t> pads, std::vector<int64_t> steps,
              std::vector<int64_t> dilations) {
  if (pads.empty() || steps.size() != pads.size() || dilations.size() != pads.size() || !areAtLeast(pads, 0) ||
      !areAtLeast(steps, 1) || !areAtLeast(dilations, 1))
    return false;
  convolution.pads = std::move(pads);
  convolution.steps = std::move(steps);
  convolution.dilations = std::move(dilations);
  return true;
}

int pooledSizes(Vendor vendor, const void *pooling, const void *xDescriptor, int count, int *sizes) {
  const auto x = found<Tensor>(xDescriptor);
  return with<Pooling>(vendor, pooling, [=](Pooling &known) {
    const auto made = x ? outputOf(known, *x) : std::vector<int64_t>();
    return !made.empty() && int64_t(made.size()) == count && tellList(sizes, made, made.size());
  });
}
int pooledSizes(Vendor vendor, const void *pooling, const void *x, int *n, int *c, int *h, int *w) {
  int sizes[4];
  const int status = pooledSizes(vendor, pooling, x, 4, sizes);
  return status ? status : answer(vendor, tell(std::pair(n, sizes[0]), std::pair(c, sizes[1]), std::pair(h, sizes[2]),
                                               std::pair(w, sizes[3])));
}

} // namespace porter::dnn
