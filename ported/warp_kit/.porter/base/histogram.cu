// Histogram: global atomics, shared memory a block, one copy a warp, and lanes that vote first.
#include <hip/hip_runtime.h>
#include "porter_compat/bits.hpp"
#include "porter_compat/warp.hpp"
#include "check.cuh"

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarpSize;
constexpr int kBins = 64;

__global__ void global_atomics(const int* input, int count, unsigned* bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&bins[input[i]], 1u);
    }
}

__global__ void shared_atomics(const int* input, int count, unsigned* bins) {
    __shared__ unsigned block_bins[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
        block_bins[bin] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&block_bins[input[i]], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
        atomicAdd(&bins[bin], block_bins[bin]);
    }
}

// Fewer collisions: each warp counts on its own.
__global__ void per_warp_bins(const int* input, int count, unsigned* bins) {
    __shared__ unsigned warp_bins[kWarps][kBins];
    unsigned* own = warp_bins[threadIdx.x / kWarpSize];
    const int lane = threadIdx.x % kWarpSize;
    for (int bin = lane; bin < kBins; bin += kWarpSize) {
        own[bin] = 0;
    }
    porter::syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[input[i]], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
        unsigned total = 0;
        for (int warp = 0; warp < kWarps; ++warp) {
            total += warp_bins[warp][bin];
        }
        atomicAdd(&bins[bin], total);
    }
}

// Lanes with the same value find each other; the lowest of them adds for all.
__global__ void matched_lanes(const int* input, int count, unsigned* bins) {
    const int lane = threadIdx.x % kWarpSize;
    const int rounds = (count + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int round = 0; round < rounds; ++round) {
        const int i = (round * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        const unsigned present = porter::ballot_sync(kFullMask, i < count);
        if (i < count) {
            const unsigned same = porter::match_any_sync(present, input[i]);
            if (lane == __ffs(same) - 1) {
                atomicAdd(&bins[input[i]], static_cast<unsigned>(porter::popc(same)));
            }
        }
    }
}

// Largest float: atomicMax on the bits, in an order that keeps negative numbers below.
__global__ void largest(const float* input, int count, unsigned* result) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const unsigned bits = __float_as_uint(input[i]);
        atomicMax(result, bits & 0x80000000u ? ~bits : bits | 0x80000000u);
    }
}

// Product of all inputs with a compare-and-swap loop.
__global__ void product(const double* input, int count, unsigned long long* result) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned long long seen = *result, assumed;
        do {
            assumed = seen;
            const double updated = __longlong_as_double(assumed) * input[i];
            seen = atomicCAS(result, assumed, __double_as_longlong(updated));
        } while (seen != assumed);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 20011);
    const int blocks = 7;
    Checks checks("histogram");

    std::vector<int> input = random_ints(count, 41, kBins);
    for (int i = 0; i < count; i += 3) {
        input[i] = 5;  // a crowded bin
    }
    std::vector<unsigned> expected(kBins, 0);
    for (const int value : input) {
        ++expected[value];
    }
    DeviceBuffer<int> device_input(input);
    DeviceBuffer<unsigned> bins(kBins);
    using Kernel = void (*)(const int*, int, unsigned*);
    const struct {
        const char* name;
        Kernel kernel;
    } kernels[] = {{"global atomics", global_atomics},
                   {"shared atomics", shared_atomics},
                   {"bins of each warp", per_warp_bins},
                   {"matched lanes", matched_lanes}};
    for (const auto& [name, kernel] : kernels) {
        bins.fill_bytes(0);
        kernel<<<blocks, kThreads>>>(device_input.get(), count, bins.get());
        CHECK_KERNEL();
        checks.equal(name, bins.to_host(), expected);
    }

    const std::vector<float> floats = random_floats(count, 42, -9.0f, -1.0f);
    float maximum = floats[0];
    for (const float value : floats) {
        maximum = std::fmax(maximum, value);
    }
    DeviceBuffer<float> device_floats(floats);
    DeviceBuffer<unsigned> ordered(1);
    ordered.fill_bytes(0);
    largest<<<blocks, kThreads>>>(device_floats.get(), count, ordered.get());
    CHECK_KERNEL();
    const unsigned bits = ordered.to_host()[0];
    union {
        unsigned bits;
        float value;
    } decoded = {bits & 0x80000000u ? bits & 0x7fffffffu : ~bits};
    checks.is_true("largest float", decoded.value == maximum);

    std::vector<double> factors(300);
    double expected_product = 1;
    Random random(43);
    for (double& factor : factors) {
        factor = random.uniform(0.9f, 1.1f);
        expected_product *= factor;
    }
    const std::vector<double> one = {1.0};
    DeviceBuffer<double> device_factors(factors), device_product(one);
    product<<<2, 64>>>(device_factors.get(), static_cast<int>(factors.size()),
                       reinterpret_cast<unsigned long long*>(device_product.get()));
    CHECK_KERNEL();
    checks.close("product", device_product.to_host(), std::vector<double>{expected_product}, 1e-12);
    return checks.finish();
}
