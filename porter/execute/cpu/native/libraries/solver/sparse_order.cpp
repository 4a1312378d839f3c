// Orders rows so that neighbours are near each other.
#include "band.h"

namespace porter::solver {

namespace {

using Neighbours = std::vector<std::vector<int64_t>>;

/// The graph of a matrix and of its transpose.
Neighbours neighboursOf(int64_t n, const int *offsets, const int *columns) {
  Neighbours made(n);
  const int base = offsets[0];
  for (int64_t row = 0; row < n; ++row)
    for (int64_t at = offsets[row] - base; at < offsets[row + 1] - base; ++at)
      if (const int64_t column = columns[at] - base; column != row) {
        made[row].push_back(column);
        made[column].push_back(row);
      }
  for (auto &each : made) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  return made;
}

/// Rows by their distance from one, those of few neighbours first; what was reached before is left out.
std::vector<int64_t> reached(const Neighbours &neighbours, int64_t from, std::vector<bool> &isReached) {
  std::vector<int64_t> order{from};
  isReached[from] = true;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t first = order.size();
    for (int64_t next : neighbours[order[i]])
      if (!isReached[next]) {
        isReached[next] = true;
        order.push_back(next);
      }
    std::stable_sort(order.begin() + first, order.end(),
                     [&](int64_t a, int64_t b) { return neighbours[a].size() < neighbours[b].size(); });
  }
  return order;
}

} // namespace

std::vector<int64_t> bandOrder(int64_t n, const int *offsets, const int *columns) {
  const Neighbours neighbours = neighboursOf(n, offsets, columns);
  std::vector<bool> isReached(n);
  std::vector<int64_t> order;
  for (int64_t start = 0; start < n; ++start) {
    if (isReached[start])
      continue;
    std::vector<bool> isTried = isReached;
    const int64_t farthest = reached(neighbours, start, isTried).back(); // an end is a better start than a middle
    const auto part = reached(neighbours, farthest, isReached);
    order.insert(order.end(), part.begin(), part.end());
  }
  std::reverse(order.begin(), order.end());
  return order;
}

} // namespace porter::solver
