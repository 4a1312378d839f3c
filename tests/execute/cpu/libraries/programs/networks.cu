// A convolution, an activation and pooling as a program uses them, compiled as HIP and as CUDA.
#include "checks.h"

#include <cmath>

#ifdef __HIP_PLATFORM_AMD__
#include <miopen/miopen.h>
#else
#include <cudnn.h>
#endif

namespace {

__global__ void negate(float *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = -values[i];
}

/// Of ones: each place is the number of elements that its window meets.
constexpr int size = 4, count = size * size;
bool isCounted(const float *device, float sign) {
  const auto y = onHost(device, count);
  for (int i = 0; i < count; ++i) {
    const int row = i / size, column = i % size;
    const int rows = row == 0 || row == size - 1 ? 2 : 3, columns = column == 0 || column == size - 1 ? 2 : 3;
    if (y[i] != sign * float(rows * columns))
      return false;
  }
  return true;
}

} // namespace

int main() {
  float *x = onDevice(std::vector<float>(count, 1)), *w = onDevice(std::vector<float>(9, 1));
  float *y = onDevice(std::vector<float>(count)), *z = onDevice(std::vector<float>(count, 7));
  const float one = 1, zero = 0;
  GPU(Stream_t) stream;
  (void)GPU(StreamCreate)(&stream);
#ifdef __HIP_PLATFORM_AMD__
  miopenHandle_t handle;
  check(miopenCreateWithStream(&handle, stream) == miopenStatusSuccess, "a handle");
  miopenTensorDescriptor_t image, filter;
  miopenConvolutionDescriptor_t convolution;
  miopenActivationDescriptor_t relu;
  miopenCreateTensorDescriptor(&image);
  miopenSet4dTensorDescriptor(image, miopenFloat, 1, 1, size, size);
  miopenCreateTensorDescriptor(&filter);
  miopenSet4dTensorDescriptor(filter, miopenFloat, 1, 1, 3, 3);
  miopenCreateConvolutionDescriptor(&convolution);
  miopenInitConvolutionDescriptor(convolution, miopenConvolution, 1, 1, 1, 1, 1, 1);
  miopenCreateActivationDescriptor(&relu);
  miopenSetActivationDescriptor(relu, miopenActivationRELU, 0, 0, 0);
  size_t bytes = 1;
  int found = 0;
  miopenConvAlgoPerf_t best;
  int status = miopenConvolutionForwardGetWorkSpaceSize(handle, filter, image, convolution, image, &bytes);
  status |= miopenFindConvolutionForwardAlgorithm(handle, image, x, filter, w, convolution, image, y, 1, &found, &best,
                                                  nullptr, bytes, false);
  status |= miopenConvolutionForward(handle, &one, image, x, filter, w, convolution, best.fwd_algo, &zero, image, y,
                                     nullptr, bytes);
#else
  cudnnHandle_t handle;
  check(cudnnCreate(&handle) == CUDNN_STATUS_SUCCESS && cudnnSetStream(handle, stream) == 0, "a handle");
  cudnnTensorDescriptor_t image;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t convolution;
  cudnnActivationDescriptor_t relu;
  cudnnCreateTensorDescriptor(&image);
  cudnnSetTensor4dDescriptor(image, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, size, size);
  cudnnCreateFilterDescriptor(&filter);
  cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, 3, 3);
  cudnnCreateConvolutionDescriptor(&convolution);
  cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  cudnnCreateActivationDescriptor(&relu);
  cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0);
  size_t bytes = 1;
  int found = 0;
  cudnnConvolutionFwdAlgoPerf_t best;
  int status = cudnnGetConvolutionForwardAlgorithm_v7(handle, image, filter, convolution, image, 1, &found, &best);
  status |= cudnnGetConvolutionForwardWorkspaceSize(handle, image, filter, convolution, image, best.algo, &bytes);
  status |= cudnnConvolutionForward(handle, &one, image, x, filter, w, convolution, best.algo, nullptr, bytes, &zero,
                                    image, y);
#endif
  (void)GPU(StreamSynchronize)(stream);
  check(status == 0 && found == 1 && isCounted(y, 1), "a convolution");
  negate<<<1, count, 0, stream>>>(y, count);
#ifdef __HIP_PLATFORM_AMD__
  status = miopenActivationForward(handle, relu, &one, image, y, &zero, image, z);
#else
  status = cudnnActivationForward(handle, relu, &one, image, y, &zero, image, z);
#endif
  (void)GPU(StreamSynchronize)(stream);
  float largest = 0;
  for (float each : onHost(z, count))
    largest = std::fmax(largest, std::fabs(each));
  check(status == 0 && isCounted(y, -1) && largest == 0, "an activation behind a kernel of the same stream");
  return failures;
}
