// The generic functions that both vendors have, under the prefix that `NAME` makes.
#pragma once

#include "operations.h"

// Each has one that tells the size of a work area, and many one that prepares for it: here there is nothing to prepare.
#define PRODUCT_ARGUMENTS                                                                                              \
  void *handle, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta, void *C,          \
      int compute, int
#define SPGEMM_ARGUMENTS PRODUCT_ARGUMENTS, void *product

extern "C" {

int NAME(Axpby)(void *handle, const void *alpha, const void *x, const void *beta, void *y) {
  return axpby(Call(handle), alpha, x, beta, y);
}
int NAME(Gather)(void *handle, const void *y, void *x) { return gather(Call(handle), y, x); }
int NAME(Scatter)(void *handle, const void *x, void *y) { return scatter(Call(handle), x, y); }
int NAME(Rot)(void *handle, const void *c, const void *s, void *x, void *y) {
  return rotate(Call(handle), c, s, x, y);
}
int NAME(SpVV_bufferSize)(void *handle, int, const void *, const void *, const void *, int, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(SpVV)(void *handle, int op, const void *x, const void *y, void *result, int compute, void *) {
  return dot(Call(handle), op, x, y, result, compute);
}

int NAME(SpMV_bufferSize)(void *handle, int, const void *, const void *, const void *, const void *, void *, int, int,
                          size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(SpMV_preprocess)(void *handle, int, const void *, const void *, const void *, const void *, void *, int, int,
                          void *) {
  return Call(handle).code();
}
int NAME(SpMV)(void *handle, int op, const void *alpha, const void *A, const void *x, const void *beta, void *y,
               int compute, int, void *) {
  return multiplyVector(Call(handle), op, alpha, A, x, beta, y, compute);
}
int NAME(SpMM_bufferSize)(PRODUCT_ARGUMENTS, size_t *size) {
  (void)opA, (void)opB, (void)alpha, (void)A, (void)B, (void)beta, (void)C, (void)compute;
  return sizeOfWork(Call(handle), size);
}
int NAME(SpMM_preprocess)(void *handle, int, int, const void *, const void *, const void *, const void *, void *, int,
                          int, void *) {
  return Call(handle).code();
}
int NAME(SpMM)(PRODUCT_ARGUMENTS, void *) {
  return multiplyDense(Call(handle), opA, opB, alpha, A, B, beta, C, compute);
}
int NAME(SDDMM_bufferSize)(PRODUCT_ARGUMENTS, size_t *size) {
  (void)opA, (void)opB, (void)alpha, (void)A, (void)B, (void)beta, (void)C, (void)compute;
  return sizeOfWork(Call(handle), size);
}
int NAME(SDDMM_preprocess)(void *handle, int, int, const void *, const void *, const void *, const void *, void *, int,
                           int, void *) {
  return Call(handle).code();
}
int NAME(SDDMM)(PRODUCT_ARGUMENTS, void *) {
  return multiplySampled(Call(handle), opA, opB, alpha, A, B, beta, C, compute);
}

int NAME(SparseToDense_bufferSize)(void *handle, const void *, void *, int, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(SparseToDense)(void *handle, const void *A, void *B, int, void *) { return toDense(Call(handle), A, B); }
int NAME(DenseToSparse_bufferSize)(void *handle, const void *, void *, int, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(DenseToSparse_analysis)(void *handle, const void *A, void *B, int, void *) {
  return countOfDense(Call(handle), A, B);
}
int NAME(DenseToSparse_convert)(void *handle, const void *A, void *B, int, void *) {
  return fromDense(Call(handle), A, B);
}

int NAME(SpSV_createDescr)(void **solver) { return create(solver, Solver()); }
int NAME(SpSV_destroyDescr)(void *solver) { return destroy<Solver>(solver); }
int NAME(SpSV_bufferSize)(void *handle, int, const void *, const void *, const void *, void *, int, int, void *,
                          size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(SpSV_analysis)(void *handle, int op, const void *, const void *A, const void *, void *, int, int,
                        void *solver, void *) {
  return analyse(Call(handle), op, A, solver);
}
int NAME(SpSV_solve)(void *handle, int op, const void *alpha, const void *A, const void *x, void *y, int compute, int,
                     void *solver) {
  return solveVector(Call(handle), op, alpha, A, x, y, compute, solver);
}
int NAME(SpSM_createDescr)(void **solver) { return create(solver, Solver()); }
int NAME(SpSM_destroyDescr)(void *solver) { return destroy<Solver>(solver); }
int NAME(SpSM_bufferSize)(void *handle, int, int, const void *, const void *, const void *, void *, int, int, void *,
                          size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(SpSM_analysis)(void *handle, int op, int, const void *, const void *A, const void *, void *, int, int,
                        void *solver, void *) {
  return analyse(Call(handle), op, A, solver);
}
int NAME(SpSM_solve)(void *handle, int opA, int opB, const void *alpha, const void *A, const void *B, void *C,
                     int compute, int, void *solver SPSM_AREA) {
  return solveDense(Call(handle), opA, opB, alpha, A, B, C, compute, solver);
}

int NAME(SpGEMM_createDescr)(void **product) { return create(product, Product()); }
int NAME(SpGEMM_destroyDescr)(void *product) { return destroy<Product>(product); }
int NAME(SpGEMM_workEstimation)(void *handle, int opA, int opB, const void *, const void *A, const void *B,
                                const void *, void *, int, int, void *product, size_t *size, void *area) {
  return estimateProduct(Call(handle), opA, opB, A, B, product, size, area);
}
int NAME(SpGEMM_compute)(SPGEMM_ARGUMENTS, size_t *size, void *area) {
  return computeProduct(Call(handle), opA, opB, alpha, A, B, beta, C, compute, product, size, area);
}
int NAME(SpGEMM_copy)(void *handle, int, int, const void *, const void *, const void *, const void *, void *C, int, int,
                      void *product) {
  return copyProduct(Call(handle), C, product, true);
}
int NAME(SpGEMMreuse_workEstimation)(void *handle, int opA, int opB, const void *A, const void *B, void *, int,
                                     void *product, size_t *size, void *area) {
  return estimateProduct(Call(handle), opA, opB, A, B, product, size, area);
}
int NAME(SpGEMMreuse_nnz)(void *handle, int opA, int opB, const void *A, const void *B, void *C, int, void *product,
                          size_t *size2, void *area2, size_t *size3, void *, size_t *size4, void *) {
  return structureOfProduct(Call(handle), opA, opB, A, B, C, product, size2, area2, size3, size4);
}
int NAME(SpGEMMreuse_copy)(void *handle, int, int, const void *, const void *, void *C, int, void *product,
                           size_t *size, void *area) {
  return copyStructure(Call(handle), C, product, size, area);
}
int NAME(SpGEMMreuse_compute)(PRODUCT_ARGUMENTS, void *product) {
  Call call(handle);
  (void)call.object<Product>(product);
  return computeAgain(call, opA, opB, alpha, A, B, beta, C, compute);
}
}
