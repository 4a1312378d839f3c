// Sizes, places and layouts of matrices in the words of CUTLASS 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hip/hip_runtime.h>

#ifndef CUTLASS_HOST_DEVICE
#define CUTLASS_HOST_DEVICE __forceinline__ __host__ __device__
#define CUTLASS_DEVICE __forceinline__ __device__
#define CUTLASS_HOST __host__
#define CUTLASS_GLOBAL __global__ static
#define CUTLASS_UNUSED(name) (void)(name)
#define CUTLASS_PRAGMA_UNROLL _Pragma("unroll")
#define CUTLASS_PRAGMA_NO_UNROLL _Pragma("unroll 1")
#define CUTLASS_GEMM_LOOP CUTLASS_PRAGMA_NO_UNROLL
#endif

namespace porter::cutlass {

template <typename T>
struct sizeof_bits {
  static constexpr int value = 8 * int(sizeof(T));
};

/// A place in a matrix, or its size.
struct MatrixCoord {
  using Index = int;
  using LongIndex = int64_t;
  __host__ __device__ MatrixCoord() : places{0, 0} {}
  __host__ __device__ MatrixCoord(int row, int column) : places{row, column} {}
  __host__ __device__ const int &row() const { return places[0]; }
  __host__ __device__ int &row() { return places[0]; }
  __host__ __device__ const int &column() const { return places[1]; }
  __host__ __device__ int &column() { return places[1]; }
  __host__ __device__ const int &operator[](int axis) const { return places[axis]; }
  __host__ __device__ int &operator[](int axis) { return places[axis]; }
  __host__ __device__ int64_t product() const { return int64_t(places[0]) * places[1]; }
  __host__ __device__ bool operator==(const MatrixCoord &other) const {
    return row() == other.row() && column() == other.column();
  }
  __host__ __device__ bool operator!=(const MatrixCoord &other) const { return !(*this == other); }
  __host__ __device__ MatrixCoord operator+(const MatrixCoord &other) const {
    return {row() + other.row(), column() + other.column()};
  }
  __host__ __device__ MatrixCoord operator-(const MatrixCoord &other) const {
    return {row() - other.row(), column() - other.column()};
  }
  int places[2];
};

namespace layout {

/// The distance of rows, or of columns.
struct Stride {
  using Index = int;
  __host__ __device__ Stride(int64_t distance = 0) : distance(distance) {}
  __host__ __device__ operator int64_t() const { return distance; }
  __host__ __device__ int64_t &operator[](int) { return distance; }
  __host__ __device__ const int64_t &operator[](int) const { return distance; }
  int64_t distance;
};

/// What both layouts have; `Axis` is that along which elements lie side by side.
template <typename Layout, int Axis>
struct Pitched {
  using Index = int;
  using LongIndex = int64_t;
  using TensorCoord = MatrixCoord;
  using Stride = layout::Stride;
  static constexpr int kRank = 2, kStrideRank = 1;
  __host__ __device__ Pitched(int64_t stride) : distance(stride) {}
  __host__ __device__ static Layout packed(const MatrixCoord &extent) { return Layout(extent[Axis]); }
  __host__ __device__ int64_t operator()(const MatrixCoord &at) const { return at[1 - Axis] * distance + at[Axis]; }
  __host__ __device__ int64_t capacity(const MatrixCoord &extent) const { return extent[1 - Axis] * distance; }
  __host__ __device__ Stride stride() const { return distance; }
  __host__ __device__ int64_t stride(int) const { return distance; }
  __host__ __device__ int64_t &stride(int) { return distance; }
  int64_t distance;
};
/// Rows lie one behind the other; the stride is their distance.
struct RowMajor : Pitched<RowMajor, 1> {
  __host__ __device__ RowMajor(int64_t stride = 0) : Pitched(stride) {}
};
/// Columns lie one behind the other.
struct ColumnMajor : Pitched<ColumnMajor, 0> {
  __host__ __device__ ColumnMajor(int64_t stride = 0) : Pitched(stride) {}
};

} // namespace layout

template <typename Element_, typename Layout_>
struct TensorRef {
  using Element = Element_;
  using Layout = Layout_;
  using TensorCoord = MatrixCoord;
  __host__ __device__ TensorRef(Element *pointer = nullptr, Layout layout = Layout()) : pointer(pointer), where(layout) {}
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other *, Element *>>>
  __host__ __device__ TensorRef(const TensorRef<Other, Layout> &other) : pointer(other.data()), where(other.layout()) {}
  __host__ __device__ Element *data() const { return pointer; }
  __host__ __device__ void reset(Element *to = nullptr) { pointer = to; }
  __host__ __device__ void reset(Element *to, const Layout &layout) { pointer = to, where = layout; }
  __host__ __device__ bool good() const { return pointer != nullptr; }
  __host__ __device__ const Layout &layout() const { return where; }
  __host__ __device__ Layout &layout() { return where; }
  __host__ __device__ layout::Stride stride() const { return where.stride(); }
  __host__ __device__ int64_t stride(int axis) const { return where.stride(axis); }
  __host__ __device__ int64_t offset(const MatrixCoord &at) const { return where(at); }
  __host__ __device__ Element &at(const MatrixCoord &place) const { return pointer[where(place)]; }
  __host__ __device__ Element &operator[](const MatrixCoord &place) const { return at(place); }
  Element *pointer;
  Layout where;
};

namespace gemm {

struct GemmCoord {
  using Index = int;
  using LongIndex = int64_t;
  __host__ __device__ GemmCoord() : sizes{0, 0, 0} {}
  __host__ __device__ GemmCoord(int m, int n, int k) : sizes{m, n, k} {}
  __host__ __device__ const int &m() const { return sizes[0]; }
  __host__ __device__ int &m() { return sizes[0]; }
  __host__ __device__ const int &n() const { return sizes[1]; }
  __host__ __device__ int &n() { return sizes[1]; }
  __host__ __device__ const int &k() const { return sizes[2]; }
  __host__ __device__ int &k() { return sizes[2]; }
  __host__ __device__ const int &operator[](int axis) const { return sizes[axis]; }
  __host__ __device__ int &operator[](int axis) { return sizes[axis]; }
  __host__ __device__ MatrixCoord mn() const { return {m(), n()}; }
  __host__ __device__ MatrixCoord mk() const { return {m(), k()}; }
  __host__ __device__ MatrixCoord km() const { return {k(), m()}; }
  __host__ __device__ MatrixCoord nk() const { return {n(), k()}; }
  __host__ __device__ MatrixCoord kn() const { return {k(), n()}; }
  __host__ __device__ MatrixCoord nm() const { return {n(), m()}; }
  __host__ __device__ int64_t product() const { return int64_t(m()) * n() * k(); }
  __host__ __device__ bool operator==(const GemmCoord &other) const {
    return m() == other.m() && n() == other.n() && k() == other.k();
  }
  __host__ __device__ bool operator!=(const GemmCoord &other) const { return !(*this == other); }
  int sizes[3];
};

template <int M, int N, int K>
struct GemmShape {
  static constexpr int kM = M, kN = N, kK = K;
  static constexpr int kMN = M * N, kMK = M * K, kKN = K * N, kMNK = M * N * K, kCount = kMNK;
  static GemmCoord toCoord() { return {M, N, K}; }
};

} // namespace gemm
} // namespace porter::cutlass
