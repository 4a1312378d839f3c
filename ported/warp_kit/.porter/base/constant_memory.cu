// Constant memory and device variables: written and read by symbol from the host.
#include <hip/hip_runtime.h>
#include "porter_compat/minmax.hpp"
#include "check.cuh"

#include <algorithm>

namespace {

constexpr int kDegree = 7;
constexpr int kMaxRadius = 8;

struct Settings {
    int radius;
    float scale;
    float taps[2 * kMaxRadius + 1];
};

__constant__ float coefficients[kDegree + 1];
__constant__ Settings settings;
__device__ int clamped_reads;
__device__ float table[256];

// Horner's rule; all lanes read the same coefficient at a time.
__global__ void polynomial(const float* input, float* output, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        float value = coefficients[kDegree];
#pragma unroll
        for (int k = kDegree - 1; k >= 0; --k) {
            value = fmaf(value, input[i], coefficients[k]);
        }
        output[i] = value;
    }
}

// Convolution with the ends repeated; counts the reads beyond them.
__global__ void smooth(const float* input, float* output, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) {
        return;
    }
    float sum = 0.0f;
    for (int k = -settings.radius; k <= settings.radius; ++k) {
        const int position = min(max(i + k, 0), count - 1);
        if (position != i + k) {
            atomicAdd(&clamped_reads, 1);
        }
        sum += settings.taps[k + settings.radius] * input[position];
    }
    output[i] = settings.scale * sum;
}

__global__ void look_up(const unsigned char* input, float* output, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        output[i] = table[input[i]];
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 10000);
    const int threads = 256, blocks = (count + threads - 1) / threads;
    Checks checks("constant_memory");
    const std::vector<float> input = random_floats(count, 81);
    DeviceBuffer<float> device_input(input), output(count);

    const std::vector<float> factors = random_floats(kDegree + 1, 82);
    CHECK_CUDA(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), factors.data(), sizeof(coefficients)));
    polynomial<<<blocks, threads>>>(device_input.get(), output.get(), count);
    CHECK_KERNEL();
    std::vector<double> expected(count);
    for (int i = 0; i < count; ++i) {
        expected[i] = 0;
        for (int k = kDegree; k >= 0; --k) {
            expected[i] = expected[i] * input[i] + factors[k];
        }
    }
    checks.close("polynomial", output.to_host(), expected, 1e-5);

    // One coefficient changed in place, by its offset.
    const float changed = 2.5f;
    CHECK_CUDA(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), &changed, sizeof(float), 3 * sizeof(float)));
    float read_back[kDegree + 1];
    CHECK_CUDA(hipMemcpyFromSymbol(read_back, HIP_SYMBOL(coefficients), sizeof(read_back)));
    std::vector<float> expected_factors(factors);
    expected_factors[3] = changed;
    checks.equal("coefficients read back",
                 std::vector<float>(read_back, read_back + kDegree + 1), expected_factors);

    Settings host_settings = {};
    host_settings.radius = 3;
    host_settings.scale = 0.5f;
    for (int k = 0; k < 2 * host_settings.radius + 1; ++k) {
        host_settings.taps[k] = 0.1f * static_cast<float>(k + 1);
    }
    const int zero = 0;
    CHECK_CUDA(hipMemcpyToSymbol(HIP_SYMBOL(settings), &host_settings, sizeof(Settings)));
    CHECK_CUDA(hipMemcpyToSymbol(HIP_SYMBOL(clamped_reads), &zero, sizeof(int)));
    smooth<<<blocks, threads>>>(device_input.get(), output.get(), count);
    CHECK_KERNEL();
    int expected_reads = 0;
    for (int i = 0; i < count; ++i) {
        expected[i] = 0;
        for (int k = -host_settings.radius; k <= host_settings.radius; ++k) {
            const int position = std::min(std::max(i + k, 0), count - 1);
            expected_reads += position != i + k;
            expected[i] += double(host_settings.taps[k + host_settings.radius]) * input[position];
        }
        expected[i] *= host_settings.scale;
    }
    checks.close("smoothed", output.to_host(), expected, 1e-5);
    int reads = -1;
    CHECK_CUDA(hipMemcpyFromSymbol(&reads, HIP_SYMBOL(clamped_reads), sizeof(int)));
    checks.is_true("clamped reads", reads == expected_reads);

    // A device array through its address.
    void* address = nullptr;
    size_t bytes = 0;
    CHECK_CUDA(hipGetSymbolAddress(&address, HIP_SYMBOL(table)));
    CHECK_CUDA(hipGetSymbolSize(&bytes, HIP_SYMBOL(table)));
    checks.is_true("size of the table", bytes == 256 * sizeof(float));
    const std::vector<float> host_table = random_floats(256, 83);
    CHECK_CUDA(hipMemcpy(address, host_table.data(), bytes, hipMemcpyHostToDevice));
    std::vector<unsigned char> indices(count);
    std::vector<float> looked_up(count);
    Random random(84);
    for (int i = 0; i < count; ++i) {
        indices[i] = static_cast<unsigned char>(random.below(256));
        looked_up[i] = host_table[indices[i]];
    }
    DeviceBuffer<unsigned char> device_indices(indices);
    look_up<<<blocks, threads>>>(device_indices.get(), output.get(), count);
    CHECK_KERNEL();
    checks.equal("looked up", output.to_host(), looked_up);
    return checks.finish();
}
