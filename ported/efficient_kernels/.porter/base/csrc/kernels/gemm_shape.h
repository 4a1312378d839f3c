// Sizes of a matrix product, all matrices row-major and contiguous.
#pragma once

struct GemmShape {
    int rows;     // of a and c
    int columns;  // of b and c
    int inner;    // columns of a, rows of b
};
