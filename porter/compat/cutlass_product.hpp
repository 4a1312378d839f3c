// A product of matrices in the words of CUTLASS 2, over Composable Kernel's device operations: Composable Kernel's own
// tiles are used.
#pragma once

#include "ck_product.hpp"
#include "cutlass_coordinates.hpp"

/// 1.5_hf and 1.5_bf16.
inline __half operator""_hf(long double x) { return __half(float(x)); }
inline __half operator""_hf(unsigned long long x) { return __half(float(x)); }
inline __hip_bfloat16 operator""_bf16(long double x) { return __hip_bfloat16(float(x)); }
inline __hip_bfloat16 operator""_bf16(unsigned long long x) { return __hip_bfloat16(float(x)); }

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

/// The activations; those of whole numbers too, where they are whole.
struct Identity {
  template <typename T>
  __host__ __device__ static T of(T x) {
    return x;
  }
};
struct Relu {
  template <typename T>
  __host__ __device__ static T of(T x) {
    return x < T(0) ? T(0) : x;
  }
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
  static_assert(std::is_same_v<Scalar, float> || std::is_same_v<Activation, Identity> ||
                    std::is_same_v<Activation, Relu>,
                "this activation is computed in float");
  using ElementAccumulator = Accumulator;
  using ElementCompute = Compute;
  using ElementScalar = Compute;
  static constexpr int kCount = Count;
  static constexpr ScaleType::Kind kScale = Scale;
  static_assert(Scale != ScaleType::PerChannelScaling, "a factor for each channel is not taken");
  /// The factors, or where the device has them.
  struct Params {
    Params(Compute alpha = Compute(1), Compute beta = Compute(0)) : alpha(alpha), beta(beta) {}
    Params(const Compute *alpha, const Compute *beta = nullptr)
        : alpha(Compute(1)), beta(Compute(0)), alpha_ptr(alpha), beta_ptr(beta) {}
    Compute alpha, beta;
    const Compute *alpha_ptr = nullptr, *beta_ptr = nullptr;
  };
  /// One of them, in the type that it is used in.
  struct Factor {
    Scalar value;
    const Compute *pointer = nullptr;
    bool isZero() const { return pointer == nullptr && value == Scalar(0); }
    __host__ __device__ Scalar get() const { return pointer != nullptr ? Scalar(*pointer) : value; }
  };
  static Factor alpha(const Params &given) {
    if (Scale == ScaleType::Nothing) return {Scalar(1)};
    return {Scalar(given.alpha), given.alpha_ptr};
  }
  static Factor beta(const Params &given) {
    if (Scale == ScaleType::NoBetaScaling) return {Scalar(1)};
    if (Scale != ScaleType::Default) return {Scalar(0)};
    return {Scalar(given.beta), given.beta_ptr};
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

enum class GemmUniversalMode { kGemm, kGemmSplitKParallel, kBatched, kArray, kInvalid };

namespace threadblock {
template <int N = 1>
struct GemmIdentityThreadblockSwizzle {};
struct GemmBatchedIdentityThreadblockSwizzle {};
struct GemmSplitKHorizontalThreadblockSwizzle {};
template <int N = 1>
struct GemmSplitKIdentityThreadblockSwizzle {};
struct ThreadblockSwizzleStreamK {};
} // namespace threadblock

namespace detail {

template <typename Layout>
constexpr bool kIsByRows = std::is_same_v<Layout, layout::RowMajor>;

/// D = activation(alpha * sum + beta * C). With beta = 0, C is not looked at: it may be anything.
template <typename Epilogue>
struct Combine {
  using Scalar = typename Epilogue::Scalar;
  typename Epilogue::Factor alpha, beta;
  template <typename D, typename Sum, typename C>
  __host__ __device__ constexpr void operator()(D &d, const Sum &sum, const C &c) const {
    Scalar made = alpha.get() * ck::type_convert<Scalar>(sum);
    const Scalar factor = beta.get();
    if (factor != Scalar(0)) made += factor * ck::type_convert<Scalar>(c);
    const Scalar active = Epilogue::Function::of(made);
    if constexpr (std::is_same_v<D, Scalar> && std::is_integral_v<Scalar>)
      d = active;
    else
      d = composable::round<D>(float(active));
  }
};

/// A product whose result lies by rows.
template <typename A, bool AByRows, typename B, bool BByRows, typename C, int AVector, int BVector, typename Epilogue>
struct Product
    : composable::Product<A, AByRows, B, BByRows, C, AVector, BVector, Epilogue::kCount, Combine<Epilogue>> {
  static auto argument(GemmCoord size, const void *a, int64_t lda, const void *b, int64_t ldb, const void *c,
                       int64_t ldc, void *d, int64_t ldd, const typename Epilogue::Params &factors, int slices) {
    using Base = composable::Product<A, AByRows, B, BByRows, C, AVector, BVector, Epilogue::kCount, Combine<Epilogue>>;
    const Combine<Epilogue> last{Epilogue::alpha(factors), Epilogue::beta(factors)};
    // A C that is not looked at has to lie somewhere all the same.
    const bool hasC = !last.beta.isZero();
    return Base::argument(size.m(), size.n(), size.k(), a, lda, b, ldb, {hasC ? c : d}, {hasC ? ldc : ldd}, d, ldd,
                          slices, last);
  }
};

} // namespace detail
} // namespace gemm
} // namespace porter::cutlass
