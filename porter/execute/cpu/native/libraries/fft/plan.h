// Plans: which transform, and how its numbers lie in memory.
#pragma once

#include "fourier.h"

#include "../../hip_api/handles.h"
#include "../../hip_api/streams.h"

#include <cstdint>
#include <mutex>

namespace porter::fft {

/// hipfftResult and cufftResult, which agree.
enum Status {
  Success = 0,
  InvalidPlan = 1,
  InvalidType = 3,
  InvalidValue = 4,
  ExecFailed = 6,
  InvalidSize = 8,
  NotImplemented = 14,
  NotSupported = 16,
};

/// hipfftType and cufftType, which agree.
enum Type { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

constexpr int forwards = -1, backwards = 1;

/// How the elements of a batch lie: element (x0, x1, x2) of member b at
/// b distance + ((x0 embed[1] + x1) embed[2] + x2) step.
struct Layout {
  std::vector<int64_t> embed; ///< empty for lines without gaps
  int64_t step = 1, distance = 0;
};

struct Shape {
  std::vector<int64_t> lengths;
  Layout in, out;
  int type = C2C;
  int64_t batch = 1;

  bool isComplex() const { return type == C2C || type == Z2Z; } ///< on both sides
  bool isDouble() const { return type == Z2Z || type == D2Z || type == Z2D; }
};

struct Plan {
  Shape shape; ///< without lengths until it is made
  hipStream_t stream = nullptr;
  double scale = 1;
  std::vector<int> devices; ///< that share the numbers; none where they lie as any others
  std::mutex mutex;
  std::vector<std::unique_ptr<Fourier>> lines[2]; ///< of each dimension, by direction; made when first needed

  Fourier &line(size_t dimension, int direction);
};

inline std::shared_ptr<Plan> find(intptr_t handle) { return hip::handlesOf<Plan, intptr_t>().find(handle); }

int create(intptr_t *handle);
int destroy(intptr_t handle);
/// Decide what a plan does. Sizes of work areas, one for each device, are none: each run has its own memory.
int make(intptr_t handle, Shape shape, size_t *bytes);
int check(const Shape &shape);

template <class Int>
Shape shapeOf(int rank, const Int *n, const Int *inEmbed, int64_t inStep, int64_t inDistance, const Int *outEmbed,
              int64_t outStep, int64_t outDistance, int type, int64_t batch) {
  Shape shape;
  if (rank >= 1 && rank <= 3 && n)
    shape.lengths.assign(n, n + rank);
  shape.type = type;
  shape.batch = batch;
  if (inEmbed && outEmbed && !shape.lengths.empty()) { // else all of the layout is ignored
    shape.in = {{inEmbed, inEmbed + rank}, inStep, inDistance};
    shape.out = {{outEmbed, outEmbed + rank}, outStep, outDistance};
  }
  return shape;
}

/// Why a plan cannot do what a function asks of it. The type is the function's; 0 for any.
int refusal(const Shape &shape, int type, int direction);
/// Transform now.
void transform(Plan &plan, void *in, void *out, int direction);
/// Transform on the plan's stream. The type is the function's; 0 for any.
int execute(intptr_t handle, int type, void *in, void *out, int direction);

} // namespace porter::fft
