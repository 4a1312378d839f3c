// Calls the kernel of LeetCUDA's swizzle/mma_simple_swizzle.cu, which prints what it multiplies.
#define main main_of_file
#include "mma_simple_swizzle.cu"
#undef main
#include "drive.h"

int main() {
  const int rows = 16, columns = 8, depth = 16;
  drive::Matrix<half> a({rows, depth}, 1), b({depth, columns}, 2), c({rows, columns});
  mma_simple_swizzle_kernel<rows, columns, depth>
      <<<1, 32>>>(a.device, b.device, c.device, rows, columns, depth);
  c.fetch();
  double error = 0, greatest = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int i = 0; i < depth; ++i) sum += a[row * depth + i] * b[i * columns + column];
      error = std::fmax(error, std::fabs(c[row * columns + column] - sum));
      greatest = std::fmax(greatest, std::fabs(sum));
    }
  drive::report("mma_simple_swizzle", error, greatest);
}
