// Multiplies by weights of 4 bits with Marlin's kernel, packed as it wants them, and compares with
// sums in double: one scale a column, and one for each 128 rows of a column; 16 and 48 rows.
#include "marlin_cuda_kernel.cu"

#include <algorithm>

#include "drive.h"

static const int tile = 16, chunk = 4 * tile * tile;

/// The place in four tiles of each weight, in the order in which lanes hold them.
static std::vector<int> order_of_weights() {
  const int interleaved[8] = {0, 2, 4, 6, 1, 3, 5, 7};
  std::vector<int> order;
  for (int lane = 0; lane < 32; ++lane) {
    int places[8];
    for (int block = 0; block < 2; ++block)
      for (int i = 0; i < 4; ++i) {
        const int row = 2 * (lane % 4) + i % 2 + 8 * (i / 2);
        places[4 * block + i] = tile * row + lane / 4 + 8 * block;
      }
    for (int next = 0; next < 4; ++next)
      for (int i : interleaved) order.push_back(places[i] + tile * tile * next);
  }
  return order;
}

/// The column of each scale, of 64 where there are groups, else of 32.
static std::vector<int> order_of_scales(bool has_groups) {
  std::vector<int> order;
  for (int i = 0; i < (has_groups ? 8 : 4); ++i)
    for (int j = 0; j < 8; ++j) order.push_back(has_groups ? i + 8 * j : 2 * i + j / 2 * 8 + j % 2);
  return order;
}

static std::vector<int> packed(const std::vector<int>& weights, int depth, int columns) {
  const std::vector<int> order = order_of_weights();
  std::vector<int> words(depth * columns / 8);
  for (size_t at = 0; at < weights.size(); ++at) {
    const size_t place = at / chunk * chunk + order[at % chunk];
    const size_t row = place / (tile * columns) * tile + place % (tile * tile) / tile;
    const size_t column = place % (tile * columns) / (tile * tile) * tile + place % tile;
    words[at / 8] |= weights[row * columns + column] << 4 * (at % 8);
  }
  return words;
}

template <class T>
static T* on_device(const std::vector<T>& from) {
  T* memory = nullptr;
  cudaMalloc(&memory, from.size() * sizeof(T));
  cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

static void product(const char* name, int rows, int group, int blocks) {
  const int columns = 256, depth = 256, groups = group == -1 ? 1 : depth / group;
  drive::Matrix<half> a({rows, depth}, 1), c({rows, columns});
  std::mt19937 random(2);
  std::vector<int> weights(depth * columns);
  std::vector<half> scales(groups * columns), moved(scales.size());
  for (int& each : weights) each = int(random() % 16);
  for (half& each : scales) each = __float2half(float(1 + random() % 100) / 1000.0f);
  const std::vector<int> order = order_of_scales(group != -1);
  for (size_t i = 0; i < scales.size(); ++i)
    moved[i] = scales[i / order.size() * order.size() + order[i % order.size()]];
  const int failed =
      marlin_cuda(a.device, on_device(packed(weights, depth, columns)), c.device, on_device(moved), rows,
                  columns, depth, on_device(std::vector<int>(columns / 128 * 16)), group, 0, 0, -1, -1, blocks);
  c.fetch();
  double error = failed ? INFINITY : 0, greatest = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int i = 0; i < depth; ++i) {
        const double scale = drive::number(scales[i / (depth / groups) * columns + column]);
        sum += a[row * depth + i] * (weights[i * columns + column] - 8) * scale;
      }
      const double got = c[row * columns + column];
      error = std::fmax(error, std::isnan(got) ? INFINITY : std::fabs(got - sum));
      greatest = std::fmax(greatest, std::fabs(sum));
    }
  drive::report(name, error, greatest);
}

// No block has two slices of columns: Marlin lets its next copies begin while other warps still read
// the last results from where they go, which shows where a copy is done at once.
int main() {
  product("columns", 16, -1, 2);
  product("groups", 16, 128, 4);
  product("rows", 48, -1, 2);
  product("blocks", 48, 128, 3);
}
