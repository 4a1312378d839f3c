// Vectors taken apart by structured bindings: of a value, by reference, of a constant, of unsigned and wide numbers.
__device__ int3 place(int i) { return make_int3(i % 4, i / 4 % 4, i / 16); }

extern "C" __global__ void apart(double *out) {
  const int i = threadIdx.x;
  const auto [x, y, z] = place(i);
  float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
  auto &[a, b, c, d] = v;
  a += x;
  d = b * c;
  const double2 pair = make_double2(0.5, i);
  auto [low, high] = pair;
  high += 1;
  auto &&[u, w] = make_uint2(7u, 8u);
  out[4 * i] = x + 10 * y + 100 * z;
  out[4 * i + 1] = v.x + v.w;
  out[4 * i + 2] = pair.y + high + low;
  out[4 * i + 3] = u * w;
}
