// Runs plans: each member of a batch is read into lines without gaps, transformed in double, and written.
#include "plan.h"

#include <algorithm>

namespace porter::fft {
namespace {

struct Side {
  const Layout *layout;
  int64_t lengths[3]; ///< with ones in front
  bool isComplex, isPadded;

  int64_t elements() const { return lengths[0] * lengths[1] * lengths[2]; }
  /// Where element (x, y, z) of a member lies.
  int64_t place(int64_t member, int64_t x, int64_t y, int64_t z) const {
    if (layout->embed.empty()) {
      const int64_t row = isPadded ? 2 * (lengths[2] / 2 + 1) : lengths[2]; // of reals that become complex in place
      return ((member * lengths[0] + x) * lengths[1] + y) * row + z;
    }
    const auto embed = [&](int axis) {
      const int64_t place = axis - 3 + int64_t(layout->embed.size());
      return place < 0 ? 1 : layout->embed[place];
    };
    return member * layout->distance + ((x * embed(1) + y) * embed(2) + z) * layout->step;
  }
};

template <class Real, class Visit> void eachElement(const Side &side, int64_t member, Visit visit) {
  int64_t index = 0;
  for (int64_t x = 0; x < side.lengths[0]; ++x)
    for (int64_t y = 0; y < side.lengths[1]; ++y)
      for (int64_t z = 0; z < side.lengths[2]; ++z)
        visit(index++, side.place(member, x, y, z) * (side.isComplex ? 2 : 1));
}

/// Transform along one axis of a box.
void along(std::vector<Complex> &box, const int64_t (&lengths)[3], int axis, Fourier &line) {
  const int64_t step = axis == 2 ? 1 : axis == 1 ? lengths[2] : lengths[1] * lengths[2];
  std::vector<Complex> gathered(lengths[axis]);
  for (int64_t first = 0; first < int64_t(box.size()); ++first) {
    if (first / step % lengths[axis])
      continue; // not the beginning of a line
    for (int64_t i = 0; i < lengths[axis]; ++i)
      gathered[i] = box[first + i * step];
    line.transform(gathered.data());
    for (int64_t i = 0; i < lengths[axis]; ++i)
      box[first + i * step] = gathered[i];
  }
}

/// The second half of each line of what is real once transformed back: the first half's mirror image.
void mirror(std::vector<Complex> &half, const int64_t (&lengths)[3], std::vector<Complex> &whole) {
  const int64_t rows = lengths[0] * lengths[1], length = lengths[2], kept = length / 2 + 1;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t z = 0; z < length; ++z) {
      const Complex value = z < kept ? half[row * kept + z] : std::conj(half[row * kept + length - z]);
      const bool isReal = z == 0 || 2 * z == length;
      whole[row * length + z] = isReal ? Complex(value.real()) : value;
    }
}

struct Run {
  Plan &plan;
  int direction;
  bool fromReal, toReal;
  Side in, out;
  int axes[3] = {0, 1, 2};

  template <class Real> void member(int64_t index, const Real *from, Real *to) {
    int64_t whole[3], half[3];
    for (int axis = 0; axis < 3; ++axis)
      whole[axis] = half[axis] = std::max(in.lengths[axis], out.lengths[axis]);
    half[2] = whole[2] / 2 + 1;
    std::vector<Complex> box(in.elements());
    eachElement<Real>(in, index, [&](int64_t i, int64_t place) {
      box[i] = in.isComplex ? Complex(from[place], from[place + 1]) : Complex(from[place]);
    });
    const int64_t(&lengths)[3] = fromReal || toReal ? half : whole;
    if (fromReal) {
      transform(box, whole, 2);
      std::vector<Complex> kept(half[0] * half[1] * half[2]);
      for (size_t i = 0; i < kept.size(); ++i)
        kept[i] = box[i / half[2] * whole[2] + i % half[2]];
      box.swap(kept);
    }
    for (int axis = 0; axis < 3; ++axis)
      if (axis < 2 || !(fromReal || toReal))
        transform(box, lengths, axis);
    if (toReal) {
      std::vector<Complex> full(whole[0] * whole[1] * whole[2]);
      mirror(box, whole, full);
      box.swap(full);
      transform(box, whole, 2);
    }
    eachElement<Real>(out, index, [&](int64_t i, int64_t place) {
      to[place] = Real(box[i].real() * plan.scale);
      if (out.isComplex)
        to[place + 1] = Real(box[i].imag() * plan.scale);
    });
  }
  void transform(std::vector<Complex> &box, const int64_t (&lengths)[3], int axis) {
    const int dimension = axis - 3 + int(plan.shape.lengths.size());
    if (dimension >= 0)
      along(box, lengths, axis, plan.line(dimension, direction));
  }
};

template <class Real> void run(Plan &plan, void *in, void *out, int direction) {
  const Shape &shape = plan.shape;
  const bool fromReal = shape.type == R2C || shape.type == D2Z, toReal = shape.type == C2R || shape.type == Z2D;
  const bool isInPlace = in == out;
  Run run{plan, fromReal ? forwards : toReal ? backwards : direction, fromReal, toReal,
          {&shape.in, {1, 1, 1}, !fromReal, fromReal && isInPlace},
          {&shape.out, {1, 1, 1}, !toReal, toReal && isInPlace}};
  std::copy_backward(shape.lengths.begin(), shape.lengths.end(), run.in.lengths + 3);
  std::copy_backward(shape.lengths.begin(), shape.lengths.end(), run.out.lengths + 3);
  if (fromReal)
    run.out.lengths[2] = run.out.lengths[2] / 2 + 1;
  if (toReal)
    run.in.lengths[2] = run.in.lengths[2] / 2 + 1;
  for (int64_t member = 0; member < shape.batch; ++member)
    run.member(member, static_cast<const Real *>(in), static_cast<Real *>(out));
}

} // namespace

int refusal(const Shape &shape, int type, int direction) {
  if (type && type != shape.type)
    return InvalidType;
  return shape.isComplex() && direction != forwards && direction != backwards ? InvalidValue : Success;
}

void transform(Plan &plan, void *in, void *out, int direction) {
  std::lock_guard lock(plan.mutex);
  (plan.shape.isDouble() ? run<double> : run<float>)(plan, in, out, direction);
}

int execute(intptr_t handle, int type, void *in, void *out, int direction) {
  const auto plan = find(handle);
  if (!plan || plan->shape.lengths.empty() || !plan->devices.empty())
    return InvalidPlan;
  if (const int refused = refusal(plan->shape, type, direction))
    return refused;
  if (!in || !out)
    return InvalidValue;
  const hipError_t error = hip::issue(plan->stream, hipGraphNodeTypeHost, [=] {
    transform(*plan, in, out, direction);
    return hipSuccess;
  });
  return error ? ExecFailed : Success;
}

} // namespace porter::fft
