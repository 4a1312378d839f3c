// A product of matrices by Composable Kernel's device operations, a tile of 64 by 64 by 64 elements a block. MFMA alone,
// which is gfx9's: `ck::is_xdl_supported` says whether the device has it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <ck/ck.hpp>
#include <ck/stream_config.hpp>
#include <ck/tensor_operation/gpu/device/gemm_specialization.hpp>
#include <ck/tensor_operation/gpu/device/impl/device_gemm_multiple_d_xdl_cshuffle_v3.hpp>
#include <ck/tensor_operation/gpu/device/tensor_layout.hpp>
#include <ck/tensor_operation/gpu/element/element_wise_operation.hpp>
#include <ck/utility/blkgemmpipe_scheduler.hpp>

// Each operation has a kernel that adds to its result, for K in slices, and one that sets it. Nothing adds to bytes, and
// so Composable Kernel does not say how; products of bytes are never sliced, and their first kernel only has to link.
namespace ck {
#define PORTER_NO_SUM(Type)                                                                                      \
  template <>                                                                                                    \
  inline __device__ Type atomic_add<Type>(Type *, const Type &) {                                                \
    __builtin_trap();                                                                                            \
  }
PORTER_NO_SUM(int8_t)
PORTER_NO_SUM(int8x2_t)
PORTER_NO_SUM(int8x4_t)
PORTER_NO_SUM(int8x8_t)
#undef PORTER_NO_SUM
} // namespace ck

namespace porter::composable {

template <ck::index_t... Is>
using S = ck::Sequence<Is...>;

/// Composable Kernel's type with the bits of one of HIP's.
template <typename T>
struct Bits {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, int8_t> || std::is_same_v<T, int32_t>,
                "Composable Kernel's DeviceGemmMultiD_Xdl_CShuffle_V3 takes half, bfloat16, float and int8");
  using Type = T;
};
template <>
struct Bits<__half> {
  using Type = ck::half_t;
};
template <>
struct Bits<__hip_bfloat16> {
  using Type = ck::bhalf_t;
};
template <typename T>
using BitsOf = typename Bits<std::remove_const_t<T>>::Type;

template <bool IsByRows>
using Layout = std::conditional_t<IsByRows, ck::tensor_layout::gemm::RowMajor, ck::tensor_layout::gemm::ColumnMajor>;

/// A result in its type: the nearest whole number that there is, for whole numbers.
template <typename D>
__host__ __device__ D round(float value) {
  if constexpr (std::is_same_v<D, int8_t>)
    return D(value <= -128.0f ? -128 : value >= 127.0f ? 127 : int(rintf(value)));
  else if constexpr (std::is_same_v<D, int32_t>)
    return D(rintf(value));
  else
    return ck::type_convert<D>(value);
}

/// How threads move a tile of 64 by 64 by 64 elements; those in a row of memory `Vector` at a time.
template <bool IsContiguousInK, int Size, int Vector>
struct Moved;
template <int Size, int Vector>
struct Moved<true, Size, Vector> {
  static constexpr int kTogether = 16 / Size;
  static constexpr int kVector = Vector < kTogether ? Vector : kTogether;
  static constexpr int kAxis = 2;
  using Threads = S<64 / kTogether, 256 / (64 / kTogether), 1>;
  using Order = S<1, 0, 2>;
};
template <int Size, int Vector>
struct Moved<false, Size, Vector> {
  static constexpr int kTogether = 4;
  static constexpr int kVector = Vector < 4 ? Vector : 4;
  static constexpr int kAxis = 1;
  using Threads = S<16, 16, 1>;
  using Order = S<0, 2, 1>;
};

template <typename T, int Count>
struct Repeated;
template <typename T>
struct Repeated<T, 1> {
  using Tuple = ck::Tuple<T>;
  template <int Vector>
  using Vectors = S<Vector, Vector>;
};
template <typename T>
struct Repeated<T, 2> {
  using Tuple = ck::Tuple<T, T>;
  template <int Vector>
  using Vectors = S<Vector, Vector, Vector>;
};

/// D = last(A * B, more...), by rows; `More` is how many matrices of C's type `last` gets.
template <typename A, bool AByRows, typename B, bool BByRows, typename C, int AVector, int BVector, int CVector,
          typename Last, int More = 1>
struct Product {
  using Pass = ck::tensor_operation::element_wise::PassThrough;
  using AType = BitsOf<A>;
  using BType = BitsOf<B>;
  using CType = BitsOf<C>;
  using Sum = std::conditional_t<std::is_same_v<AType, int8_t>, int32_t, float>;
  static_assert(std::is_same_v<AType, BType>, "Composable Kernel multiplies matrices of one type");
  using ForA = Moved<AByRows, sizeof(AType), AVector>;
  using ForB = Moved<!BByRows, sizeof(BType), BVector>;
  static constexpr int kCVector = CVector < 8 ? CVector : 8;
  using Operation = ck::tensor_operation::device::DeviceGemmMultiD_Xdl_CShuffle_V3<
      Layout<AByRows>, Layout<BByRows>, typename Repeated<Layout<true>, More>::Tuple, Layout<true>, AType, BType,
      typename Repeated<CType, More>::Tuple, CType, Sum, Sum, Pass, Pass, Last,
      ck::tensor_operation::device::GemmSpecialization::MNKPadding, 256, 64, 64, 64, ForA::kTogether, ForB::kTogether,
      32, 32, 1, 1, typename ForA::Threads, typename ForA::Order, typename ForA::Order, ForA::kAxis, ForA::kVector,
      ForA::kTogether, 0, typename ForB::Threads, typename ForB::Order, typename ForB::Order, ForB::kAxis,
      ForB::kVector, ForB::kTogether, 0, 1, 1, S<1, 4 * kCVector, 1, 64 / kCVector>,
      typename Repeated<C, More>::template Vectors<kCVector>, ck::BlockGemmPipelineScheduler::Intrawave,
      ck::BlockGemmPipelineVersion::v1, AType>;

  /// Of an m by k and a k by n matrix; each further one with the distance of its rows.
  static auto argument(int m, int n, int k, const void *a, int64_t lda, const void *b, int64_t ldb,
                       const std::array<const void *, More> &more, const std::array<int64_t, More> &distances, void *d,
                       int64_t ldd, int slices, Last last) {
    std::array<ck::index_t, More> strides;
    for (int i = 0; i < More; ++i)
      strides[i] = ck::index_t(distances[i]);
    return Operation::MakeArgument(a, b, more, d, m, n, k, ck::index_t(lda), ck::index_t(ldb), strides,
                                   ck::index_t(ldd), slices, Pass{}, Pass{}, last);
  }
};

} // namespace porter::composable
