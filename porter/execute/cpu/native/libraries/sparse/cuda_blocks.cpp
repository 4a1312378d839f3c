// cuSPARSE's names for blocks, with the wider sizes of work areas that it has besides.
using WorkSize = int;
#define NAME(function) cusparse##function
#include "names_blocks.h"

#define WIDER_SIZES(letter, T)                                                                                         \
  int cusparse##letter##csr2gebsr_bufferSizeExt(void *handle, int, int, int, const void *, const T *, const int *,     \
                                                const int *, int, int, size_t *size) {                                 \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int cusparse##letter##gebsr2gebsc_bufferSizeExt(void *handle, int, int, int, const T *, const int *, const int *,    \
                                                  int, int, size_t *size) {                                            \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int cusparse##letter##gebsr2gebsr_bufferSizeExt(void *handle, int, int, int, int, const void *, const T *,           \
                                                  const int *, const int *, int, int, int, int, size_t *size) {        \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int cusparse##letter##bsrilu02_bufferSizeExt(void *handle, int, int, int, const void *, T *, const int *,            \
                                               const int *, int, void *, size_t *size) {                               \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int cusparse##letter##bsric02_bufferSizeExt(void *handle, int, int, int, const void *, T *, const int *,             \
                                              const int *, int, void *, size_t *size) {                                \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int cusparse##letter##bsrsm2_bufferSizeExt(void *handle, int, int, int, int, int, int, const void *, T *,            \
                                             const int *, const int *, int, void *, size_t *size) {                    \
    return sizeOfWork(Call(handle), size);                                                                             \
  }

extern "C" {

int cusparseXgebsr2csr(void *handle, int direction, int rows, int columns, const void *kindOfBlocks, const int *offsets,
                       const int *indices, int height, int width, const void *kind, int *madeOffsets,
                       int *madeIndices) {
  Call call(handle);
  const Matrix A = oldMatrix<float>(call, kindOfBlocks, rows, columns, countOf(offsets, rows), nullptr, offsets,
                                    indices, height, direction, width);
  return fromBlocks<float>(call, A, kind, nullptr, madeOffsets, madeIndices, false);
}
WIDER_SIZES(S, float)
WIDER_SIZES(D, double)
WIDER_SIZES(C, std::complex<float>)
WIDER_SIZES(Z, std::complex<double>)
}
