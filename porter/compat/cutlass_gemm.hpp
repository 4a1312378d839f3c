// CUTLASS 2's device-wide products of matrices, over Composable Kernel's device operations.
//
// D = activation(alpha * A * B + beta * C), as cutlass/gemm/device has it: the same classes with the same parameters
// and arguments. Composable Kernel's own tiles are used; warp shapes, stages and swizzles are taken and not looked at.
// Sums are in float (int for eight-bit integers) whatever accumulator is asked for. MFMA alone, which is gfx9's: on
// other GPUs `can_implement` says kErrorArchMismatch.
#pragma once

#include "cutlass_product.hpp"

namespace porter::cutlass {
namespace gemm {
namespace detail {

/// How many elements one access moves, unless a program says otherwise: 16 bytes of them on tensor cores.
template <typename OperatorClass, typename Element>
constexpr int kAlignment = std::is_same_v<OperatorClass, arch::OpClassSimt> ? 1 : 16 / int(sizeof(Element));

/// What one matrix of a product is, of several products one after the other.
struct Matrix {
  const void *data;
  int64_t stride, batch_bytes;
};

/// What else a program may ask of a product: how CUTLASS would have computed it.
template <typename Accumulator, typename Class, typename Tag, typename Block, typename Warp, typename Instruction,
          typename Swizzle, int Stages, typename Multiply>
struct Asked {
  using ElementAccumulator = Accumulator;
  using OperatorClass = Class;
  using ArchTag = Tag;
  using ThreadblockShape = Block;
  using WarpShape = Warp;
  using InstructionShape = Instruction;
  using ThreadblockSwizzle = Swizzle;
  using Operator = Multiply;
  static constexpr int kStages = Stages;
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
  using TensorRefA = TensorRef<const ElementA, LayoutA>;
  using TensorRefB = TensorRef<const ElementB, LayoutB>;
  using TensorRefC = TensorRef<const ElementC, LayoutC>;
  using TensorRefD = TensorRef<ElementC, LayoutC>;
  static constexpr int kAlignmentA = AlignmentA, kAlignmentB = AlignmentB, kAlignmentC = Epilogue::kCount;

  /// Any arguments: those of a product, and of how many.
  struct Problem {
    GemmCoord size;
    Matrix a, b, c, d;
    typename Epilogue::Params epilogue;
    int batches;
    int slices = 1; ///< of K, where what blocks have may be added up in D
  };

