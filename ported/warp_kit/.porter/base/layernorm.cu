// Layer normalisation with its backward: Welford's mean and variance merged across a warp, float16
// and bfloat16 rows read two at a time, gradients of the weights summed down the columns.
#include <hip/hip_runtime.h>
#include "porter_compat/atomics_narrow.hpp"
#include "porter_compat/warp.hpp"
#include "check.cuh"

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

namespace {

constexpr int kThreads = 128;
constexpr int kRowsPerBlock = kThreads / 32;
constexpr float kEpsilon = 1e-5f;

struct Moments {
    float mean;
    float squares;  // sum of squared distances from the mean
    float count;
};

__device__ Moments add(Moments m, float value) {
    m.count += 1.0f;
    const float delta = value - m.mean;
    m.mean += delta / m.count;
    m.squares += delta * (value - m.mean);
    return m;
}

__device__ Moments merge(Moments a, Moments b) {
    const float count = a.count + b.count;
    if (count == 0.0f) {
        return a;
    }
    const float delta = b.mean - a.mean;
    return {a.mean + delta * b.count / count,
            a.squares + b.squares + delta * delta * a.count * b.count / count, count};
}

__device__ Moments warp_merge(Moments m) {
    for (int offset = 16; offset > 0; offset /= 2) {
        const Moments other = {porter::shfl_xor_sync(0xffffffff, m.mean, offset),
                               porter::shfl_xor_sync(0xffffffff, m.squares, offset),
                               porter::shfl_xor_sync(0xffffffff, m.count, offset)};
        m = merge(m, other);
    }
    return m;
}

__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += porter::shfl_xor_sync(0xffffffff, value, offset);
    }
    return value;
}

__device__ float2 to_float2(__half2 pair) { return __half22float2(pair); }
__device__ float2 to_float2(__hip_bfloat162 pair) { return __bfloat1622float2(pair); }
__device__ float2 to_float2(float2 pair) { return pair; }
__device__ void store(__half2* target, float2 pair) { *target = __float22half2_rn(pair); }
__device__ void store(__hip_bfloat162* target, float2 pair) { *target = __float22bfloat162_rn(pair); }
__device__ void store(float2* target, float2 pair) { *target = pair; }

// A warp a row; pair_t holds two neighbouring elements.
template <typename pair_t>
__global__ void layernorm(const pair_t* input, const float2* gamma, const float2* beta,
                          pair_t* output, float* means, float* scales, int rows, int pairs) {
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.x * kRowsPerBlock + threadIdx.x / 32;
    if (row >= rows) {
        return;
    }
    input += static_cast<size_t>(row) * pairs;
    output += static_cast<size_t>(row) * pairs;

    Moments moments = {0.0f, 0.0f, 0.0f};
    for (int i = lane; i < pairs; i += 32) {
        const float2 x = to_float2(input[i]);
        moments = add(add(moments, x.x), x.y);
    }
    moments = warp_merge(moments);
    const float scale = rsqrtf(moments.squares / moments.count + kEpsilon);
    for (int i = lane; i < pairs; i += 32) {
        const float2 x = to_float2(input[i]);
        const float2 g = gamma[i], b = beta[i];
        store(output + i, make_float2((x.x - moments.mean) * scale * g.x + b.x,
                                      (x.y - moments.mean) * scale * g.y + b.y));
    }
    if (lane == 0) {
        means[row] = moments.mean;
        scales[row] = scale;
    }
}

