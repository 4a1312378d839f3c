// Reductions of arrays whose type is named at run time, in the order of ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace porter::rccl {

enum Operation { Sum = 0, Product = 1, Largest = 2, Least = 3, Average = 4, FirstOwn = 5 };

/// ncclDataType_t; 0 for a type that is none.
size_t bytesOf(int type);

/// A sum whose terms are multiplied first.
struct Scaled {
  int type;
  double factor;
};

/// A number of a type as a double.
double numberOf(int type, const void *place);

/// Reduce the arrays of all ranks. Halves are summed in float and rounded once.
void reduce(int type, int operation, const Scaled *scaled, const std::vector<const void *> &arrays, size_t count,
            void *result);

} // namespace porter::rccl
