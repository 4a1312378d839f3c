// Products of matrices as layouts describe them, computed by the host's BLAS in float, double, or complex numbers.
#include "epilogue.h"

#include <cstddef>

#define GEMM(letter, T)                                                                                                \
  extern "C" void scipy_##letter##gemm_64_(const char *, const char *, const int64_t *, const int64_t *,               \
                                           const int64_t *, const T *, const T *, const int64_t *, const T *,          \
                                           const int64_t *, const T *, T *, const int64_t *, size_t, size_t);          \
  static void gemm(int64_t m, int64_t n, int64_t k, const T *A, const T *B, T *C) {                                    \
    const T one(1), zero(0);                                                                                           \
    const int64_t ldA = std::max<int64_t>(1, m), ldB = std::max<int64_t>(1, k);                                        \
    scipy_##letter##gemm_64_("N", "N", &m, &n, &k, &one, A, &ldA, B, &ldB, &zero, C, &ldA, 1, 1);                      \
  }
GEMM(s, float)
GEMM(d, double)
GEMM(c, std::complex<float>)
GEMM(z, std::complex<double>)

namespace porter::blaslt {
namespace {

class Call : public libraries::Call {
public:
  Call(Vendor vendor, void *handle, hipStream_t stream)
      : libraries::Call(vendor, statusCodes, libraries::found<Context>(handle) != nullptr, stream) {}

