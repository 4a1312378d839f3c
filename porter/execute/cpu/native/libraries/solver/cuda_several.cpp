// cuSOLVER's interface for several GPUs. Tiles of columns lie with the devices in turns; here they are brought
// together, as all devices share the host's memory, worked on by LAPACK, and brought back.
#include "typed.h"

using namespace porter::solver;

namespace {

constexpr Vendor vendor = Vendor::Cuda;

struct Grid {
  int64_t devices;
};
struct Matrix {
  int64_t rows, columns, tile;
  int type;
  int64_t devices;
};

/// Columns of a matrix as devices have them, all of one length.
template <class T> class Columns {
public:
  Columns(const Matrix &matrix, void *const *places, int64_t length)
      : places(places, places + matrix.devices), length(length), tile(matrix.tile) {}

  T *at(int64_t column) const {
    const int64_t block = column / tile, devices = int64_t(places.size());
    return static_cast<T *>(places[block % devices]) + (block / devices * tile + column % tile) * length;
  }

private:
  std::vector<void *> places; // the caller's list may be gone when a stream comes to the work
  int64_t length, tile;
};

/// A part of a matrix in one piece.
template <class T> class Part {
public:
  Part(const Matrix &matrix, void *const *places, int row, int column, int64_t rows, int64_t columns)
      : all(matrix, places, matrix.rows), row(row - 1), column(column - 1), rows(rows), columns(columns) {}

  int64_t ld() const { return std::max<int64_t>(1, rows); }
  T *fetch() {
    whole.resize(std::max<int64_t>(1, rows * columns));
    for (int64_t j = 0; j < columns; ++j)
      std::copy_n(all.at(column + j) + row, rows, whole.data() + j * rows);
    return whole.data();
  }
  void bringBack() {
    for (int64_t j = 0; j < columns; ++j)
      std::copy_n(whole.data() + j * rows, rows, all.at(column + j) + row);
  }

private:
  Columns<T> all;
  int64_t row, column, rows, columns;
  std::vector<T> whole;
};

/// What a call says of a part: its matrix, where it begins, counted from one, and how large it is.
struct Given {
  void *const *places;
  int row, column;
  void *description;
  int64_t rows, columns;
  std::shared_ptr<Matrix> matrix = porter::libraries::found<Matrix>(description);

  void check(Call &call, int type) const {
    call.need(matrix != nullptr && rows >= 0 && columns >= 0 && row >= 1 && column >= 1);
    if (!call.isGood())
      return;
    call.fail(matrix->type != type, Status::NotSupported);
    call.need(row - 1 + rows <= matrix->rows && column - 1 + columns <= matrix->columns);
    call.need(places);
    for (int64_t i = 0; call.isGood() && i < matrix->devices; ++i)
      call.need(places[i]);
  }
  template <class T> Part<T> part() const { return {*matrix, places, row, column, rows, columns}; }
};

Call checked(void *handle, int type, std::initializer_list<Given> given) {
  Call call(vendor, handle);
  for (const Given &each : given)
    each.check(call, type);
  return call;
}

/// Work on parts of a type that is named at run time.
template <class Work> int done(Call call, int type, Work work) {
  if (!call.isGood())
    return call.code();
  return ofType(type, call, [&](auto t) { return work(t); });
}

int size(void *handle, int type, std::initializer_list<Given> given, int64_t *elements) {
  return sizeOfWork(checked(handle, type, given), {}, elements);
}

/// What LAPACK makes of a triangle, in its place; `routine` names it for a type.
template <class Routine>
int inTriangle(void *handle, int uplo, const Given &a, int type, int *info, Routine routine) {
  Call call = checked(handle, type, {a});
  const char triangle = call.triangle(uplo);
  return done(call, type, [&](auto t) {
    using T = decltype(t);
    return call.run([=, part = a.part<T>()]() mutable {
      T *whole = part.fetch();
      report(info, lapack::call(routine(T()), triangle, a.rows, whole, part.ld()));
      part.bringBack();
    });
  });
}

} // namespace

