// Products of matrices whose types are named at run time, computed in float or in double.
#include "gemm_ex.h"
#include "host_blas.h"
#include "typed_vector.h"

#include <algorithm>
#include <vector>

namespace porter::blas {
namespace {

/// What sums are held in, and what type the two scalars have.
enum class Compute { Unknown, Half, Single, Double, Integer };

/// hipblasComputeType_t, or the type of a number where older programs say so.
Compute computeOfHip(int code) {
  switch (code) {
  case 0: case 1: case 150: return Compute::Half;
  case 2: case 3: case 4: case 5: case 6: case 151: case 154: return Compute::Single;
  case 7: case 8: case 152: case 155: return Compute::Double;
  case 9: case 10: case 162: return Compute::Integer;
  }
  return Compute::Unknown;
}

/// cublasComputeType_t.
Compute computeOfCuda(int code) {
  switch (code) {
  case 64: case 65: return Compute::Half;
  case 68: case 69: case 74: case 75: case 77: return Compute::Single;
  case 70: case 71: return Compute::Double;
  case 72: case 73: return Compute::Integer;
  }
  return Compute::Unknown;
}

/// The combinations in the tables of hipblasGemmEx and cublasGemmEx.
bool isOffered(Compute compute, DataType A, DataType B, DataType C) {
  if (A != B)
    return false;
  switch (compute) {
  case Compute::Half: return A == DataType::R16F && C == DataType::R16F;
  case Compute::Integer: return A == DataType::R8I && C == DataType::R32I;
  case Compute::Double: return A == C && (A == DataType::R64F || A == DataType::C64F);
  case Compute::Single:
    return (A == C && (A == DataType::R16F || A == DataType::R16B || A == DataType::R32F || A == DataType::C32F)) ||
           (C == DataType::R32F && (A == DataType::R16F || A == DataType::R16B || A == DataType::R8I));
  default: return false;
  }
}

DataType scalarType(Compute compute, DataType C) {
  switch (compute) {
  case Compute::Half: return DataType::R16F;
  case Compute::Integer: return DataType::R32I;
  default: break;
  }
  return compute == Compute::Double ? (isComplexType(C) ? DataType::C64F : DataType::R64F)
                                    : (isComplexType(C) ? DataType::C32F : DataType::R32F);
}

template <class T> std::vector<T> loaded(DataType type, const void *array, int64_t rows, int64_t columns, int64_t ld) {
  std::vector<T> made(rows * columns);
  withType(type, [&](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i)
        made[i + j * rows] = numberOf<T>(static_cast<const Type *>(array)[i + j * ld]);
  });
  return made;
}

/// The same in `T`, whatever the matrices are of; an integer's sums are exact in double.
template <class T> int multiply(Call &call, const GemmEx &p, char transA, char transB, DataType scalars) {
  const DataType typeA = dataTypeOf(p.A.type), typeC = dataTypeOf(p.C.type);
  const TypedScalar<T> alpha(p.alpha, scalars, call.takesScalarsOfDevice());
  const TypedScalar<T> beta(p.beta, scalars, call.takesScalarsOfDevice());
  return call.run([=](int64_t i) {
    const int64_t rowsA = transA == 'N' ? p.m : p.k, rowsB = transB == 'N' ? p.k : p.n;
    const auto a = loaded<T>(typeA, p.A.array[i], rowsA, transA == 'N' ? p.k : p.m, p.A.ld);
    const auto b = loaded<T>(typeA, p.B.array[i], rowsB, transB == 'N' ? p.n : p.k, p.B.ld);
    char *C = p.C.array[i];
    auto c = beta() == T() ? std::vector<T>(p.m * p.n) : loaded<T>(typeC, C, p.m, p.n, p.C.ld);
    const auto ld = [](int64_t rows) { return std::max<int64_t>(1, rows); };
    host::gemm(transA, transB, p.m, p.n, p.k, alpha(), a.data(), ld(rowsA), b.data(), ld(rowsB), beta(), c.data(),
               ld(p.m));
    for (int64_t column = 0; column < p.n; ++column)
      for (int64_t row = 0; row < p.m; ++row)
        store(typeC, C, row + column * p.C.ld, c[row + column * p.m]);
  });
}

} // namespace

int64_t bytesOf(int type) {
  return withType(dataTypeOf(type), [](auto *typed) { return int64_t(sizeof(*typed)); });
}

int gemmEx(Call call, const GemmEx &p) {
  const char transA = call.operation<float>(p.transA), transB = call.operation<float>(p.transB);
  const auto atLeast = [&](int64_t ld, int64_t rows) { call.need(ld >= std::max<int64_t>(1, rows)); };
  call.need(p.m >= 0 && p.n >= 0 && p.k >= 0);
  atLeast(p.A.ld, transA == 'N' ? p.m : p.k);
  atLeast(p.B.ld, transB == 'N' ? p.k : p.n);
  atLeast(p.C.ld, p.m);
  call.need(!(p.m && p.n && p.k) || (p.alpha && p.beta && p.A.array && p.B.array && p.C.array));
  const DataType A = dataTypeOf(p.A.type), B = dataTypeOf(p.B.type), C = dataTypeOf(p.C.type);
  const Compute compute = call.vendor == Vendor::Hip ? computeOfHip(p.compute) : computeOfCuda(p.compute);
  call.fail(!isOffered(compute, A, B, C), Status::NotSupported);
  const DataType scalars = scalarType(compute, C);
  if (isComplexType(C))
    return C == DataType::C32F ? multiply<std::complex<float>>(call, p, transA, transB, scalars)
                               : multiply<std::complex<double>>(call, p, transA, transB, scalars);
  return compute == Compute::Single || compute == Compute::Half ? multiply<float>(call, p, transA, transB, scalars)
                                                                : multiply<double>(call, p, transA, transB, scalars);
}

} // namespace porter::blas
