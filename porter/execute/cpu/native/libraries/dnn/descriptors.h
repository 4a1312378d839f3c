// What descriptors are made from, and what they tell.
#pragma once

#include "convolution.h"
#include "elementwise.h"
#include "normalization.h"
#include "pooling.h"
#include "softmax.h"

namespace porter::dnn {

/// Weights in the order K, C and what follows. cuDNN keeps them apart from tensors.
struct Filter : Tensor {
  int format = 0;
};

constexpr size_t mostDimensions = 8;

DataType typeOf(Vendor vendor, int code);
Activation::Curve curveOf(Vendor vendor, int mode);
Pooling::Kind poolingOf(Vendor vendor, int mode);

/// Describe elements that lie as the steps say; without steps one after the other.
bool describe(Vendor vendor, Tensor &tensor, int code, std::vector<int64_t> sizes, std::vector<int64_t> steps = {},
              bool channelsLast = false);
/// Whether windows, steps and pads can be such.
bool describe(Vendor vendor, Pooling &pooling, int mode, int nan, std::vector<int64_t> window,
              std::vector<int64_t> pads, std::vector<int64_t> steps);
bool describe(Convolution &convolution, std::vector<int64_t> pads, std::vector<int64_t> steps,
              std::vector<int64_t> dilations);

/// The sizes of what a pooling makes of a tensor: all of them, or those of a picture.
int pooledSizes(Vendor vendor, const void *pooling, const void *x, int count, int *sizes);
int pooledSizes(Vendor vendor, const void *pooling, const void *x, int *n, int *c, int *h, int *w);

template <class Object> int create(Vendor vendor, void **descriptor, const Object &object = {}) {
  return answer(vendor, libraries::made<Object>(descriptor, object));
}
template <class Object> int destroy(Vendor vendor, void *descriptor) {
  return answer(vendor, libraries::ended<Object>(descriptor));
}
template <class Object> std::shared_ptr<Object> found(const void *descriptor) {
  return libraries::found<Object>(const_cast<void *>(descriptor));
}

/// Of a work area that a call would take: none, the library has its own memory.
inline int noWork(Vendor vendor, size_t *bytes) {
  if (bytes)
    *bytes = 0;
  return answer(vendor, bytes != nullptr);
}

} // namespace porter::dnn