  template <class Object> Object object(const void *place) {
    const Object *object = known<Object>().find(place);
    need(object);
    return object ? *object : Object();
  }
};

/// Tiles of 32 columns, row by row; cuBLASLt's other orders of tiles are only to be made by it, and are this one here.
bool isTiled(const Layout &layout) { return layout.order >= 2; }

int64_t place(const Layout &layout, int64_t row, int64_t column) {
  if (isTiled(layout))
    return column / 32 * layout.ld + row * 32 + column % 32;
  return layout.order == int(Order::Rows) ? row * layout.ld + column : row + column * layout.ld;
}

void needLayout(Call &call, const Layout &layout) {
  call.fail(!isType(layout.type), Status::NotSupported);
  call.fail(layout.order < 0 || layout.order > (call.vendor == Vendor::Cuda ? 4 : 1), Status::NotSupported);
  const int64_t least = layout.order == int(Order::Rows) ? layout.columns
                        : isTiled(layout)                ? 32 * layout.rows
                                                         : layout.rows;
  call.need(layout.ld >= least && layout.batches >= 1);
}

/// op(M) by columns, without gaps.
template <class T> std::vector<T> read(const Layout &layout, const void *array, int64_t member, char operation) {
  const int64_t rows = operation == 'N' ? layout.rows : layout.columns;
  const int64_t columns = operation == 'N' ? layout.columns : layout.rows;
  std::vector<T> made(rows * columns);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i) {
      const T value = load<T>(layout.type, array, member * layout.stride + (operation == 'N' ? place(layout, i, j)
                                                                                             : place(layout, j, i)));
      made[i + j * rows] = operation == 'C' ? blas::conjugate(value) : value;
    }
  return made;
}

enum class Compute { Unknown, Single, Double, Integer };

/// cublasComputeType_t, and hipblasComputeType_t, which counts from zero.
Compute computeOf(Vendor vendor, int code) {
  if (vendor == Vendor::Cuda)
    switch (code) {
    case 64: case 65: case 68: case 69: case 74: case 75: case 77: return Compute::Single;
    case 70: case 71: return Compute::Double;
    case 72: case 73: return Compute::Integer;
    default: return Compute::Unknown;
    }
  switch (code) {
  case 0: case 1: case 2: case 3: case 4: case 5: case 6: return Compute::Single;
  case 7: case 8: return Compute::Double;
  case 9: case 10: return Compute::Integer;
  }
  return code >= 100 && code <= 105 ? Compute::Single : Compute::Unknown; // of HIP's extensions, in narrower inputs
}

bool isWhole(int type) { return type == 3 || type == 10; }
bool isOfPairs(int type) { return type == 4 || type == 5; }
bool isDouble(int type) { return type == 1 || type == 5; }

struct Layouts {
  Layout A, B, C, D;
};

/// What both a call and the question for an algorithm ask of the types and sizes.
void needProduct(Call &call, const Matmul &matmul, const Layouts &all, char transA, char transB) {
  const Layout *each[] = {&all.A, &all.B, &all.C, &all.D};
  const Compute compute = computeOf(call.vendor, matmul.compute);
  for (const Layout *layout : each) {
    needLayout(call, *layout);
    call.fail(isOfPairs(layout->type) != isOfPairs(all.D.type), Status::NotSupported);
    call.fail(isDouble(layout->type) != (compute == Compute::Double), Status::NotSupported);
    call.need(layout->batches == all.D.batches || layout->batches == 1);
  }
  call.fail(compute == Compute::Unknown, Status::NotSupported);
  call.fail((compute == Compute::Integer) != (isWhole(all.A.type) && isWhole(all.B.type)), Status::NotSupported);
  call.fail(matmul.pointerMode < 0 || matmul.pointerMode > 4, Status::NotSupported);
  call.fail(matmul.scaleModeA != 0 || matmul.scaleModeB != 0, Status::NotSupported);
  const uint64_t m = transA == 'N' ? all.A.rows : all.A.columns, k = transA == 'N' ? all.A.columns : all.A.rows;
  const uint64_t n = transB == 'N' ? all.B.columns : all.B.rows;
  call.need(k == (transB == 'N' ? all.B.rows : all.B.columns) && all.D.rows == m && all.D.columns == n);
  call.need(all.C.rows == m && all.C.columns == n);
  const uint32_t steps = matmul.epilogue;
  call.fail(steps != 1 && isOfPairs(all.D.type), Status::NotSupported);
  call.need(!(steps & (Bias | BiasGradient | BiasGradientA | BiasGradientB)) || matmul.bias);
  call.need(!(steps & Aux) || (matmul.aux && matmul.auxLd >= int64_t(m)));
}

/// A factor of each row where it is told so, else one for all.
template <class T> class Factor {
public:
  Factor(const void *address, int type, bool isOnDevice, bool isVector)
      : address(isOnDevice || isVector ? address : nullptr), type(type), isVector(isVector) {
    if (!this->address && address)
      value = load<T>(type, address, 0);
  }
  T operator()(int64_t row) const { return address ? load<T>(type, address, isVector ? row : 0) : value; }

private:
  const void *address;
  int type;
  bool isVector;
  T value{};
};

template <class T> T scaleOf(const float *scale) { return scale ? T(*scale) : T(1); }

template <class T>
int multiplyIn(Call &call, const Matmul &matmul, const Layouts &all, const Product &p, char transA, char transB) {
  const int mode = matmul.pointerMode;
  const bool betaIsZero = mode == 3;
  const Factor<T> alpha(p.alpha, matmul.scaleType, mode == 1, mode >= 2);
  const Factor<T> beta(betaIsZero ? nullptr : p.beta, matmul.scaleType, mode == 1, mode == 2);
  const Vendor vendor = call.vendor;
  return call.run([=] {
    const int64_t m = all.D.rows, n = all.D.columns, k = transA == 'N' ? all.A.columns : all.A.rows;
    const T scaleAB = scaleOf<T>(matmul.scaleA) * scaleOf<T>(matmul.scaleB);
    for (int64_t member = 0; member < all.D.batches; ++member) {
      const auto A = read<T>(all.A, p.A, all.A.batches > 1 ? member : 0, transA);
      const auto B = read<T>(all.B, p.B, all.B.batches > 1 ? member : 0, transB);
      std::vector<T> made(m * n);
      gemm(m, n, k, A.data(), B.data(), made.data());
      const int64_t memberC = all.C.batches > 1 ? member : 0;
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
          T &value = made[i + j * m];
          value *= alpha(i) * scaleAB;
          if (const T factor = beta(i); factor != T()) // else nothing of C is read, were it not a number
            value += factor * scaleOf<T>(matmul.scaleC) *
                     load<T>(all.C.type, p.C, memberC * all.C.stride + place(all.C, i, j));
        }
      if constexpr (!blas::isComplex<T>) {
        const Epilogue<T> epilogue{matmul, vendor, m, n, member, all.D.type};
        epilogue.apply(made);
        const auto sumInto = [&](int64_t count, auto term) {
          for (int64_t i = 0; i < count; ++i) {
            T sum{};
            for (int64_t l = 0; l < k; ++l)
              sum += term(i, l);
            store(epilogue.biasType(), matmul.bias, member * matmul.biasStride + i, sum);
          }
        };
        if (matmul.epilogue & BiasGradientA)
          sumInto(m, [&](int64_t i, int64_t l) { return A[i + l * m]; });
        if (matmul.epilogue & BiasGradientB)
          sumInto(n, [&](int64_t j, int64_t l) { return B[l + j * k]; });
        T largest{};
        for (T &value : made) {
          largest = std::max(largest, std::abs(value));
          value *= scaleOf<T>(matmul.scaleD);
        }
        if (matmul.largestD)
          *matmul.largestD = float(largest);
      }
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i)
          store(all.D.type, p.D, member * all.D.stride + place(all.D, i, j), made[i + j * m]);
    }
  });
}

} // namespace

