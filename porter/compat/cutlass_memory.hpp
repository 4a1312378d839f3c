// Memory of the device and matrices on both sides, as CUTLASS's tools have them.
#pragma once

#include <cstddef>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cutlass_coordinates.hpp"

namespace porter::cutlass {
namespace device_memory {

inline void check(hipError_t error) {
  if (error != hipSuccess) throw std::runtime_error(hipGetErrorString(error));
}

template <typename T>
T *allocate(std::size_t count = 1) {
  T *memory = nullptr;
  if (count != 0) check(hipMalloc(reinterpret_cast<void **>(&memory), count * sizeof(T)));
  return memory;
}
template <typename T>
void free(T *memory) {
  if (memory != nullptr) check(hipFree(memory));
}
template <typename T>
void copy(T *to, const T *from, std::size_t count, hipMemcpyKind kind) {
  if (count != 0) check(hipMemcpy(to, from, count * sizeof(T), kind));
}
template <typename T>
void copy_to_device(T *to, const T *from, std::size_t count = 1) {
  copy(to, from, count, hipMemcpyHostToDevice);
}
template <typename T>
void copy_to_host(T *to, const T *from, std::size_t count = 1) {
  copy(to, from, count, hipMemcpyDeviceToHost);
}
template <typename T>
void copy_device_to_device(T *to, const T *from, std::size_t count = 1) {
  copy(to, from, count, hipMemcpyDeviceToDevice);
}
template <typename T>
void copy_host_to_host(T *to, const T *from, std::size_t count = 1) {
  copy(to, from, count, hipMemcpyHostToHost);
}

/// Memory of the device that goes with its owner.
template <typename T>
class allocation {
public:
  allocation() = default;
  allocation(std::size_t count) : memory(allocate<T>(count)), count(count) {}
  allocation(T *memory, std::size_t count) : memory(memory), count(count) {}
  allocation(const allocation &other) : allocation(other.count) {
    copy_device_to_device(memory, other.memory, count);
  }
  allocation(allocation &&other) noexcept { swap(other); }
  allocation &operator=(allocation other) noexcept {
    swap(other);
    return *this;
  }
  ~allocation() {
    if (memory != nullptr) (void)hipFree(memory);
  }
  T *get() const { return memory; }
  T *operator->() const { return memory; }
  std::size_t size() const { return count; }
  std::size_t bytes() const { return count * sizeof(T); }
  T *release() {
    count = 0;
    return std::exchange(memory, nullptr);
  }
  void reset() { *this = allocation(); }
  void reset(std::size_t other) { *this = allocation(other); }
  void reset(T *other, std::size_t size) { *this = allocation(other, size); }
  void copy_from_host(const T *from) { copy_to_device(memory, from, count); }
  void copy_from_host(const T *from, std::size_t some) { copy_to_device(memory, from, some); }
  void copy_from_device(const T *from) { copy_device_to_device(memory, from, count); }
  void copy_from_device(const T *from, std::size_t some) { copy_device_to_device(memory, from, some); }
  void copy_to_host(T *to) { device_memory::copy_to_host(to, memory, count); }
  void copy_to_host(T *to, std::size_t some) { device_memory::copy_to_host(to, memory, some); }

private:
  void swap(allocation &other) noexcept {
    std::swap(memory, other.memory);
    std::swap(count, other.count);
  }
  T *memory = nullptr;
  std::size_t count = 0;
};

} // namespace device_memory

template <typename T>
using DeviceAllocation = device_memory::allocation<T>;

/// A matrix: where it lies, and its size.
template <typename Element, typename Layout>
struct TensorView : TensorRef<Element, Layout> {
  using Reference = TensorRef<Element, Layout>;
  TensorView(Reference reference = {}, MatrixCoord extent = {}) : Reference(reference), size_(extent) {}
  TensorView(Element *pointer, Layout layout, MatrixCoord extent) : Reference(pointer, layout), size_(extent) {}
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other *, Element *>>>
  TensorView(const TensorView<Other, Layout> &other) : Reference(other), size_(other.extent()) {}
  const MatrixCoord &extent() const { return size_; }
  int extent(int axis) const { return size_[axis]; }
  int64_t size() const { return size_.product(); }
  int64_t capacity() const { return this->layout().capacity(size_); }
  Reference ref() const { return *this; }
  bool contains(const MatrixCoord &at) const {
    return at.row() >= 0 && at.row() < size_.row() && at.column() >= 0 && at.column() < size_.column();
  }
  MatrixCoord size_;
};

/// Its rows, a line each.
template <typename Element, typename Layout>
std::ostream &operator<<(std::ostream &out, const TensorView<Element, Layout> &view) {
  for (int i = 0; i < view.extent(0); ++i)
    for (int j = 0; j < view.extent(1); ++j)
      out << (j > 0 ? ", " : i > 0 ? "\n" : "") << float(view.at({i, j}));
  return out;
}

/// A matrix in memory of the host, and of the device unless that is not wanted.
template <typename Element_, typename Layout_>
class HostTensor {
public:
  using Element = Element_;
  using Layout = Layout_;
  using TensorCoord = MatrixCoord;
  using Index = int;
  using LongIndex = int64_t;
  using TensorRef = cutlass::TensorRef<Element, Layout>;
  using ConstTensorRef = cutlass::TensorRef<const Element, Layout>;
  using TensorView = cutlass::TensorView<Element, Layout>;
  using ConstTensorView = cutlass::TensorView<const Element, Layout>;

