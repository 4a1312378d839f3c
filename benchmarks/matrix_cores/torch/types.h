// As much of PyTorch's tensors as the launchers of the measured kernels ask for.
#pragma once

#include <cassert>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace torch {

enum Type { kHalf, kFloat, kFloat32 = kFloat, kInt32, kInt8, kBFloat16 };

struct Options {
  Type type;
  Type dtype() const { return type; }
};

inline std::ostream& operator<<(std::ostream& to, const Options& options) { return to << options.type; }

class Tensor {
 public:
  Tensor(void* data, Type type, std::vector<long> sizes) : data(data), type(type), sizes(sizes) {}
  void* data_ptr() const { return data; }
  template <class T>
  T* data_ptr() const {
    return static_cast<T*>(data);
  }
  long size(int axis) const { return sizes[axis < 0 ? sizes.size() + axis : axis]; }
  long numel() const {
    long product = 1;
    for (long each : sizes) product *= each;
    return product;
  }
  Options options() const { return {type}; }
  Type dtype() const { return type; }

 private:
  void* data;
  Type type;
  std::vector<long> sizes;
};

}  // namespace torch

struct ModuleStandIn {
  template <class... Arguments>
  void def(Arguments...) {}
};
#define PYBIND11_MODULE(name, m) static void bindings_of_##name(ModuleStandIn m)
