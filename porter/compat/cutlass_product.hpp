// A product of matrices in the words of CUTLASS 2, over Composable Kernel's device operations: Composable Kernel's own
// tiles are used.
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

namespace porter::cutlass {

using half_t = __half;
using bfloat16_t = __hip_bfloat16;

enum class Status {
  kSuccess,
  kErrorMisalignedOperand,
  kErrorInvalidDataType,
  kErrorInvalidLayout,
  kErrorInvalidProblem,
  kErrorNotSupported,
  kErrorWorkspaceNull,
  kErrorInternal,
  kErrorArchMismatch,
  kErrorInsufficientDriver,
  kErrorMemoryAllocation,
  kInvalid
};

inline const char *cutlassGetStatusString(Status status) {
  switch (status) {
  case Status::kSuccess: return "Success";
  case Status::kErrorMisalignedOperand: return "Error Misaligned Operand";
  case Status::kErrorInvalidProblem: return "Error Invalid Problem";
  case Status::kErrorNotSupported: return "Error Not Supported";
  case Status::kErrorInternal: return "Error Internal";
  case Status::kErrorArchMismatch: return "Error Architecture Mismatch";
  default: return "Invalid status";
  }
}

namespace layout {
/// Rows lie one behind the other; the stride is their distance.
struct RowMajor {
  RowMajor(int64_t stride = 0) : distance(stride) {}
  int64_t stride() const { return distance; }
  int64_t distance;
};
/// Columns lie one behind the other.
struct ColumnMajor {
  ColumnMajor(int64_t stride = 0) : distance(stride) {}
  int64_t stride() const { return distance; }
  int64_t distance;
};
} // namespace layout

template <typename Element, typename Layout>
struct TensorRef {
  TensorRef(Element *pointer = nullptr, Layout layout = Layout()) : pointer(pointer), where(layout) {}
  template <typename Other, typename = std::enable_if_t<std::is_convertible_v<Other *, Element *>>>
  TensorRef(const TensorRef<Other, Layout> &other) : pointer(other.data()), where(other.layout()) {}
  Element *data() const { return pointer; }
  const Layout &layout() const { return where; }
  int64_t stride() const { return where.stride(); }
  Element *pointer;
  Layout where;
};

namespace arch {
struct OpClassTensorOp {};
struct OpClassSimt {};
struct OpMultiplyAdd {};
struct OpMultiplyAddSaturate {};
struct Sm50 {};
struct Sm60 {};
struct Sm61 {};
struct Sm70 {};
struct Sm72 {};
struct Sm75 {};
struct Sm80 {};
struct Sm86 {};
struct Sm89 {};
struct Sm90 {};
} // namespace arch

namespace epilogue::thread {

/// NoBetaScaling adds C as it is, as a bias; OnlyAlphaScaling and Nothing do not look at it.
struct ScaleType {
  enum Kind { Default, NoBetaScaling, OnlyAlphaScaling, PerChannelScaling, Nothing };
};

/// The activations, in float.
struct Identity {
  __host__ __device__ static float of(float x) { return x; }
};
struct Relu {
  __host__ __device__ static float of(float x) { return x < 0.0f ? 0.0f : x; }
};
struct Gelu {
  __host__ __device__ static float of(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678f)); }
};
struct Silu {
  __host__ __device__ static float of(float x) { return x / (1.0f + expf(-x)); }
};

template <typename Activation, typename Output, int Count, typename Accumulator, typename Compute,
          ScaleType::Kind Scale>
struct Combination {
  using ElementOutput = Output;
  using Function = Activation;
  static constexpr int kCount = Count;
  static constexpr ScaleType::Kind kScale = Scale;
  static_assert(Scale != ScaleType::PerChannelScaling, "a factor for each channel is not taken");
  struct Params {
    Params(Compute alpha = Compute(1), Compute beta = Compute(0)) : alpha(alpha), beta(beta) {}
    Compute alpha, beta;
  };
  static float alpha(const Params &given) { return Scale == ScaleType::Nothing ? 1.0f : float(given.alpha); }
  static float beta(const Params &given) {
    if (Scale == ScaleType::NoBetaScaling) return 1.0f;
    return Scale == ScaleType::Default ? float(given.beta) : 0.0f;
  }
};

#define PORTER_EPILOGUE(name, activation)                                                                        \
  template <typename Output, int Count, typename Accumulator = Output, typename Compute = Output,                \
            ScaleType::Kind Scale = ScaleType::Default>                                                          \
  using name = Combination<activation, Output, Count, Accumulator, Compute, Scale>;
PORTER_EPILOGUE(LinearCombination, Identity)
PORTER_EPILOGUE(LinearCombinationRelu, Relu)
PORTER_EPILOGUE(LinearCombinationGELU, Gelu)
PORTER_EPILOGUE(LinearCombinationSilu, Silu)
#undef PORTER_EPILOGUE

} // namespace epilogue::thread

