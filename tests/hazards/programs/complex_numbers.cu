// Complex numbers near the ends of the range: CUDA scales before it squares.
#include <cmath>
#include <cstdio>
#include <cuComplex.h>
#include <cuda_runtime.h>
__host__ __device__ void fill(double *o, float big, float small, double huge, double tiny) {
  o[0] = cuCabsf(make_cuFloatComplex(big, big)) / big;
  o[1] = cuCabsf(make_cuComplex(3 * small, 4 * small)) / small;
  o[2] = cuCabs(make_cuDoubleComplex(3 * huge, 4 * huge)) / huge;
  o[3] = cuCabs(make_cuDoubleComplex(3 * tiny, -4 * tiny)) / tiny;
  cuFloatComplex q = cuCdivf(make_cuFloatComplex(big, big), make_cuFloatComplex(big, big));
  o[4] = cuCrealf(q), o[5] = cuCimagf(q);
  q = cuCdivf(make_cuFloatComplex(2 * small, 0), make_cuFloatComplex(small, small));
  o[6] = q.x, o[7] = q.y;
  cuDoubleComplex d = cuCdiv(make_cuDoubleComplex(huge, -huge), make_cuDoubleComplex(huge, huge));
  o[8] = cuCreal(d), o[9] = cuCimag(d);
  d = cuCmul(cuConj(make_cuDoubleComplex(1, 2)), cuCadd(make_cuDoubleComplex(3, 4), cuCsub(make_cuDoubleComplex(1, 1), make_cuDoubleComplex(1, 2))));
  o[10] = d.x, o[11] = d.y;
  q = cuCfmaf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4), make_cuFloatComplex(5, 6));
  o[12] = q.x, o[13] = q.y;
  o[14] = cuCabsf(make_cuFloatComplex(INFINITY, 0)), o[15] = cuCabs(make_cuDoubleComplex(0, 0));
  cuDoubleComplex w = cuComplexFloatToDouble(q); o[16] = w.y; o[17] = cuComplexDoubleToFloat(w).x;
}
__global__ void k(double *o, float big, float small, double huge, double tiny) { fill(o, big, small, huge, tiny); }
int main() {
  double *o; cudaMallocManaged(&o, 1024);
  fill(o + 32, 1e30f, 1e-30f, 1e300, 1e-300); k<<<1, 1>>>(o, 1e30f, 1e-30f, 1e300, 1e-300);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  const double e[] = {sqrt(2.), 5, 5, 5, 1, 0, 1, -1, 0, -1, 9, -3, 0, 16, INFINITY, 0, 16, 0};
  for (int s = 0; s < 64; s += 32) for (int i = 0; i < 18; i++) if (!(fabs(o[s + i] - e[i]) <= 1e-5) && o[s + i] != e[i]) bad++, printf("%s %d: %g not %g\n", s ? "host" : "device", i, o[s + i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
