// Layouts, descriptions and preferences, which lie in memory that programs may own: cuBLASLt's are structures.
#pragma once

#include "../blas/batch.h"
#include "../blas/data_type.h"
#include "../calls/call.h"

#include <algorithm>

#include <mutex>
#include <set>

namespace porter::blaslt {

using libraries::Status;
using libraries::Vendor;

/// Sources: hipblasStatus_t of hipblas-common.h, cublasStatus_t of cublas_api.h.
inline constexpr libraries::Code statusCodes[] = {{0, 0}, {1, 1}, {1, 1},   {2, 3},  {3, 7},
                                                  {3, 7}, {5, 13}, {7, 15}, {6, 14}, {2, 3}};

inline int codeOf(Vendor vendor, Status status) {
  const auto &code = statusCodes[int(status)];
  return vendor == Vendor::Hip ? code.hip : code.cuda;
}

struct Context {};

enum class Order { Columns = 0, Rows = 1, Tiles = 2 };

struct Layout {
  int32_t type = 0, order = 0; ///< the vendors' codes
  uint64_t rows = 0, columns = 0;
  int64_t ld = 0;
  int32_t batches = 1, unused = 0;
  int64_t stride = 0;
};

struct Matmul {
  int32_t compute = 0, scaleType = 0, pointerMode = 0, transA = 0, transB = 0, transC = 0, fill = 0;
  uint32_t epilogue = 1;
  void *bias = nullptr, *aux = nullptr;
  int64_t biasStride = 0, auxLd = 0, auxStride = 0, alphaStride = 0;
  const float *scaleA = nullptr, *scaleB = nullptr, *scaleC = nullptr, *scaleD = nullptr, *scaleAux = nullptr;
  float *largestD = nullptr, *largestAux = nullptr;
  int32_t biasType = -1, auxType = -1, processors = 0, scaleModeA = 0, scaleModeB = 0, inputA = -1, inputB = -1;
  float first = 0, second = 0; ///< what an activation takes
  int8_t fastSums = 0;
};

struct Transform {
  int32_t scaleType = 0, pointerMode = 0, transA = 0, transB = 0;
};

struct Preference {
  int32_t search = 0;
  uint32_t reductions = ~0u, alignmentA = 256, alignmentB = 256, alignmentC = 256, alignmentD = 256;
  uint64_t bytes = 0, implementations = ~uint64_t(0);
  float waves = 0;
};

/// The addresses at which there are objects of a kind: others are never followed.
template <class Object> class Known {
public:
  void add(Object *object) {
    std::lock_guard lock(mutex);
    places.insert(object);
  }
  bool remove(void *object) {
    std::lock_guard lock(mutex);
    return places.erase(object) > 0;
  }
  Object *find(const void *object) {
    std::lock_guard lock(mutex);
    return places.count(object) ? static_cast<Object *>(const_cast<void *>(object)) : nullptr;
  }

private:
  std::mutex mutex;
  std::set<const void *> places;
};
template <class Object> Known<Object> &known() {
  static auto &all = *new Known<Object>;
  return all;
}

template <class Object> int create(Vendor vendor, Object **made, const Object &object) {
  if (!made)
    return codeOf(vendor, Status::InvalidValue);
  *made = new Object(object);
  known<Object>().add(*made);
  return 0;
}
/// In memory of the program's, which has to have as much as the vendor says.
template <class Object> int initialize(Object *place, size_t size, const Object &object) {
  if (!place || size < sizeof(Object))
    return codeOf(Vendor::Cuda, Status::InvalidValue);
  known<Object>().add(new (place) Object(object));
  return 0;
}
template <class Object> int destroy(Vendor vendor, void *object) {
  if (!known<Object>().remove(object))
    return codeOf(vendor, Status::InvalidValue);
  delete static_cast<Object *>(object);
  return 0;
}

/// An attribute: its number for both vendors, -1 where one has none, and where its value lies.
struct Attribute {
  int hip, cuda;
  size_t offset, size;
};
int setAttribute(Vendor vendor, void *object, const Attribute *attributes, size_t count, int code, const void *value,
                 size_t size);
int getAttribute(Vendor vendor, const void *object, const Attribute *attributes, size_t count, int code, void *value,
                 size_t size, size_t *written);

struct Attributes {
  const Attribute *first;
  size_t count;
};
template <class Object> Attributes attributesOf();

template <class Object> int set(Vendor vendor, void *object, int code, const void *value, size_t size) {
  const Attributes all = attributesOf<Object>();
  return setAttribute(vendor, known<Object>().find(object), all.first, all.count, code, value, size);
}
template <class Object>
int get(Vendor vendor, const void *object, int code, void *value, size_t size, size_t *written) {
  const Attributes all = attributesOf<Object>();
  return getAttribute(vendor, known<Object>().find(object), all.first, all.count, code, value, size, written);
}

/// D = epilogue(alpha op(A) op(B) + beta C).
struct Product {
  const void *alpha, *A;
  const void *layoutA, *B, *layoutB, *beta, *C, *layoutC;
  void *D;
  const void *layoutD;
};
int multiply(Vendor vendor, void *handle, const void *description, const Product &product, hipStream_t stream);
/// Whether it would be done; `vendor`'s code.
int check(Vendor vendor, void *handle, const void *description, const void *layoutA, const void *layoutB,
          const void *layoutC, const void *layoutD);
/// C = alpha op(A) + beta op(B), from and to any order and type.
int transform(Vendor vendor, void *handle, const void *description, const void *alpha, const void *A,
              const void *layoutA, const void *beta, const void *B, const void *layoutB, void *C, const void *layoutC,
              hipStream_t stream);

} // namespace porter::blaslt
