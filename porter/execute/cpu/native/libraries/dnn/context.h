// What a handle of the library stands for, and one call of it.
#pragma once

#include "../calls/call.h"
#include "tensor.h"

namespace porter::dnn {

using libraries::Status;
using libraries::Vendor;

struct Context {
  hipStream_t stream = nullptr;
};

/// Sources: miopenStatus_t of miopen.h, cudnnStatus_t of cuDNN 9's cudnn_graph.h.
inline constexpr libraries::Code statusCodes[] = {{0, 0},    {3, 2000}, {3, 2000}, {4, 4003}, {3, 2000},
                                                  {3, 2000}, {7, 5000}, {8, 3000}, {5, 4000}, {5, 4000}};

inline int codeOf(Vendor vendor, Status status) {
  const auto &code = statusCodes[int(status)];
  return vendor == Vendor::Hip ? code.hip : code.cuda;
}
inline int answer(Vendor vendor, bool isGood) { return codeOf(vendor, isGood ? Status::Success : Status::InvalidValue); }

class Call : public libraries::Call {
public:
  Call(Vendor vendor, void *handle) : Call(vendor, libraries::found<Context>(handle)) {}

  /// The object of a descriptor; another, with which nothing will be done, where there is none.
  template <class Object> Object object(const void *descriptor) {
    const auto known = libraries::found<Object>(const_cast<void *>(descriptor));
    need(known != nullptr);
    return known ? *known : Object();
  }
  /// A tensor that has been described, of elements that can be computed with.
  template <class Described = Tensor> Operand operand(const void *descriptor, const void *data) {
    Operand made{object<Described>(descriptor), const_cast<void *>(data)};
    need(!made.tensor.sizes.empty() && data);
    fail(!isComputable(made.tensor.type), Status::NotSupported);
    return made;
  }
  /// One that may be left out.
  Operand optional(const void *descriptor, const void *data) {
    return descriptor && data ? operand(descriptor, data) : Operand();
  }
  /// cuDNN's factors are doubles beside doubles, MIOpen's are floats.
  Factors factors(const void *result, const void *old, const Tensor &of) {
    return {factor(result, of), factor(old, of)};
  }
  double factor(const void *address, const Tensor &of) {
    need(address);
    if (!address)
      return 0;
    const bool isDouble = vendor == Vendor::Cuda && of.type == DataType::R64F;
    return isDouble ? *static_cast<const double *>(address) : double(*static_cast<const float *>(address));
  }
  void needSameSizes(const Operand &one, const Operand &other) { need(one.tensor.sizes == other.tensor.sizes); }

private:
  Call(Vendor vendor, const std::shared_ptr<Context> &context)
      : libraries::Call(vendor, statusCodes, context != nullptr, context ? context->stream : nullptr) {}
};

/// Do something with the object of a descriptor; `work` tells whether it could.
template <class Object, class Work> int with(Vendor vendor, const void *descriptor, Work work) {
  const auto object = libraries::found<Object>(const_cast<void *>(descriptor));
  return answer(vendor, object && work(*object));
}
/// Change the object of a descriptor, which stays as it was where `work` tells that it cannot be so.
template <class Object, class Work> int change(Vendor vendor, const void *descriptor, Work work) {
  return with<Object>(vendor, descriptor, [&](Object &known) {
    Object changed = known;
    const bool isGood = work(changed);
    if (isGood)
      known = std::move(changed);
    return isGood;
  });
}
/// Write values to where a program wants them; all have to be wanted.
template <class... Pairs> bool tell(Pairs... pairs) {
  if (!(pairs.first && ...))
    return false;
  ((*pairs.first = static_cast<std::remove_pointer_t<decltype(pairs.first)>>(pairs.second)), ...);
  return true;
}
/// As many values as are wanted of a list.
template <class Int> bool tellList(Int *to, const std::vector<int64_t> &from, size_t wanted) {
  for (size_t i = 0; to && i < std::min(from.size(), wanted); ++i)
    to[i] = Int(from[i]);
  return to != nullptr;
}
template <class Int> std::vector<int64_t> listOf(const Int *from, int64_t count) {
  return from && count > 0 ? std::vector<int64_t>(from, from + count) : std::vector<int64_t>();
}

} // namespace porter::dnn
