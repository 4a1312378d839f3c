// A product of matrices in the words of CUTLASS 2, over Composable Kernel's device operations: Composable Kernel's own
// tiles are used.
#pragma once

#include "ck_product.hpp"

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
  /// Whole factors of whole sums are multiplied as such.
  using Scalar = std::conditional_t<std::is_integral_v<Compute>, int32_t, float>;
  static_assert(std::is_same_v<Scalar, float> || std::is_same_v<Activation, Identity>,
                "activations are computed in float");
  static constexpr int kCount = Count;
  static constexpr ScaleType::Kind kScale = Scale;
  static_assert(Scale != ScaleType::PerChannelScaling, "a factor for each channel is not taken");
  struct Params {
    Params(Compute alpha = Compute(1), Compute beta = Compute(0)) : alpha(alpha), beta(beta) {}
    Compute alpha, beta;
  };
  static Scalar alpha(const Params &given) { return Scale == ScaleType::Nothing ? Scalar(1) : Scalar(given.alpha); }
  static Scalar beta(const Params &given) {
    if (Scale == ScaleType::NoBetaScaling) return Scalar(1);
    return Scale == ScaleType::Default ? Scalar(given.beta) : Scalar(0);
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

template <typename Layout>
constexpr bool kIsByRows = std::is_same_v<Layout, layout::RowMajor>;

/// D = activation(alpha * sum + beta * C). With beta = 0, C is not looked at: it may be anything.
template <typename Activation, typename Scalar>
struct Combine {
  Scalar alpha, beta;
  template <typename D, typename Sum, typename C>
  __host__ __device__ constexpr void operator()(D &d, const Sum &sum, const C &c) const {
    Scalar made = alpha * ck::type_convert<Scalar>(sum);
    if (beta != Scalar(0)) made += beta * ck::type_convert<Scalar>(c);
    if constexpr (std::is_same_v<D, Scalar> && std::is_integral_v<Scalar>)
      d = made;
    else
      d = composable::round<D>(Activation::of(float(made)));
  }
};

/// A product whose result lies by rows.
template <typename A, bool AByRows, typename B, bool BByRows, typename C, int AVector, int BVector, int CVector,
          typename Activation, typename Scalar>
struct Product : composable::Product<A, AByRows, B, BByRows, C, AVector, BVector, CVector, Combine<Activation, Scalar>> {
  static auto argument(GemmCoord size, const void *a, int64_t lda, const void *b, int64_t ldb, const void *c,
                       int64_t ldc, void *d, int64_t ldd, Scalar alpha, Scalar beta, int slices) {
    using Base =
        composable::Product<A, AByRows, B, BByRows, C, AVector, BVector, CVector, Combine<Activation, Scalar>>;
    // A C that is not looked at has to lie somewhere all the same.
    const bool hasC = beta != Scalar(0);
    return Base::argument(size.m(), size.n(), size.k(), a, lda, b, ldb, {hasC ? c : d}, {hasC ? ldc : ldd}, d, ldd,
                          slices, {alpha, beta});
  }
};

} // namespace detail
} // namespace gemm
} // namespace porter::cutlass
