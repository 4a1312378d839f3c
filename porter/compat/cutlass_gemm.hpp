// CUTLASS 2's device-wide products of matrices, over Composable Kernel's device operations.
//
// D = activation(alpha * A * B + beta * C), as cutlass/gemm/device has it: the same classes with the same parameters
// and arguments. Composable Kernel's own tiles are used; warp shapes, stages and swizzles are taken and not looked at.
// Sums are in float (int for eight-bit integers) whatever accumulator is asked for. MFMA alone, which is gfx9's: on
// other GPUs `can_implement` says kErrorArchMismatch.
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
  struct Params {
    Params(Compute alpha = Compute(1), Compute beta = Compute(0)) : alpha(alpha), beta(beta) {}
    Compute alpha, beta;
  };
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
                       int64_t ldc, void *d, int64_t ldd, float alpha, float beta) {
    // A C that is not looked at has to lie somewhere all the same.
    const std::array<const void *, 1> more = {beta == 0.0f ? d : c};
    const std::array<ck::index_t, 1> strides = {ck::index_t(beta == 0.0f ? ldd : ldc)};
    return Operation::MakeArgument(a, b, more, d, size.m(), size.n(), size.k(), ck::index_t(lda), ck::index_t(ldb),
                                   strides, ck::index_t(ldd), 1, Pass{}, Pass{}, Last{alpha, beta});
  }
};

/// How many elements one access moves, unless a program says otherwise: 16 bytes of them on tensor cores.
template <typename OperatorClass, typename Element>
constexpr int kAlignment = std::is_same_v<OperatorClass, arch::OpClassSimt> ? 1 : 16 / int(sizeof(Element));

/// What one matrix of a product is, of several products one after the other.
struct Matrix {
  const void *data;
  int64_t stride, batch_bytes;
};

/// All device-wide products: they differ in how their arguments are given.
template <typename ElementA_, typename LayoutA_, typename ElementB_, typename LayoutB_, typename ElementC_,
          typename LayoutC_, int AlignmentA, int AlignmentB, typename Epilogue>
class Device {
public:
  using ElementA = ElementA_;
  using LayoutA = LayoutA_;
  using ElementB = ElementB_;
  using LayoutB = LayoutB_;
  using ElementC = ElementC_;
  using LayoutC = LayoutC_;
  using EpilogueOutputOp = Epilogue;

  /// Any arguments: those of a product, and of how many.
  struct Problem {
    GemmCoord size;
    Matrix a, b, c, d;
    typename Epilogue::Params epilogue;
    int batches;
  };

  static Status can_implement(const Problem &problem) {
    if (problem.size.m() < 0 || problem.size.n() < 0 || problem.size.k() < 0 || problem.batches < 0)
      return Status::kErrorInvalidProblem;
    if (!ck::is_xdl_supported()) return Status::kErrorArchMismatch;
    return Kernel::Operation::IsSupportedArgument(argument(problem, 0)) ? Status::kSuccess
                                                                        : Status::kErrorMisalignedOperand;
  }
  static std::size_t get_workspace_size(const Problem &) { return 0; }
  Status initialize(const Problem &problem, void * = nullptr, hipStream_t = nullptr) {
    const Status status = can_implement(problem);
    if (status == Status::kSuccess) kept = problem;
    return status;
  }
  Status update(const Problem &problem, void * = nullptr) { return initialize(problem); }
  Status run(hipStream_t stream = nullptr) {
    if (kept.size.m() == 0 || kept.size.n() == 0) return Status::kSuccess;
    for (int batch = 0; batch < kept.batches; ++batch)
      Kernel::Operation::MakeInvoker().Run(argument(kept, batch), StreamConfig{stream, false});
    return hipPeekAtLastError() == hipSuccess ? Status::kSuccess : Status::kErrorInternal;
  }
  Status operator()(hipStream_t stream = nullptr) { return run(stream); }
  Status operator()(const Problem &problem, void *workspace = nullptr, hipStream_t stream = nullptr) {
    const Status status = initialize(problem, workspace, stream);
    return status == Status::kSuccess ? run(stream) : status;
  }

private:
  // A result that lies by columns is one by rows of the transposed product, B' * A'.
  static constexpr bool kIsTransposed = !kIsByRows<LayoutC>;
  using Function = typename Epilogue::Function;
  using Kernel = std::conditional_t<
      kIsTransposed,
      Product<ElementB, !kIsByRows<LayoutB>, ElementA, !kIsByRows<LayoutA>, ElementC, AlignmentB, AlignmentA,
              Epilogue::kCount, Function>,
      Product<ElementA, kIsByRows<LayoutA>, ElementB, kIsByRows<LayoutB>, ElementC, AlignmentA, AlignmentB,
              Epilogue::kCount, Function>>;