  HostTensor() = default;
  HostTensor(const MatrixCoord &extent, bool isOnDevice = true) { reset(extent, isOnDevice); }
  HostTensor(const MatrixCoord &extent, const Layout &layout, bool isOnDevice = true) {
    reset(extent, layout, isOnDevice);
  }
  void reset() { *this = HostTensor(); }
  void reset(const MatrixCoord &extent, bool isOnDevice = true) { reset(extent, Layout::packed(extent), isOnDevice); }
  void reset(const MatrixCoord &extent, const Layout &layout, bool isOnDevice = true) {
    extent_ = extent;
    layout_ = layout;
    host_.assign(std::size_t(layout.capacity(extent)), Element());
    device_.reset(isOnDevice ? host_.size() : 0);
  }
  void resize(const MatrixCoord &extent, bool isOnDevice = true) { reset(extent, isOnDevice); }
  void resize(const MatrixCoord &extent, const Layout &layout, bool isOnDevice = true) {
    reset(extent, layout, isOnDevice);
  }
  std::size_t size() const { return host_.size(); }
  int64_t capacity() const { return int64_t(host_.size()); }
  const MatrixCoord &extent() const { return extent_; }
  const Layout &layout() const { return layout_; }
  layout::Stride stride() const { return layout_.stride(); }
  int64_t stride(int axis) const { return layout_.stride(axis); }
  int64_t offset(const MatrixCoord &at) const { return layout_(at); }
  bool device_backed() const { return device_.get() != nullptr; }

  Element *host_data() { return host_.data(); }
  const Element *host_data() const { return host_.data(); }
  Element &host_data(int64_t at) { return host_[std::size_t(at)]; }
  const Element &host_data(int64_t at) const { return host_[std::size_t(at)]; }
  Element *device_data() { return device_.get(); }
  const Element *device_data() const { return device_.get(); }
  TensorRef host_ref(int64_t offset = 0) { return {host_data() + offset, layout_}; }
  ConstTensorRef host_ref(int64_t offset = 0) const { return {host_data() + offset, layout_}; }
  TensorRef device_ref(int64_t offset = 0) { return {device_data() + offset, layout_}; }
  ConstTensorRef device_ref(int64_t offset = 0) const { return {device_data() + offset, layout_}; }
  TensorView host_view(int64_t offset = 0) { return {host_data() + offset, layout_, extent_}; }
  ConstTensorView host_view(int64_t offset = 0) const { return {host_data() + offset, layout_, extent_}; }
  TensorView device_view(int64_t offset = 0) { return {device_data() + offset, layout_, extent_}; }
  ConstTensorView device_view(int64_t offset = 0) const { return {device_data() + offset, layout_, extent_}; }
  Element &at(const MatrixCoord &place) { return host_[std::size_t(layout_(place))]; }
  const Element &at(const MatrixCoord &place) const { return host_[std::size_t(layout_(place))]; }

  void sync_host() {
    if (device_backed()) device_.copy_to_host(host_.data());
  }
  void sync_device() {
    if (device_backed()) device_.copy_from_host(host_.data());
  }

private:
  MatrixCoord extent_;
  Layout layout_;
  std::vector<Element> host_;
  device_memory::allocation<Element> device_;
};

} // namespace porter::cutlass
