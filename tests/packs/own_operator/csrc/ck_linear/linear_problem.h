#pragma once

namespace aiter {

struct LinearProblem {
    const void *x, *w, *bias;
    void *y;
    int m, n, k, parts;
};

using LinearKernel = bool (*)(const LinearProblem &);

} // namespace aiter
