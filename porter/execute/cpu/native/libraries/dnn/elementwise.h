// Operations on elements of tensors, of which the smaller one is repeated, and sums of them.
#pragma once

#include "context.h"

namespace porter::dnn {

enum class Operation { Add, Mul, Min, Max, Root, Not };

/// C = operation(first A, second B) + beta C. A root and a negation take A alone.
int combine(Call call, Operation operation, const void *first, const Operand &A, const void *second, const Operand &B,
            const void *beta, const Operand &C);
/// C = alpha A + beta C.
int add(Call call, const void *alpha, const Operand &A, const void *beta, const Operand &C);
int fill(Call call, const Operand &y, const void *value);
int scale(Call call, const Operand &y, const void *factor);

struct Reduction {
  enum Kind { Sum, Product, Min, Max, LargestSize, Mean, Norm1, Norm2, ProductOfOthers };
  int kind = -1; ///< both vendors' enumerators agree
  int computeType = 0, nan = 0, indices = 0, indexType = 0;
};

/// C = alpha reduced A + beta C, over the dimensions that have size 1 in C.
int reduce(Call call, const Reduction &reduction, void *indices, size_t bytes, const void *alpha, const Operand &A,
           const void *beta, const Operand &C);
size_t bytesOfIndices(const Reduction &reduction, const Tensor &C);

} // namespace porter::dnn