  static Status can_implement(const Problem &problem) {
    if (problem.size.m() < 0 || problem.size.n() < 0 || problem.size.k() < 0 || problem.batches < 0)
      return Status::kErrorInvalidProblem;
    if (!ck::is_xdl_supported()) return Status::kErrorArchMismatch;
    return Kernel::Operation::IsSupportedArgument(argument(problem, 0, 1)) ? Status::kSuccess
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
      Kernel::Operation::MakeInvoker().Run(argument(kept, batch, slices()), StreamConfig{stream, false});
    return hipPeekAtLastError() == hipSuccess ? Status::kSuccess : Status::kErrorInternal;
  }
  Status compute(const Problem &problem, void *workspace, hipStream_t stream) {
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
              Epilogue>,
      Product<ElementA, kIsByRows<LayoutA>, ElementB, kIsByRows<LayoutB>, ElementC, AlignmentA, AlignmentB,
              Epilogue>>;

  /// In how many slices K is summed. They are added up in D, so that nothing else may happen to a sum; not every type
  /// of D can be added to on every GPU, and Composable Kernel zeroes a D without gaps. It adds two elements of 16 bits
  /// at a time; single ones it would add as integers.
  int slices() const {
    const bool isPlain = std::is_same_v<Function, epilogue::thread::Identity> && Epilogue::beta(kept.epilogue).isZero();
    const bool hasGaps = kept.d.stride != (kIsTransposed ? kept.size.m() : kept.size.n());
    const bool isSingle = sizeof(ElementC) == 2 && Epilogue::kCount % 2 != 0;
    if (kept.slices <= 1 || !isPlain || hasGaps || isSingle || sizeof(ElementC) == 1) return 1;
    return Kernel::Operation::IsSupportedArgument(argument(kept, 0, kept.slices)) ? kept.slices : 1;
  }

  static auto argument(const Problem &problem, int batch, int slices) {
    auto at = [batch](const Matrix &matrix) {
      return static_cast<const char *>(matrix.data) + batch * matrix.batch_bytes;
    };
    const GemmCoord &size = problem.size;
    const Matrix &first = kIsTransposed ? problem.b : problem.a, &second = kIsTransposed ? problem.a : problem.b;
    return Kernel::argument(kIsTransposed ? GemmCoord(size.n(), size.m(), size.k()) : size, at(first), first.stride,
                            at(second), second.stride, at(problem.c), problem.c.stride,
                            const_cast<char *>(at(problem.d)), problem.d.stride, problem.epilogue, slices);
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
#define PORTER_DEVICE                                                                                            \
  detail::Device<A, LayoutOfA, B, LayoutOfB, C, LayoutOfC, AlignmentA, AlignmentB, Epilogue>,                    \
      detail::Asked<Accumulator, OperatorClass, Arch, Block, Warp, Instruction, Swizzle, Stages, Operator>
/// Calls of a product; its arguments may stand in braces.
#define PORTER_CALLS                                                                                             \
  Status operator()(hipStream_t stream = nullptr) { return this->run(stream); }                                  \
  Status operator()(const Arguments &arguments, void *workspace = nullptr, hipStream_t stream = nullptr) {       \
    return this->compute(arguments, workspace, stream);                                                          \
  }
#define PORTER_PROBLEM                                                                                           \
  typename detail::Device<A, LayoutOfA, B, LayoutOfB, C, LayoutOfC, AlignmentA, AlignmentB, Epilogue>::Problem

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmIdentityThreadblockSwizzle<>, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          bool SplitKSerial = false, typename Operator = arch::OpMultiplyAdd>
struct Gemm : PORTER_DEVICE {
  static constexpr bool kSplitKSerial = SplitKSerial;
  struct Arguments {
    GemmCoord problem_size;
    TensorRef<const A, LayoutOfA> ref_A;
    TensorRef<const B, LayoutOfB> ref_B;
    TensorRef<const C, LayoutOfC> ref_C;
    TensorRef<C, LayoutOfC> ref_D;
    typename Epilogue::Params epilogue;
    int split_k_slices = 1;

    Arguments() = default;
    Arguments(GemmCoord size, TensorRef<const A, LayoutOfA> a, TensorRef<const B, LayoutOfB> b,
              TensorRef<const C, LayoutOfC> c, TensorRef<C, LayoutOfC> d,
              typename Epilogue::Params epilogue = typename Epilogue::Params(), int slices = 1)
        : problem_size(size), ref_A(a), ref_B(b), ref_C(c), ref_D(d), epilogue(epilogue), split_k_slices(slices) {}
    operator PORTER_PROBLEM() const {
      return {problem_size,
              {ref_A.data(), ref_A.stride(), 0},
              {ref_B.data(), ref_B.stride(), 0},
              {ref_C.data(), ref_C.stride(), 0},
              {ref_D.data(), ref_D.stride(), 0},
              epilogue,
              1,
              split_k_slices};
    }
  };
  PORTER_CALLS
};

/// Its slices of K are added up without a workspace, and so it is the same.
template <PORTER_PARAMETERS>
using GemmSplitKParallel = Gemm<A, LayoutOfA, B, LayoutOfB, C, LayoutOfC, Accumulator, OperatorClass, Arch, Block,
                                Warp, Instruction, Epilogue>;

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmBatchedIdentityThreadblockSwizzle, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          typename Operator = arch::OpMultiplyAdd>
struct GemmBatched : PORTER_DEVICE {
  struct Arguments {
    GemmCoord problem_size;
    TensorRef<const A, LayoutOfA> ref_A;
    int64_t stride_A = 0;
    TensorRef<const B, LayoutOfB> ref_B;
    int64_t stride_B = 0;
    TensorRef<const C, LayoutOfC> ref_C;
    int64_t stride_C = 0;
    TensorRef<C, LayoutOfC> ref_D;
    int64_t stride_D = 0;
    typename Epilogue::Params epilogue;
    int batch_count = 1;

    Arguments() = default;
    Arguments(GemmCoord size, TensorRef<const A, LayoutOfA> a, int64_t stride_a, TensorRef<const B, LayoutOfB> b,
              int64_t stride_b, TensorRef<const C, LayoutOfC> c, int64_t stride_c, TensorRef<C, LayoutOfC> d,
              int64_t stride_d, typename Epilogue::Params epilogue, int batches)
        : problem_size(size), ref_A(a), stride_A(stride_a), ref_B(b), stride_B(stride_b), ref_C(c),
          stride_C(stride_c), ref_D(d), stride_D(stride_d), epilogue(epilogue), batch_count(batches) {}
    operator PORTER_PROBLEM() const {
      return {problem_size,
              {ref_A.data(), ref_A.stride(), stride_A * int64_t(sizeof(A))},
              {ref_B.data(), ref_B.stride(), stride_B * int64_t(sizeof(B))},
              {ref_C.data(), ref_C.stride(), stride_C * int64_t(sizeof(C))},
              {ref_D.data(), ref_D.stride(), stride_D * int64_t(sizeof(C))},
              epilogue,
              batch_count};
    }
  };
  PORTER_CALLS
};

template <PORTER_PARAMETERS, typename Swizzle = threadblock::GemmIdentityThreadblockSwizzle<>, int Stages = 2,
          int AlignmentA = detail::kAlignment<OperatorClass, A>, int AlignmentB = detail::kAlignment<OperatorClass, B>,
          typename Operator = arch::OpMultiplyAdd>
struct GemmUniversal : PORTER_DEVICE {
  struct Arguments {
    GemmUniversalMode mode = GemmUniversalMode::kGemm;
    GemmCoord problem_size;
    int batch_count = 1;
    typename Epilogue::Params epilogue;
    const void *ptr_A = nullptr, *ptr_B = nullptr, *ptr_C = nullptr;
    void *ptr_D = nullptr;
    int64_t batch_stride_A = 0, batch_stride_B = 0, batch_stride_C = 0, batch_stride_D = 0;
    int64_t lda = 0, ldb = 0, ldc = 0, ldd = 0;

    Arguments() = default;
    /// Of how many multiprocessors Stream-K may use nothing is taken.
    Arguments(GemmUniversalMode mode, GemmCoord size, int batches, typename Epilogue::Params epilogue, const void *a,
              const void *b, const void *c, void *d, int64_t batch_a, int64_t batch_b, int64_t batch_c,
              int64_t batch_d, int64_t lda, int64_t ldb, int64_t ldc, int64_t ldd, int = -1)
        : mode(mode), problem_size(size), batch_count(batches), epilogue(epilogue), ptr_A(a), ptr_B(b), ptr_C(c),
          ptr_D(d), batch_stride_A(batch_a), batch_stride_B(batch_b), batch_stride_C(batch_c),
          batch_stride_D(batch_d), lda(lda), ldb(ldb), ldc(ldc), ldd(ldd) {}
    operator PORTER_PROBLEM() const {
      // Of a product in slices of K the number is theirs; arrays of pointers are not taken.
      const bool isSliced = mode == GemmUniversalMode::kGemm || mode == GemmUniversalMode::kGemmSplitKParallel;
      return {problem_size,
              {ptr_A, lda, batch_stride_A * int64_t(sizeof(A))},
              {ptr_B, ldb, batch_stride_B * int64_t(sizeof(B))},
              {ptr_C, ldc, batch_stride_C * int64_t(sizeof(C))},
              {ptr_D, ldd, batch_stride_D * int64_t(sizeof(C))},
              epilogue,
              isSliced                                ? 1
              : mode == GemmUniversalMode::kBatched ? batch_count
                                                      : -1,
              isSliced ? batch_count : 1};
    }
  };
  PORTER_CALLS
};

#undef PORTER_PROBLEM
#undef PORTER_CALLS
#undef PORTER_DEVICE
#undef PORTER_PARAMETERS

} // namespace device
} // namespace gemm
} // namespace porter::cutlass
