// What programs ask of CUTLASS beside a product: members, macros, arguments that are filled in later, factors that lie on
// the device, ReLU of whole numbers, and the tools that fill, multiply and compare matrices.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/thread/linear_combination_relu.h"
#include "cutlass/gemm/device/gemm.h"
#include "cutlass/util/device_memory.h"
#include "cutlass/util/host_tensor.h"
#include "cutlass/util/reference/device/gemm.h"
#include "cutlass/util/reference/host/gemm.h"
#include "cutlass/util/reference/host/tensor_compare.h"
#include "cutlass/util/reference/host/tensor_fill.h"

using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Half = cutlass::half_t;
using Block = cutlass::gemm::GemmShape<128, 128, 64>;
using Warp = cutlass::gemm::GemmShape<64, 64, 64>;
using Instruction = cutlass::gemm::GemmShape<16, 8, 16>;
using Halves = cutlass::gemm::device::Gemm<
    Half, Column, Half, Row, float, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
    Instruction, cutlass::epilogue::thread::LinearCombination<float, 128 / cutlass::sizeof_bits<float>::value, float, float>>;
using Bytes = cutlass::gemm::device::Gemm<
    int8_t, Row, int8_t, Column, int32_t, Row, int32_t, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
    Instruction, cutlass::epilogue::thread::LinearCombinationRelu<int32_t, 4, int32_t, int32_t>>;

static_assert(Halves::kAlignmentA == 8 && Halves::ThreadblockShape::kM == 128 && Halves::kAlignmentC == 4, "");

CUTLASS_HOST_DEVICE int twice(int x) { return 2 * x; }
__global__ void doubles(int *x) {
  CUTLASS_PRAGMA_UNROLL
  for (int i = 0; i < 4; ++i) x[i] = twice(i);
}

int main() {
  const cutlass::gemm::GemmCoord size(72, 40, 80);
  const Row layout = Row::packed({72, 80});
  const bool knows = layout.stride(0) == 80 && size.product() == 72 * 40 * 80 && size.mk() == cutlass::MatrixCoord(72, 80);

  cutlass::device_memory::allocation<int> numbers(4);
  int on_host[4];
  doubles<<<1, 1>>>(numbers.get());
  numbers.copy_to_host(on_host);

  cutlass::HostTensor<Half, Column> a(size.mk());
  cutlass::HostTensor<Half, Row> b(size.kn());
  cutlass::HostTensor<float, Row> c(size.mn()), d(size.mn()), expected(size.mn());
  cutlass::reference::host::TensorFillRandomUniform(a.host_view(), 1, 4.0_hf, -4.0_hf, 0);
  cutlass::reference::host::TensorFillRandomUniform(b.host_view(), 2, Half(4), Half(-4), 0);
  cutlass::reference::host::TensorFillRandomUniform(c.host_view(), 3, 4, -4, 0);
  cutlass::reference::host::TensorFill(d.host_view(), 7.0f);
  a.sync_device(), b.sync_device(), c.sync_device(), d.sync_device(), expected.sync_device();

  const float factors[] = {2.0f, 3.0f};
  cutlass::device_memory::allocation<float> where(2);
  where.copy_from_host(factors);
  Halves::Arguments arguments;
  arguments.problem_size = size;
  arguments.ref_A = a.device_ref();
  arguments.ref_B = b.device_ref();
  arguments.ref_C = c.device_ref();
  arguments.ref_D = d.device_ref();
  arguments.epilogue = {where.get(), where.get() + 1};
  Halves halves;
  const auto first = halves(arguments);
  cutlass::reference::device::Gemm<Half, Column, Half, Row, float, Row, float, float> reference;
  reference(size, 2.0f, a.device_ref(), b.device_ref(), 3.0f, c.device_ref(), expected.device_ref());
  d.sync_host(), expected.sync_host();
  const bool isSame = cutlass::reference::host::TensorEquals(d.host_view(), expected.host_view());
  expected.at({71, 39}) += 1;
  const bool isOther = !cutlass::reference::host::TensorEquals(d.host_view(), expected.host_view());

  cutlass::HostTensor<int8_t, Row> p(size.mk());
  cutlass::HostTensor<int8_t, Column> q(size.kn());
  cutlass::HostTensor<int32_t, Row> r(size.mn()), whole(size.mn());
  cutlass::reference::host::TensorFillRandomUniform(p.host_view(), 4, 100, -100, 0);
  cutlass::reference::host::TensorFillRandomUniform(q.host_view(), 5, 100, -100, 0);
  p.sync_device(), q.sync_device(), r.sync_device();
  Bytes bytes;
  const auto second = bytes({size, p.device_ref(), q.device_ref(), r.device_ref(), r.device_ref(), {3, 0}});
  r.sync_host();
  cutlass::reference::host::Gemm<int8_t, Row, int8_t, Column, int32_t, Row, int32_t> plain;
  plain(size, 3, p.host_ref(), q.host_ref(), 0, whole.host_ref());
  int limited = 0;
  for (int i = 0; i < 72; ++i)
    for (int j = 0; j < 40; ++j)
      if (whole.at({i, j}) < 0) whole.at({i, j}) = 0, ++limited;
  const bool isWhole = limited > 0 && cutlass::reference::host::TensorEquals(r.host_view(), whole.host_view());
  std::printf("%s %s | %d %d %d %d %d\n", cutlass::cutlassGetStatusString(first), cutlass::cutlassGetStatusString(second),
              knows, on_host[3], isSame, isOther, isWhole);
}