int check(Vendor vendor, void *handle, const void *description, const void *layoutA, const void *layoutB,
          const void *layoutC, const void *layoutD) {
  Call call(vendor, handle, nullptr);
  auto matmul = call.object<Matmul>(description);
  matmul.bias = matmul.aux = &matmul; // which may be told later
  matmul.auxLd = matmul.auxLd ? matmul.auxLd : INT64_MAX;
  const Layouts all{call.object<Layout>(layoutA), call.object<Layout>(layoutB), call.object<Layout>(layoutC),
                    call.object<Layout>(layoutD)};
  needProduct(call, matmul, all, call.operation(matmul.transA), call.operation(matmul.transB));
  return call.code();
}

int multiply(Vendor vendor, void *handle, const void *description, const Product &p, hipStream_t stream) {
  Call call(vendor, handle, stream);
  const auto matmul = call.object<Matmul>(description);
  const Layouts all{call.object<Layout>(p.layoutA), call.object<Layout>(p.layoutB), call.object<Layout>(p.layoutC),
                    call.object<Layout>(p.layoutD)};
  const char transA = call.operation(matmul.transA), transB = call.operation(matmul.transB);
  needProduct(call, matmul, all, transA, transB);
  const bool isEmpty = all.D.rows == 0 || all.D.columns == 0;
  call.need(p.alpha && (p.beta || matmul.pointerMode == 3));
  call.need(isEmpty || (p.A && p.B && p.D));
  if (isOfPairs(all.D.type))
    return isDouble(all.D.type) ? multiplyIn<std::complex<double>>(call, matmul, all, p, transA, transB)
                                : multiplyIn<std::complex<float>>(call, matmul, all, p, transA, transB);
  return computeOf(vendor, matmul.compute) == Compute::Single
             ? multiplyIn<float>(call, matmul, all, p, transA, transB)
             : multiplyIn<double>(call, matmul, all, p, transA, transB); // whole numbers are exact in it
}

namespace {

template <class T>
int transformIn(Call &call, const Transform &transform, const void *alpha, const void *A, const Layout &layoutA,
                const void *beta, const void *B, const Layout &layoutB, void *C, const Layout &layoutC, char transA,
                char transB) {
  const bool onDevice = transform.pointerMode == 1;
  const Factor<T> a(alpha, transform.scaleType, onDevice, false), b(beta, transform.scaleType, onDevice, false);
  return call.run([=] {
    const int64_t m = layoutC.rows, n = layoutC.columns;
    for (int64_t member = 0; member < layoutC.batches; ++member) {
      const auto first = read<T>(layoutA, A, layoutA.batches > 1 ? member : 0, transA);
      const auto second = B ? read<T>(layoutB, B, layoutB.batches > 1 ? member : 0, transB) : std::vector<T>();
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
          const T rest = B && b(0) != T() ? b(0) * second[i + j * m] : T();
          store(layoutC.type, C, member * layoutC.stride + place(layoutC, i, j), a(0) * first[i + j * m] + rest);
        }
    }
  });
}

} // namespace

int transform(Vendor vendor, void *handle, const void *description, const void *alpha, const void *A,
              const void *layoutA, const void *beta, const void *B, const void *layoutB, void *C, const void *layoutC,
              hipStream_t stream) {
  Call call(vendor, handle, stream);
  const auto transform = call.object<Transform>(description);
  const auto from = call.object<Layout>(layoutA), to = call.object<Layout>(layoutC);
  const auto other = B ? call.object<Layout>(layoutB) : to;
  const char transA = call.operation(transform.transA), transB = call.operation(transform.transB);
  for (const Layout *each : {&from, &other, &to})
    needLayout(call, *each);
  call.need((transA == 'N' ? from.rows : from.columns) == to.rows);
  call.need((transA == 'N' ? from.columns : from.rows) == to.columns);
  call.need(!B || ((transB == 'N' ? other.rows : other.columns) == to.rows &&
                   (transB == 'N' ? other.columns : other.rows) == to.columns));
  call.need(alpha && A && C && (!B || beta) && transform.pointerMode >= 0 && transform.pointerMode <= 1);
  call.fail(isOfPairs(from.type) != isOfPairs(to.type) || isOfPairs(other.type) != isOfPairs(to.type),
            Status::NotSupported);
  if (isOfPairs(to.type))
    return transformIn<std::complex<double>>(call, transform, alpha, A, from, beta, B, other, C, to, transA, transB);
  return transformIn<double>(call, transform, alpha, A, from, beta, B, other, C, to, transA, transB);
}

} // namespace porter::blaslt