  static auto argument(const Problem &problem, int batch) {
    auto at = [batch](const Matrix &matrix) {
      return static_cast<const char *>(matrix.data) + batch * matrix.batch_bytes;
    };
    const GemmCoord &size = problem.size;
    const Matrix &first = kIsTransposed ? problem.b : problem.a, &second = kIsTransposed ? problem.a : problem.b;
    return Kernel::argument(kIsTransposed ? GemmCoord(size.n(), size.m(), size.k()) : size, at(first), first.stride,
                            at(second), second.stride, at(problem.c), problem.c.stride,
                            const_cast<char *>(at(problem.d)), problem.d.stride, float(problem.epilogue.alpha),
                            float(problem.epilogue.beta));
  }

  Problem kept{};
};

} // namespace detail

namespace device {

#define PORTER_PARAMETERS                                                                                        \
  typename A, typename LayoutOfA, typename B, typename LayoutOfB, typename C, typename LayoutOfC,                \
      typename Accumulator = C, typename OperatorClass = arch::OpClassSimt, typename Arch = arch::Sm70,          \
      typename Block = GemmShape<128, 128, 8>, typename Warp = GemmShape<32, 64, 8>,                             \
      typename Instruction = GemmShape<1, 1, 1>,                                                                 \
      typename Epilogue = epilogue::thread::LinearCombination<C, detail::kAlignment<OperatorClass, C>, float, float>
#define PORTER_DEVICE detail::Device<A, LayoutOfA, B, LayoutOfB, C, LayoutOfC, AlignmentA, AlignmentB, Epilogue>

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmIdentityThreadblockSwizzle<>, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          bool SplitKSerial = false, typename Operator = arch::OpMultiplyAdd>
struct Gemm : PORTER_DEVICE {
  struct Arguments : PORTER_DEVICE::Problem {
    Arguments(GemmCoord size, TensorRef<const A, LayoutOfA> a, TensorRef<const B, LayoutOfB> b,
              TensorRef<const C, LayoutOfC> c, TensorRef<C, LayoutOfC> d,
              typename Epilogue::Params epilogue = typename Epilogue::Params(), int slices = 1)
        : PORTER_DEVICE::Problem{size,
                                 {a.data(), a.stride(), 0},
                                 {b.data(), b.stride(), 0},
                                 {c.data(), c.stride(), 0},
                                 {d.data(), d.stride(), 0},
                                 epilogue,
                                 1} {
      (void)slices; // of K, which are summed by one block here
    }
  };
};

/// Its slices of K are summed by one block, and so it is the same.
template <PORTER_PARAMETERS>
using GemmSplitKParallel = Gemm<A, LayoutOfA, B, LayoutOfB, C, LayoutOfC, Accumulator, OperatorClass, Arch, Block,
                                Warp, Instruction, Epilogue>;

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmBatchedIdentityThreadblockSwizzle, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          typename Operator = arch::OpMultiplyAdd>
struct GemmBatched : PORTER_DEVICE {
  struct Arguments : PORTER_DEVICE::Problem {
    Arguments(GemmCoord size, TensorRef<const A, LayoutOfA> a, int64_t stride_a, TensorRef<const B, LayoutOfB> b,
              int64_t stride_b, TensorRef<const C, LayoutOfC> c, int64_t stride_c, TensorRef<C, LayoutOfC> d,
              int64_t stride_d, typename Epilogue::Params epilogue, int batches)
        : PORTER_DEVICE::Problem{size,
                                 {a.data(), a.stride(), stride_a * int64_t(sizeof(A))},
                                 {b.data(), b.stride(), stride_b * int64_t(sizeof(B))},
                                 {c.data(), c.stride(), stride_c * int64_t(sizeof(C))},
                                 {d.data(), d.stride(), stride_d * int64_t(sizeof(C))},
                                 epilogue,
                                 batches} {}
  };
};

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmIdentityThreadblockSwizzle<>, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          typename Operator = arch::OpMultiplyAdd>
struct GemmUniversal : PORTER_DEVICE {
  struct Arguments : PORTER_DEVICE::Problem {
    Arguments(GemmUniversalMode mode, GemmCoord size, int batches, typename Epilogue::Params epilogue, const void *a,
              const void *b, const void *c, void *d, int64_t batch_a, int64_t batch_b, int64_t batch_c,
              int64_t batch_d, int64_t lda, int64_t ldb, int64_t ldc, int64_t ldd)
        : PORTER_DEVICE::Problem{size,
                                 {a, lda, batch_a * int64_t(sizeof(A))},
                                 {b, ldb, batch_b * int64_t(sizeof(B))},
                                 {c, ldc, batch_c * int64_t(sizeof(C))},
                                 {d, ldd, batch_d * int64_t(sizeof(C))},
                                 epilogue,
                                 count(mode, batches)} {}

  private:
    /// Of a product in slices of K the number is theirs; arrays of pointers are not taken.
    static int count(GemmUniversalMode mode, int batches) {
      if (mode == GemmUniversalMode::kBatched) return batches;
      return mode == GemmUniversalMode::kArray || mode == GemmUniversalMode::kInvalid ? -1 : 1;
    }
  };
};

#undef PORTER_DEVICE
#undef PORTER_PARAMETERS

} // namespace device
} // namespace gemm
} // namespace porter::cutlass
