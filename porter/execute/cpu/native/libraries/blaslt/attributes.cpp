// The attributes of objects, by the vendors' numbers.
#include "objects.h"

#include <cstddef>
#include <cstring>

namespace porter::blaslt {
namespace {

const Attribute *findAttribute(Vendor vendor, const Attribute *attributes, size_t count, int code) {
  for (size_t i = 0; i < count; ++i)
    if (code >= 0 && code == (vendor == Vendor::Hip ? attributes[i].hip : attributes[i].cuda))
      return attributes + i;
  return nullptr;
}

} // namespace

int setAttribute(Vendor vendor, void *object, const Attribute *attributes, size_t count, int code, const void *value,
                 size_t size) {
  const Attribute *found = findAttribute(vendor, attributes, count, code);
  if (!object || !found || !value || size < found->size)
    return codeOf(vendor, Status::InvalidValue);
  std::memcpy(static_cast<char *>(object) + found->offset, value, found->size);
  return 0;
}

int getAttribute(Vendor vendor, const void *object, const Attribute *attributes, size_t count, int code, void *value,
                 size_t size, size_t *written) {
  const Attribute *found = findAttribute(vendor, attributes, count, code);
  if (!object || !found || (size == 0 && !written) || (size > 0 && (!value || size < found->size)))
    return codeOf(vendor, Status::InvalidValue);
  if (written)
    *written = found->size;
  if (size > 0)
    std::memcpy(value, static_cast<const char *>(object) + found->offset, found->size);
  return 0;
}

#define AT(Object, member, hip, cuda) {hip, cuda, offsetof(Object, member), sizeof(Object::member)}

// Sources: the enumerations hipblasLt…Attribute(s)_t of hipblaslt.h and cublasLt…Attribute(s)_t of cublasLt.h.
template <> Attributes attributesOf<Layout>() {
  static constexpr Attribute all[] = {
      AT(Layout, type, 2, 0), AT(Layout, order, 3, 1),   AT(Layout, rows, 4, 2),  AT(Layout, columns, 5, 3),
      AT(Layout, ld, 6, 4),   AT(Layout, batches, 0, 5), AT(Layout, stride, 1, 6)};
  return {all, sizeof all / sizeof *all};
}

template <> Attributes attributesOf<Matmul>() {
  static constexpr Attribute all[] = {
      AT(Matmul, compute, -1, 0),      AT(Matmul, scaleType, -1, 1),   AT(Matmul, pointerMode, 13, 2),
      AT(Matmul, transA, 0, 3),        AT(Matmul, transB, 1, 4),       AT(Matmul, transC, -1, 5),
      AT(Matmul, fill, -1, 6),         AT(Matmul, epilogue, 2, 7),     AT(Matmul, bias, 3, 8),
      AT(Matmul, biasStride, -1, 10),  AT(Matmul, aux, 10, 11),        AT(Matmul, auxLd, 11, 12),
      AT(Matmul, auxStride, 12, 13),   AT(Matmul, alphaStride, -1, 14), AT(Matmul, processors, -1, 15),
      AT(Matmul, scaleA, 5, 17),       AT(Matmul, scaleB, 6, 18),      AT(Matmul, scaleC, 7, 19),
      AT(Matmul, scaleD, 8, 20),       AT(Matmul, largestD, 14, 21),   AT(Matmul, auxType, 22, 22),
      AT(Matmul, scaleAux, 9, 23),     AT(Matmul, largestAux, -1, 24), AT(Matmul, fastSums, -1, 25),
      AT(Matmul, biasType, 4, 26),     AT(Matmul, scaleModeA, 31, -1), AT(Matmul, scaleModeB, 32, -1),
      AT(Matmul, inputA, 100, -1),     AT(Matmul, inputB, 101, -1),    AT(Matmul, first, 102, -1),
      AT(Matmul, second, 103, -1)};
  return {all, sizeof all / sizeof *all};
}

template <> Attributes attributesOf<Transform>() {
  static constexpr Attribute all[] = {AT(Transform, scaleType, 0, 0), AT(Transform, pointerMode, 1, 1),
                                      AT(Transform, transA, 2, 2), AT(Transform, transB, 3, 3)};
  return {all, sizeof all / sizeof *all};
}

template <> Attributes attributesOf<Preference>() {
  static constexpr Attribute all[] = {
      AT(Preference, search, 0, 0),      AT(Preference, bytes, 1, 1),       AT(Preference, reductions, -1, 3),
      AT(Preference, alignmentA, -1, 5), AT(Preference, alignmentB, -1, 6), AT(Preference, alignmentC, -1, 7),
      AT(Preference, alignmentD, -1, 8), AT(Preference, waves, -1, 9),      AT(Preference, implementations, -1, 12)};
  return {all, sizeof all / sizeof *all};
}

} // namespace porter::blaslt