extern "C" {

int cusolverMgCreate(void **handle) { return createObject<Context>(vendor, handle); }
int cusolverMgDestroy(void *handle) { return endHandle(vendor, handle); }
int cusolverMgDeviceSelect(void *handle, int count, int *devices) {
  Call call(vendor, handle);
  call.need(count >= 1 && devices);
  for (int i = 0; call.isGood() && i < count; ++i)
    call.need(devices[i] >= 0);
  return call.code();
}

int cusolverMgCreateDeviceGrid(void **grid, int32_t rows, int32_t columns, const int32_t *devices, int) {
  if (!grid || rows < 1 || columns < 1 || !devices)
    return statusCodes[int(Status::InvalidValue)].cuda;
  if (rows != 1) // as NVIDIA's: columns are parted alone
    return statusCodes[int(Status::NotSupported)].cuda;
  porter::libraries::made<Grid>(grid, Grid{columns});
  return 0;
}
int cusolverMgDestroyGrid(void *grid) { return endObject<Grid>(vendor, grid); }
int cusolverMgCreateMatrixDesc(void **description, int64_t rows, int64_t columns, int64_t rowBlock, int64_t columnBlock,
                               int type, void *grid) {
  const auto known = porter::libraries::found<Grid>(grid);
  if (!description || !known || rows < 0 || columns < 0 || rowBlock < 1 || columnBlock < 1)
    return statusCodes[int(Status::InvalidValue)].cuda;
  if (rowBlock < rows)
    return statusCodes[int(Status::NotSupported)].cuda;
  porter::libraries::made<Matrix>(description, Matrix{rows, columns, columnBlock, type, known->devices});
  return 0;
}
int cusolverMgDestroyMatrixDesc(void *description) { return endObject<Matrix>(vendor, description); }

int cusolverMgSyevd_bufferSize(void *handle, int, int, int n, void **A, int row, int column, void *descrA, void *,
                               int typeW, int type, int64_t *elements) {
  Call call = checked(handle, type, {{A, row, column, descrA, n, n}});
  call.fail(typeW != realType(type), Status::NotSupported);
  return sizeOfWork(call, {}, elements);
}
int cusolverMgSyevd(void *handle, int jobz, int uplo, int n, void **A, int row, int column, void *descrA, void *W,
                    int typeW, int type, void **, int64_t, int *info) {
  const Given a{A, row, column, descrA, n, n};
  Call call = checked(handle, type, {a});
  call.fail(typeW != realType(type), Status::NotSupported);
  const char job = call.wantsVectors(jobz) ? 'V' : 'N', triangle = call.triangle(uplo);
  call.need(n == 0 || W);
  return done(call, type, [&](auto t) {
    using T = decltype(t);
    return call.run([=, part = a.part<T>()]() mutable {
      T *whole = part.fetch();
      report(info, eigenvaluesOf(job, triangle, n, whole, part.ld(), static_cast<Real<T> *>(W)));
      part.bringBack();
    });
  });
}

int cusolverMgGetrf_bufferSize(void *handle, int m, int n, void **A, int row, int column, void *descrA, int **,
                               int type, int64_t *elements) {
  return size(handle, type, {{A, row, column, descrA, m, n}}, elements);
}
int cusolverMgGetrf(void *handle, int m, int n, void **A, int row, int column, void *descrA, int **pivots, int type,
                    void **, int64_t, int *info) {
  const Given a{A, row, column, descrA, m, n};
  Call call = checked(handle, type, {a});
  call.need(pivots);
  return done(call, type, [&](auto t) {
    using T = decltype(t);
    const Columns<int> swapped(*a.matrix, reinterpret_cast<void **>(pivots), 1);
    return call.run([=, part = a.part<T>()]() mutable {
      std::vector<int64_t> found(std::max(1, std::min(m, n)));
      T *whole = part.fetch();
      report(info, lapack::call(lapack::getrf<T>(), int64_t(m), int64_t(n), whole, part.ld(), found.data()));
      part.bringBack();
      for (int i = 0; i < std::min(m, n); ++i)
        *swapped.at(column - 1 + i) = int(found[i]);
    });
  });
}
int cusolverMgGetrs_bufferSize(void *handle, int, int n, int columns, void **A, int row, int column, void *descrA,
                               int **, void **B, int rowB, int columnB, void *descrB, int type, int64_t *elements) {
  return size(handle, type, {{A, row, column, descrA, n, n}, {B, rowB, columnB, descrB, n, columns}}, elements);
}
int cusolverMgGetrs(void *handle, int trans, int n, int columns, void **A, int row, int column, void *descrA,
                    int **pivots, void **B, int rowB, int columnB, void *descrB, int type, void **, int64_t,
                    int *info) {
  const Given a{A, row, column, descrA, n, n}, b{B, rowB, columnB, descrB, n, columns};
  Call call = checked(handle, type, {a, b});
  call.need(pivots);
  const char operation = call.operation(trans);
  return done(call, type, [&](auto t) {
    using T = decltype(t);
    const Columns<int> swapped(*a.matrix, reinterpret_cast<void **>(pivots), 1);
    return call.run([=, factors = a.part<T>(), part = b.part<T>()]() mutable {
      std::vector<int64_t> rows(std::max(1, n));
      for (int i = 0; i < n; ++i)
        rows[i] = *swapped.at(column - 1 + i);
      T *whole = factors.fetch(), *solved = part.fetch();
      report(info, lapack::call(lapack::getrs<T>(), operation, int64_t(n), int64_t(columns), whole, factors.ld(),
                                rows.data(), solved, part.ld()));
      part.bringBack();
    });
  });
}

int cusolverMgPotrf_bufferSize(void *handle, int, int n, void **A, int row, int column, void *descrA, int type,
                               int64_t *elements) {
  return size(handle, type, {{A, row, column, descrA, n, n}}, elements);
}
int cusolverMgPotrf(void *handle, int uplo, int n, void **A, int row, int column, void *descrA, int type, void **,
                    int64_t, int *info) {
  return inTriangle(handle, uplo, {A, row, column, descrA, n, n}, type, info,
                    [](auto t) { return lapack::potrf<decltype(t)>(); });
}
int cusolverMgPotrs_bufferSize(void *handle, int, int n, int columns, void **A, int row, int column, void *descrA,
                               void **B, int rowB, int columnB, void *descrB, int type, int64_t *elements) {
  return size(handle, type, {{A, row, column, descrA, n, n}, {B, rowB, columnB, descrB, n, columns}}, elements);
}
int cusolverMgPotrs(void *handle, int uplo, int n, int columns, void **A, int row, int column, void *descrA, void **B,
                    int rowB, int columnB, void *descrB, int type, void **, int64_t, int *info) {
  const Given a{A, row, column, descrA, n, n}, b{B, rowB, columnB, descrB, n, columns};
  Call call = checked(handle, type, {a, b});
  const char triangle = call.triangle(uplo);
  return done(call, type, [&](auto t) {
    using T = decltype(t);
    return call.run([=, factors = a.part<T>(), part = b.part<T>()]() mutable {
      T *whole = factors.fetch(), *solved = part.fetch();
      report(info, lapack::call(lapack::potrs<T>(), triangle, int64_t(n), int64_t(columns), whole, factors.ld(), solved,
                                part.ld()));
      part.bringBack();
    });
  });
}
int cusolverMgPotri_bufferSize(void *handle, int, int n, void **A, int row, int column, void *descrA, int type,
                               int64_t *elements) {
  return size(handle, type, {{A, row, column, descrA, n, n}}, elements);
}
int cusolverMgPotri(void *handle, int uplo, int n, void **A, int row, int column, void *descrA, int type, void **,
                    int64_t, int *info) {
  return inTriangle(handle, uplo, {A, row, column, descrA, n, n}, type, info,
                    [](auto t) { return lapack::potri<decltype(t)>(); });
}

} // extern "C"