// dx of a row, and the row's share of dgamma and dbeta.
__global__ void layernorm_backward(const float* input, const float* gamma, const float* dout,
                                   const float* means, const float* scales, float* dx,
                                   float* dgamma, float* dbeta, int rows, int columns) {
    extern __shared__ float shared[];
    float* block_dgamma = shared;
    float* block_dbeta = shared + columns;
    for (int i = threadIdx.x; i < 2 * columns; i += blockDim.x) {
        shared[i] = 0.0f;
    }
    __syncthreads();

    const int lane = threadIdx.x % 32;
    const int row = blockIdx.x * kRowsPerBlock + threadIdx.x / 32;
    if (row < rows) {
        const size_t offset = static_cast<size_t>(row) * columns;
        const float mean = means[row], scale = scales[row];
        float sum = 0.0f, sum_normalised = 0.0f;
        for (int i = lane; i < columns; i += 32) {
            const float normalised = (input[offset + i] - mean) * scale;
            const float g = dout[offset + i] * gamma[i];
            sum += g;
            sum_normalised += g * normalised;
            atomicAdd(&block_dgamma[i], dout[offset + i] * normalised);
            atomicAdd(&block_dbeta[i], dout[offset + i]);
        }
        sum = warp_sum(sum) / columns;
        sum_normalised = warp_sum(sum_normalised) / columns;
        for (int i = lane; i < columns; i += 32) {
            const float normalised = (input[offset + i] - mean) * scale;
            dx[offset + i] =
                scale * (dout[offset + i] * gamma[i] - sum - normalised * sum_normalised);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x) {
        atomicAdd(&dgamma[i], block_dgamma[i]);
        atomicAdd(&dbeta[i], block_dbeta[i]);
    }
}

struct Problem {
    int rows, columns;
    std::vector<float> input, gamma, beta, dout;

    Problem(int rows, int columns)
        : rows(rows),
          columns(columns),
          input(random_floats(static_cast<size_t>(rows) * columns, 31, 4.0f, 6.0f)),
          gamma(random_floats(columns, 32)),
          beta(random_floats(columns, 33)),
          dout(random_floats(static_cast<size_t>(rows) * columns, 34)) {}
};

struct Answer {
    std::vector<double> output, dx, dgamma, dbeta;
};

Answer reference(const Problem& p) {
    Answer answer{std::vector<double>(p.input.size()), std::vector<double>(p.input.size()),
                  std::vector<double>(p.columns), std::vector<double>(p.columns)};
    for (int row = 0; row < p.rows; ++row) {
        const size_t offset = static_cast<size_t>(row) * p.columns;
        double mean = 0, variance = 0;
        for (int i = 0; i < p.columns; ++i) {
            mean += p.input[offset + i] / double(p.columns);
        }
        for (int i = 0; i < p.columns; ++i) {
            const double distance = p.input[offset + i] - mean;
            variance += distance * distance / p.columns;
        }
        const double scale = 1 / std::sqrt(variance + kEpsilon);
        double sum = 0, sum_normalised = 0;
        for (int i = 0; i < p.columns; ++i) {
            const double normalised = (p.input[offset + i] - mean) * scale;
            const double g = double(p.dout[offset + i]) * p.gamma[i];
            answer.output[offset + i] = normalised * p.gamma[i] + p.beta[i];
            sum += g / p.columns;
            sum_normalised += g * normalised / p.columns;
            answer.dgamma[i] += p.dout[offset + i] * normalised;
            answer.dbeta[i] += p.dout[offset + i];
        }
        for (int i = 0; i < p.columns; ++i) {
            const double normalised = (p.input[offset + i] - mean) * scale;
            answer.dx[offset + i] =
                scale * (double(p.dout[offset + i]) * p.gamma[i] - sum - normalised * sum_normalised);
        }
    }
    return answer;
}

// T's own rounding of floats, both ways.
template <typename T, typename Round>
std::vector<T> rounded(const std::vector<float>& values, Round round) {
    std::vector<T> result;
    for (const float value : values) {
        result.push_back(round(value));
    }
    return result;
}

template <typename T, typename pair_t, typename Round, typename Widen>
void check_forward(Checks& checks, const char* what, Problem problem, double tolerance, Round round,
                   Widen widen) {
    const std::vector<T> input = rounded<T>(problem.input, round);
    for (size_t i = 0; i < input.size(); ++i) {
        problem.input[i] = widen(input[i]);
    }
    DeviceBuffer<T> device_input(input), device_output(input.size());
    DeviceBuffer<float> gamma(problem.gamma), beta(problem.beta), means(problem.rows),
        scales(problem.rows);
    device_output.fill_bytes(0xff);
    layernorm<pair_t><<<(problem.rows + kRowsPerBlock - 1) / kRowsPerBlock, kThreads>>>(
        reinterpret_cast<const pair_t*>(device_input.get()),
        reinterpret_cast<const float2*>(gamma.get()), reinterpret_cast<const float2*>(beta.get()),
        reinterpret_cast<pair_t*>(device_output.get()), means.get(), scales.get(), problem.rows,
        problem.columns / 2);
    CHECK_KERNEL();
    std::vector<float> output;
    for (const T value : device_output.to_host()) {
        output.push_back(widen(value));
    }
    checks.close(what, output, reference(problem).output, tolerance);
}

}  // namespace

int main(int argc, char** argv) {
    const Problem problem(size_argument(argc, argv, 45), 202);
    Checks checks("layernorm");
    check_forward<float, float2>(
        checks, "float", problem, 1e-4, [](float v) { return v; }, [](float v) { return v; });
    check_forward<__half, __half2>(
        checks, "float16", problem, 2e-3, [](float v) { return __float2half(v); },
        [](__half v) { return __half2float(v); });
    check_forward<__hip_bfloat16, __hip_bfloat162>(
        checks, "bfloat16", problem, 2e-2, [](float v) { return __float2bfloat16(v); },
        [](__hip_bfloat16 v) { return __bfloat162float(v); });

    const int rows = problem.rows, columns = problem.columns;
    DeviceBuffer<float> input(problem.input), gamma(problem.gamma), beta(problem.beta),
        dout(problem.dout), output(problem.input.size()), means(rows), scales(rows),
        dx(problem.input.size()), dgamma(columns), dbeta(columns);
    dgamma.fill_bytes(0);
    dbeta.fill_bytes(0);
    const int blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
    layernorm<float2><<<blocks, kThreads>>>(
        reinterpret_cast<const float2*>(input.get()), reinterpret_cast<const float2*>(gamma.get()),
        reinterpret_cast<const float2*>(beta.get()), reinterpret_cast<float2*>(output.get()),
        means.get(), scales.get(), rows, columns / 2);
    layernorm_backward<<<blocks, kThreads, 2 * columns * sizeof(float)>>>(
        input.get(), gamma.get(), dout.get(), means.get(), scales.get(), dx.get(), dgamma.get(),
        dbeta.get(), rows, columns);
    CHECK_KERNEL();
    const Answer expected = reference(problem);
    checks.close("dx", dx.to_host(), expected.dx, 1e-4);
    checks.close("dgamma", dgamma.to_host(), expected.dgamma, 1e-4);
    checks.close("dbeta", dbeta.to_host(), expected.dbeta, 1e-4);
    return checks.finish();
}
