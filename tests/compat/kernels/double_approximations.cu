// Approximations of doubles in PTX, which take and give their upper halves alone.
extern "C" __global__ void approximate(const double* x, double* out) {
  const int at = threadIdx.x;
  double reciprocal, root;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(reciprocal) : "d"(x[at]));
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(root) : "d"(x[at]));
  out[2 * at] = reciprocal;
  out[2 * at + 1] = root;
}