namespace gemm {

struct GemmCoord {
  GemmCoord(int m = 0, int n = 0, int k = 0) : sizes{m, n, k} {}
  int m() const { return sizes[0]; }
  int n() const { return sizes[1]; }
  int k() const { return sizes[2]; }
  int sizes[3];
};

template <int M, int N, int K>
struct GemmShape {
  static constexpr int kM = M, kN = N, kK = K;
};

enum class GemmUniversalMode { kGemm, kGemmSplitKParallel, kBatched, kArray, kInvalid };

namespace threadblock {
template <int N = 1>
struct GemmIdentityThreadblockSwizzle {};
struct GemmBatchedIdentityThreadblockSwizzle {};
struct GemmSplitKHorizontalThreadblockSwizzle {};
template <int N = 1>
struct GemmSplitKIdentityThreadblockSwizzle {};
} // namespace threadblock

namespace detail {

template <ck::index_t... Is>
using S = ck::Sequence<Is...>;

/// Composable Kernel's type with the bits of one of CUTLASS's.
template <typename T>
struct Bits {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, int8_t> || std::is_same_v<T, int32_t>,
                "Composable Kernel's DeviceGemmMultiD_Xdl_CShuffle_V3 takes half, bfloat16, float and int8");
  using Type = T;
};
template <>
struct Bits<half_t> {
  using Type = ck::half_t;
};
template <>
struct Bits<bfloat16_t> {
  using Type = ck::bhalf_t;
};
template <typename T>
using BitsOf = typename Bits<std::remove_const_t<T>>::Type;

template <typename Layout>
constexpr bool kIsByRows = std::is_same_v<Layout, layout::RowMajor>;
template <bool IsByRows>
using CkLayout = std::conditional_t<IsByRows, ck::tensor_layout::gemm::RowMajor, ck::tensor_layout::gemm::ColumnMajor>;

/// D = activation(alpha * sum + beta * C). With beta = 0, C is not looked at: it may be anything.
template <typename Activation>
struct Combine {
  float alpha, beta;
  template <typename D, typename Sum, typename C>
  __host__ __device__ constexpr void operator()(D &d, const Sum &sum, const C &c) const {
    float made = alpha * ck::type_convert<float>(sum);
    if (beta != 0.0f) made += beta * ck::type_convert<float>(c);
    d = round<D>(Activation::of(made));
  }

private:
  template <typename D>
  __host__ __device__ static D round(float value) {
    if constexpr (std::is_same_v<D, int8_t>)
      return D(value <= -128.0f ? -128 : value >= 127.0f ? 127 : int(rintf(value)));
    else if constexpr (std::is_same_v<D, int32_t>)
      return D(rintf(value));
    else
      return ck::type_convert<D>(value);
  }
};

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

/// A product whose result lies by rows.
template <typename A, bool AByRows, typename B, bool BByRows, typename C, int AVector, int BVector, int CVector,
          typename Activation>
struct Product {
  using Pass = ck::tensor_operation::element_wise::PassThrough;
  using AType = BitsOf<A>;
  using BType = BitsOf<B>;
  using CType = BitsOf<C>;
  using Sum = std::conditional_t<std::is_same_v<AType, int8_t>, int32_t, float>;
  using Last = Combine<Activation>;
  static_assert(std::is_same_v<AType, BType>, "Composable Kernel multiplies matrices of one type");
  using ForA = Moved<AByRows, sizeof(AType), AVector>;
  using ForB = Moved<!BByRows, sizeof(BType), BVector>;
  static constexpr int kCVector = CVector < 8 ? CVector : 8;
  using Operation = ck::tensor_operation::device::DeviceGemmMultiD_Xdl_CShuffle_V3<
      CkLayout<AByRows>, CkLayout<BByRows>, ck::Tuple<CkLayout<true>>, CkLayout<true>, AType, BType, ck::Tuple<CType>,
      CType, Sum, Sum, Pass, Pass, Last, ck::tensor_operation::device::GemmSpecialization::MNKPadding, 256, 64, 64, 64,
      ForA::kTogether, ForB::kTogether, 32, 32, 1, 1, typename ForA::Threads, typename ForA::Order,
      typename ForA::Order, ForA::kAxis, ForA::kVector, ForA::kTogether, 0, typename ForB::Threads,
      typename ForB::Order, typename ForB::Order, ForB::kAxis, ForB::kVector, ForB::kTogether, 0, 1, 1,
      S<1, 4 * kCVector, 1, 64 / kCVector>, S<kCVector, kCVector>, ck::BlockGemmPipelineScheduler::Intrawave,
      ck::BlockGemmPipelineVersion::v1, AType>;

  static auto argument(GemmCoord size, const void *a, int64_t lda, const void *b, int64_t ldb, const void *c,
                       int64_t ldc, void *d, int64_t ldd, float alpha, float beta, int slices) {
    // A C that is not looked at has to lie somewhere all the same.
    const std::array<const void *, 1> more = {beta == 0.0f ? d : c};
    const std::array<ck::index_t, 1> strides = {ck::index_t(beta == 0.0f ? ldd : ldc)};
    return Operation::MakeArgument(a, b, more, d, size.m(), size.n(), size.k(), ck::index_t(lda), ck::index_t(ldb),
                                   strides, ck::index_t(ldd), slices, Pass{}, Pass{}, Last{alpha, beta});
  }
};

} // namespace detail
} // namespace gemm
} // namespace porter::cutlass
