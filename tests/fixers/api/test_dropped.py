"""Interfaces that CUDA dropped and ROCm still has: what becomes of CUDA 10's calls compiles."""

import pytest

SOURCE = """
#include <cusparse.h>
void mv(cusparseHandle_t h, cusparseOperation_t o, cusparseMatDescr_t d, const double *v,
        const int *r, const int *c, const double *x, double *y, double a, double b) {
  cusparseDcsrmv(h, o, 4, 4, 9, &a, d, v, r, c, x, &b, y);
  cusparseHybMat_t hyb;
  cusparseCreateHybMat(&hyb);
  cusparseDcsr2hyb(h, 4, 4, d, v, r, c, hyb, 0, CUSPARSE_HYB_PARTITION_AUTO);
  cusparseDhybmv(h, o, &a, d, hyb, x, &b, y);
  cusparseDestroyHybMat(hyb);
}
void mm(cusparseHandle_t h, cusparseOperation_t o, cusparseMatDescr_t d, const float *v,
        const int *r, const int *c, const float *x, float *y, float a, float b, float *res,
        int *nnz) {
  cusparseScsrmm(h, o, 4, 4, 4, 9, &a, d, v, r, c, x, 4, &b, y, 4);
  cusparseScsrmm2(h, o, o, 4, 4, 4, 9, &a, d, v, r, c, x, 4, &b, y, 4);
  cusparseSdoti(h, 4, v, c, x, res, CUSPARSE_INDEX_BASE_ZERO);
  cusparseScsr2csc(h, 4, 4, 9, v, r, c, y, nnz, nnz, CUSPARSE_ACTION_NUMERIC,
                   CUSPARSE_INDEX_BASE_ZERO);
  cusparseXcsrgemmNnz(h, o, o, 4, 4, 4, d, 9, r, c, d, 9, r, c, d, nnz, nnz);
  cusparseScsrgemm(h, o, o, 4, 4, 4, d, 9, v, r, c, d, 9, v, r, c, d, y, nnz, nnz);
  cusparseXcsrgeamNnz(h, 4, 4, d, 9, r, c, d, 9, r, c, d, nnz, nnz);
  cusparseScsrgeam(h, 4, 4, &a, d, 9, v, r, c, &b, d, 9, v, r, c, d, y, nnz, nnz);
  cusparseSaxpyi(h, 4, &a, v, c, y, CUSPARSE_INDEX_BASE_ZERO);
  cusparseSroti(h, 4, y, c, y, &a, &b, CUSPARSE_INDEX_BASE_ZERO);
}
"""


@pytest.mark.toolchain
def test_calls_of_cusparse_10_compile_for_hip(type_errors) -> None:
    assert type_errors(SOURCE) == []


def test_nothing_of_it_stays(converted) -> None:
    assert "cusparse" not in converted(SOURCE).data.decode().replace("hipsparse", "")
