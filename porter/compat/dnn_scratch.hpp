// What calls of cuDNN's need beside MIOpen's own: memory for one call, and factors by type.
#pragma once
#if !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)

#include <cstddef>
#include <hip/hip_runtime.h>
#include <miopen/miopen.h>

namespace porter {
namespace dnn {

// Device memory in the order of a handle's stream, for as long as one call needs it.
class scratch {
 public:
  scratch(miopenHandle_t handle, size_t bytes) {
    status_ = miopenGetStream(handle, &stream_);
    if (status_ == miopenStatusSuccess && bytes && hipMallocAsync(&memory_, bytes, stream_) != hipSuccess)
      status_ = miopenStatusAllocFailed;
  }
  ~scratch() {
    if (memory_) (void)hipFreeAsync(memory_, stream_);
  }
  scratch(const scratch &) = delete;
  scratch &operator=(const scratch &) = delete;

  miopenStatus_t status() const { return status_; }
  void *get() const { return memory_; }

 private:
  miopenStatus_t status_ = miopenStatusSuccess;
  miopenAcceleratorQueue_t stream_ = nullptr;
  void *memory_ = nullptr;
};

// A tensor's type and sizes; steps are in elements, the outermost first.
struct tensor {
  static constexpr int most = 8;
  miopenDataType_t type = miopenFloat;
  int count = 0;
  int sizes[most] = {};
  int steps[most] = {};
};

inline miopenStatus_t read(miopenTensorDescriptor_t descriptor, tensor *to) {
  miopenStatus_t status = miopenGetTensorDescriptorSize(descriptor, &to->count);
  if (status != miopenStatusSuccess) return status;
  if (to->count > tensor::most) return miopenStatusNotImplemented;
  return miopenGetTensorDescriptor(descriptor, &to->type, to->sizes, to->steps);
}

// A factor, which is a double for tensors of doubles and a float for all others.
class factor {
 public:
  explicit factor(double value) : single_(static_cast<float>(value)), both_(value) {}
  const void *of(miopenDataType_t type) const {
    return type == miopenDouble ? static_cast<const void *>(&both_) : static_cast<const void *>(&single_);
  }

 private:
  float single_;
  double both_;
};

inline bool is(const void *value, double wanted, miopenDataType_t type) {
  return type == miopenDouble ? *static_cast<const double *>(value) == wanted
                              : *static_cast<const float *>(value) == static_cast<float>(wanted);
}

// to = alpha * from + beta * to, of one shape or with sizes of 1 in `from`. With beta = 0 what was in `to`
// is not read, so that a NaN there does no harm.
inline miopenStatus_t blend(miopenHandle_t handle, const void *alpha, miopenTensorDescriptor_t from_descriptor,
                            const void *from, const void *beta, miopenTensorDescriptor_t to_descriptor, void *to) {
  tensor known;
  miopenStatus_t status = read(to_descriptor, &known);
  if (status != miopenStatusSuccess) return status;
  const factor none(0);
  if (is(beta, 0, known.type)) {
    status = miopenSetTensor(handle, to_descriptor, to, none.of(known.type));
    if (status != miopenStatusSuccess) return status;
  }
  return miopenOpTensor(handle, miopenTensorOpAdd, beta, to_descriptor, to, alpha, from_descriptor, from,
                        none.of(known.type), to_descriptor, to);
}

// Runs what computes with factors 1 and 0 alone, as most of MIOpen does, for other factors as well: `run` gets
// both in the result's type, and where to write.
template <class Run>
miopenStatus_t blended(miopenHandle_t handle, const void *alpha, const void *beta,
                       miopenTensorDescriptor_t descriptor, void *out, Run run) {
  tensor known;
  miopenStatus_t status = read(descriptor, &known);
  if (status != miopenStatusSuccess) return status;
  const factor one(1), none(0);
  if (is(alpha, 1, known.type) && is(beta, 0, known.type))
    return run(one.of(known.type), none.of(known.type), out);
  size_t bytes = 0;
  status = miopenGetTensorNumBytes(descriptor, &bytes);
  if (status != miopenStatusSuccess) return status;
  const scratch made(handle, bytes);
  if (made.status() != miopenStatusSuccess) return made.status();
  status = run(one.of(known.type), none.of(known.type), made.get());
  if (status != miopenStatusSuccess) return status;
  return blend(handle, alpha, descriptor, made.get(), beta, descriptor, out);
}

}  // namespace dnn
}  // namespace porter

#endif  // !defined(__HIP_PLATFORM_NVIDIA__) && __has_include(<miopen/miopen.h>)
