// cuBLAS's first interface: what each call gives, beside what it has to give.
#include <cublas.h>
#include <stdio.h>

static void check(const char *what, bool holds) { printf("%s %s\n", holds ? "ok" : "WRONG", what); }

int main() {
  float x[4] = {1, -5, 3, 2}, y[4] = {2, 1, 0, 4}, out[4];
  double triangle[4] = {2, 3, 9, 4}, right[4] = {1, 1, 0, 1}, product[4];  // by columns; 9 is not read
  cuComplex z[2] = {{1, 2}, {0, 1}};
  float *a, *b, *c;
  double *t, *r;
  cuComplex *d;

  cublasSscal(4, 2.0f, x, 1);
  check("nothing before cublasInit", cublasGetError() == CUBLAS_STATUS_NOT_INITIALIZED);
  check("an error is told once", cublasGetError() == CUBLAS_STATUS_SUCCESS);
  cublasStatus status = cublasInit();
  check("init", status == CUBLAS_STATUS_SUCCESS);
  cublasAlloc(4, sizeof *a, (void **)&a);
  cublasAlloc(4, sizeof *b, (void **)&b);
  cublasAlloc(4, sizeof *c, (void **)&c);
  cublasAlloc(4, sizeof *t, (void **)&t);
  cublasAlloc(4, sizeof *r, (void **)&r);
  cublasAlloc(2, sizeof *d, (void **)&d);
  cublasSetVector(4, sizeof *x, x, 1, a, 1);
  cublasSetVector(4, sizeof *y, y, 1, b, 1);
  cublasSetMatrix(2, 2, sizeof *t, triangle, 2, t, 2);
  cublasSetMatrix(2, 2, sizeof *r, right, 2, r, 2);
  cublasSetVector(2, sizeof *z, z, 1, d, 1);

  check("the largest, counted from 1", cublasIsamax(4, a, 1) == 2);
  check("a product of vectors", cublasSdot(4, a, 1, b, 1) == 5);
  const cuComplex square = cublasCdotc(2, d, 1, d, 1);
  check("one of complex vectors", square.x == 6 && square.y == 0);

  cublasSgemm('N', 't', 2, 2, 2, 1.0f, a, 2, b, 2, 0, c, 2);
  cublasGetMatrix(2, 2, sizeof *c, c, 2, out, 2);
  check("a product of matrices", out[0] == 2 && out[1] == -10 && out[2] == 13 && out[3] == 3);

  cublasDtrmm('L', 'L', 'n', 'N', 2, 2, 1.0, t, 2, r, 2);
  cublasGetMatrix(2, 2, sizeof *r, r, 2, product, 2);
  check("one in its place", product[0] == 2 && product[1] == 7 && product[2] == 0 && product[3] == 4);

  cublasSaxpy(4, -1.0f, b, 1, a, 1);
  cublasGetVector(4, sizeof *a, a, 1, out, 1);
  check("a sum", out[0] == -1 && out[1] == -6 && out[2] == 3 && out[3] == -2);
  check("no error", cublasGetError() == CUBLAS_STATUS_SUCCESS);
  cublasFree(a);
  check("the end", cublasShutdown() == CUBLAS_STATUS_SUCCESS);
}
