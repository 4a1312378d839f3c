// PyTorch's dispatch macros took `x.type()` up to 2.10, which CUDA's own sources of that time give them. Included in front.
#pragma once

#ifdef __cplusplus
namespace detail {

template <typename Type>
auto scalar_type(const Type& type) -> decltype(type.scalarType()) {
  return type.scalarType();
}

}  // namespace detail
#endif
