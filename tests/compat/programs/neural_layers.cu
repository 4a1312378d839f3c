// cuDNN's layers beside sums that the host adds: `ok NAME` for each that agrees.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>
#include <cudnn.h>

#define MUST(call)                                                                                                     \
  do {                                                                                                                 \
    const cudnnStatus_t status = (call);                                                                               \
    if (status != CUDNN_STATUS_SUCCESS) {                                                                              \
      std::printf("line %d: %s\n", __LINE__, cudnnGetErrorString(status));                                             \
      return 1;                                                                                                        \
    }                                                                                                                  \
  } while (0)

using List = std::vector<float>;

static List numbers(int count, int seed) {
  List made(count);
  for (int at = 0; at < count; ++at)
    made[at] = ((at * 7 + seed * 5) % 11) * 0.25f - 1.25f;
  return made;
}

struct Device {
  float *at = nullptr;
  size_t count;
  explicit Device(const List &from) : count(from.size()) {
    cudaMalloc(&at, count * sizeof(float));
    cudaMemcpy(at, from.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(at); }
  List read() const {
    List to(count);
    cudaDeviceSynchronize();
    cudaMemcpy(to.data(), at, count * sizeof(float), cudaMemcpyDeviceToHost);
    return to;
  }
};

static void check(const char *name, const List &got, const List &wanted) {
  double worst = got.size() == wanted.size() ? 0 : 1;
  for (size_t at = 0; at < got.size() && at < wanted.size(); ++at)
    worst = std::fmax(worst, std::fabs(got[at] - wanted[at]));
  std::printf(worst < 1e-4 ? "ok %s\n" : "%s differs by %g\n", name, worst);
}

constexpr int N = 2, C = 3, H = 6, W = 5, K = 4, R = 3, P = 1; // same size out, with a border of one

// Calls f(where in x, in w, in y) for each product of the convolution.
template <class F> static void each_product(F f) {
  for (int n = 0; n < N; ++n)
    for (int k = 0; k < K; ++k)
      for (int h = 0; h < H; ++h)
        for (int w = 0; w < W; ++w)
          for (int c = 0; c < C; ++c)
            for (int r = 0; r < R; ++r)
              for (int s = 0; s < R; ++s) {
                const int y = h + r - P, x = w + s - P;
                if (y >= 0 && y < H && x >= 0 && x < W)
                  f(((n * C + c) * H + y) * W + x, ((k * C + c) * R + r) * R + s, ((n * K + k) * H + h) * W + w);
              }
}

static int convolutions(cudnnHandle_t dnn) {
  cudnnTensorDescriptor_t in, out, shift;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t how;
  MUST(cudnnCreateTensorDescriptor(&in));
  MUST(cudnnCreateTensorDescriptor(&out));
  MUST(cudnnCreateTensorDescriptor(&shift));
  MUST(cudnnCreateFilterDescriptor(&filter));
  MUST(cudnnCreateConvolutionDescriptor(&how));
  MUST(cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, N, C, H, W));
  MUST(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, K, C, R, R));
  MUST(cudnnSetConvolution2dDescriptor(how, P, P, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  MUST(cudnnSetConvolutionMathType(how, CUDNN_TENSOR_OP_MATH));
  int n, c, h, w;
  MUST(cudnnGetConvolution2dForwardOutputDim(how, in, filter, &n, &c, &h, &w));
  MUST(cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
  MUST(cudnnSetTensor4dDescriptor(shift, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, K, 1, 1));

  const List x = numbers(N * C * H * W, 1), f = numbers(K * C * R * R, 2), dy = numbers(N * K * H * W, 3);
  const List bias = numbers(K, 4);
  Device on_x(x), on_f(f), on_dy(dy), on_bias(bias), y(List(dy.size(), NAN));

  int most, count;
  MUST(cudnnGetConvolutionForwardAlgorithmMaxCount(dnn, &most));
  std::vector<cudnnConvolutionFwdAlgoPerf_t> known(most);
  MUST(cudnnGetConvolutionForwardAlgorithm_v7(dnn, in, filter, how, out, most, &count, known.data()));
  size_t bytes;
  MUST(cudnnGetConvolutionForwardWorkspaceSize(dnn, in, filter, how, out, known[0].algo, &bytes));
  void *work = nullptr;
  cudaMalloc(&work, bytes ? bytes : 1);
  const float one = 1, none = 0, half = 0.5f;

  List sums(dy.size(), 0);
  each_product([&](int a, int b, int c) { sums[c] += x[a] * f[b]; });
  MUST(cudnnConvolutionForward(dnn, &one, in, on_x.at, filter, on_f.at, how, known[0].algo, work, bytes, &none, out, y.at));
  check("forward", y.read(), sums);

  List twice = sums;
  for (float &value : twice) value = 0.5f * value + value;
  MUST(cudnnConvolutionForward(dnn, &half, in, on_x.at, filter, on_f.at, how, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
                               work, bytes, &one, out, y.at));
  check("forward added", y.read(), twice);

  MUST(cudnnAddTensor(dnn, &one, shift, on_bias.at, &one, out, y.at));
  for (size_t at = 0; at < twice.size(); ++at) twice[at] += bias[at / (H * W) % K];
  check("bias", y.read(), twice);

  cudnnActivationDescriptor_t curve;
  MUST(cudnnCreateActivationDescriptor(&curve));
  MUST(cudnnSetActivationDescriptor(curve, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0.0));
  List fused = dy;
  for (size_t at = 0; at < fused.size(); ++at)
    fused[at] = std::fmax(0.0f, sums[at] + 0.5f * dy[at] + bias[at / (H * W) % K]);
  MUST(cudnnConvolutionBiasActivationForward(dnn, &one, in, on_x.at, filter, on_f.at, how,
                                             CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, work, bytes, &half, out,
                                             on_dy.at, shift, on_bias.at, curve, out, y.at));
  check("fused", y.read(), fused);

  List to_x(x.size(), 0), to_f(f.size(), 0);
  each_product([&](int a, int b, int c) { to_x[a] += dy[c] * f[b], to_f[b] += dy[c] * x[a]; });
  Device dx(List(x.size(), 0)), df(f);
  MUST(cudnnGetConvolutionBackwardDataWorkspaceSize(dnn, filter, out, how, in, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, &bytes));
  MUST(cudnnConvolutionBackwardData(dnn, &one, filter, on_f.at, out, on_dy.at, how, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1,
                                    nullptr, 0, &none, in, dx.at));
  check("backward data", dx.read(), to_x);
  MUST(cudnnConvolutionBackwardFilter(dnn, &one, in, on_x.at, out, on_dy.at, how, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,
                                      nullptr, 0, &one, filter, df.at));
  for (size_t at = 0; at < f.size(); ++at) to_f[at] += f[at];
  check("backward filter added", df.read(), to_f);
  return 0;
}

static int layers(cudnnHandle_t dnn) {
  const float one = 1, none = 0;
  cudnnTensorDescriptor_t in, out;
  cudnnPoolingDescriptor_t window;
  MUST(cudnnCreateTensorDescriptor(&in));
  MUST(cudnnCreateTensorDescriptor(&out));
  MUST(cudnnCreatePoolingDescriptor(&window));
  MUST(cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 4, 4));
  MUST(cudnnSetPooling2dDescriptor(window, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2));
  int n, c, h, w;
  MUST(cudnnGetPooling2dForwardOutputDim(window, in, &n, &c, &h, &w));
  MUST(cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));

  List x(32);
  for (int at = 0; at < 32; ++at) x[at] = (at * 13 % 32) * 0.125f; // all different: one maximum a window
  const List dy = numbers(8, 6);
  List best(8), back(32, 0), mean(8);
  for (int at = 0; at < 8; ++at) {
    const int first = at / 4 * 16 + at / 2 % 2 * 8 + at % 2 * 2;
    int chosen = first;
    for (int other : {first, first + 1, first + 4, first + 5}) {
      mean[at] += x[other] / 4;
      if (x[other] > x[chosen]) chosen = other;
    }
    best[at] = x[chosen];
    back[chosen] = dy[at];
  }
  Device on_x(x), on_dy(dy), y(List(8, NAN)), dx(List(32, NAN));
  MUST(cudnnPoolingForward(dnn, window, &one, in, on_x.at, &none, out, y.at));
  check("largest", y.read(), best);
  MUST(cudnnPoolingBackward(dnn, window, &one, out, y.at, out, on_dy.at, in, on_x.at, &none, in, dx.at));
  check("largest backward", dx.read(), back);
  MUST(cudnnSetPooling2dDescriptor(window, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2));
  MUST(cudnnPoolingForward(dnn, window, &one, in, on_x.at, &none, out, y.at));
  check("mean", y.read(), mean);

  List share(32);
  for (int at = 0; at < 16; ++at) {
    const float a = std::exp(x[at]), b = std::exp(x[at + 16]);
    share[at] = a / (a + b), share[at + 16] = b / (a + b);
  }
  MUST(cudnnSoftmaxForward(dnn, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, in, on_x.at, &none, in, dx.at));
  check("softmax", dx.read(), share);

  cudnnOpTensorDescriptor_t times;
  MUST(cudnnCreateOpTensorDescriptor(&times));
  MUST(cudnnSetOpTensorDescriptor(times, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_PROPAGATE_NAN));
  MUST(cudnnOpTensor(dnn, times, &one, in, on_x.at, &one, in, dx.at, &none, in, dx.at));
  for (int at = 0; at < 32; ++at) share[at] *= x[at];
  check("product", dx.read(), share);
  MUST(cudnnDestroyOpTensorDescriptor(times));

  cudnnTensorDescriptor_t one_a_channel;
  MUST(cudnnCreateTensorDescriptor(&one_a_channel));
  MUST(cudnnDeriveBNTensorDescriptor(one_a_channel, in, CUDNN_BATCHNORM_SPATIAL));
  const List scale = {2, -1}, bias = {0.5f, 1}, middle = {1, 3}, spread = {4, 0.25f};
  Device on_scale(scale), on_bias(bias), on_middle(middle), on_spread(spread);
  MUST(cudnnBatchNormalizationForwardInference(dnn, CUDNN_BATCHNORM_SPATIAL, &one, &none, in, on_x.at, in, dx.at, one_a_channel,
                                               on_scale.at, on_bias.at, on_middle.at, on_spread.at, 1e-5));
  List normal(32);
  for (int at = 0; at < 32; ++at)
    normal[at] = scale[at / 16] * (x[at] - middle[at / 16]) / std::sqrt(spread[at / 16] + 1e-5f) + bias[at / 16];
  check("normalized", dx.read(), normal);

  cudnnLRNDescriptor_t response;
  MUST(cudnnCreateLRNDescriptor(&response));
  MUST(cudnnSetLRNDescriptor(response, 3, 0.5, 0.75, 2.0));
  MUST(cudnnLRNCrossChannelForward(dnn, response, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, in, on_x.at, &none, in, dx.at));
  for (int at = 0; at < 32; ++at) {
    const float a = x[at % 16], b = x[at % 16 + 16];
    normal[at] = x[at] / std::pow(2.0f + 0.5f / 3 * (a * a + b * b), 0.75f);
  }
  check("response", dx.read(), normal);

  cudnnDataType_t type;
  int sizes[4], steps[4], count;
  MUST(cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, 2, 3, 4, 5));
  MUST(cudnnGetTensorNdDescriptor(in, 4, &type, &count, sizes, steps));
  const bool is_right = count == 4 && type == CUDNN_DATA_FLOAT && sizes[1] == 3 && steps[0] == 60 && steps[1] == 1 &&
                        steps[2] == 15 && steps[3] == 3;
  std::printf(is_right ? "ok channels last\n" : "channels are not last\n");
  return 0;
}

int main() {
  cudnnHandle_t dnn;
  MUST(cudnnCreate(&dnn));
  const int failed = convolutions(dnn) + layers(dnn);
  MUST(cudnnDestroy(dnn));
  return failed;
}
