// Which elements of a convolution meet, with three spatial dimensions: those that are missing have size 1.
#pragma once

#include "convolution.h"

namespace porter::dnn {

struct Shape {
  int64_t batch = 0, groups = 1, in = 0, out = 0; ///< channels of each group
  int64_t size[3], window[3], made[3], pad[3], step[3], dilation[3];
  bool flips = false;

  int64_t elements() const { return size[0] * size[1] * size[2]; }
  int64_t places() const { return made[0] * made[1] * made[2]; }
  int64_t taps() const { return in * window[0] * window[1] * window[2]; }
  /// Where a tap of a place reads along a dimension; outside of 0 to size it reads zero.
  int64_t at(int d, int64_t place, int64_t tap) const { return place * step[d] - pad[d] + tap * dilation[d]; }
};

/// Call `work(row, place, element)` for all that meet: a row of taps, a place of what comes out, an element of what goes in.
template <class Work> void eachMeeting(const Shape &shape, Work work) {
  int64_t row = 0;
  for (int64_t c = 0; c < shape.in; ++c)
    for (int64_t a = 0; a < shape.window[0]; ++a)
      for (int64_t b = 0; b < shape.window[1]; ++b)
        for (int64_t e = 0; e < shape.window[2]; ++e, ++row)
          for (int64_t i = 0, place = 0; i < shape.made[0]; ++i) {
            const int64_t z = shape.at(0, i, a);
            for (int64_t j = 0; j < shape.made[1]; ++j) {
              const int64_t y = shape.at(1, j, b);
              const bool isIn = z >= 0 && z < shape.size[0] && y >= 0 && y < shape.size[1];
              const int64_t line = ((c * shape.size[0] + z) * shape.size[1] + y) * shape.size[2];
              for (int64_t k = 0; k < shape.made[2]; ++k, ++place)
                if (const int64_t x = shape.at(2, k, e); isIn && x >= 0 && x < shape.size[2])
                  work(row, place, line + x);
            }
          }
}

/// The shape of a convolution between tensors; false when they do not fit.
bool shapeOf(const Convolution &convolution, const Tensor &x, const Tensor &w, const Tensor &y, Shape *shape);

} // namespace porter::dnn
