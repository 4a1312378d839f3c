// Device-wide primitives of cub: ask for the temporary storage, allocate it, run.
#include <hip/hip_runtime.h>
#include "check.cuh"

#include <algorithm>
#include <iterator>
#include <numeric>

#include <hipcub/hipcub.hpp>

namespace {

// Runs a cub call twice: for the size of its temporary storage, then for the work.
template <typename Call>
void with_storage(Call call) {
    size_t bytes = 0;
    CHECK_CUDA(call(nullptr, bytes));
    void* storage = nullptr;
    CHECK_CUDA(hipMalloc(&storage, bytes));
    CHECK_CUDA(call(storage, bytes));
    CHECK_CUDA(hipDeviceSynchronize());
    CHECK_CUDA(hipFree(storage));
}

struct IsOdd {
    __host__ __device__ bool operator()(int value) const { return value % 2 == 1; }
};

}  // namespace

int main(int argc, char** argv) {
    const int count = size_argument(argc, argv, 20000);
    Checks checks("cub_device");
    const std::vector<int> input = random_ints(count, 51, 1000);
    DeviceBuffer<int> device_input(input), output(count), result(1);

    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceReduce::Sum(storage, bytes, device_input.get(), result.get(), count);
    });
    checks.equal("sum", result.to_host(),
                 {std::accumulate(input.begin(), input.end(), 0)});
    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceReduce::Max(storage, bytes, device_input.get(), result.get(), count);
    });
    checks.equal("maximum", result.to_host(), {*std::max_element(input.begin(), input.end())});

    std::vector<int> expected(count);
    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceScan::ExclusiveSum(storage, bytes, device_input.get(), output.get(),
                                             count);
    });
    std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0);
    checks.equal("exclusive sums", output.to_host(), expected);

    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceSelect::If(storage, bytes, device_input.get(), output.get(),
                                     result.get(), count, IsOdd());
    });
    expected.clear();
    std::copy_if(input.begin(), input.end(), std::back_inserter(expected), IsOdd());
    std::vector<int> selected = output.to_host();
    selected.resize(result.to_host()[0]);
    checks.equal("odd numbers, in order", selected, expected);

    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    DeviceBuffer<int> keys_a(input), keys_b(count), values_a(order), values_b(count);
    hipcub::DoubleBuffer<int> keys(keys_a.get(), keys_b.get());
    hipcub::DoubleBuffer<int> values(values_a.get(), values_b.get());
    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceRadixSort::SortPairs(storage, bytes, keys, values, count, 0, 10);
    });
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return input[a] < input[b]; });
    checks.equal("order of the sorted",
                 (values.Current() == values_a.get() ? values_a : values_b).to_host(), order);

    const int bins = 10;
    DeviceBuffer<int> histogram(bins);
    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceHistogram::HistogramEven(storage, bytes, device_input.get(),
                                                   histogram.get(), bins + 1, 0, 1000, count);
    });
    std::vector<int> expected_bins(bins, 0);
    for (const int value : input) {
        ++expected_bins[value / 100];
    }
    checks.equal("histogram", histogram.to_host(), expected_bins);

    const std::vector<int> offsets = {0, count / 4, count / 4, count / 2, count};
    const int segments = static_cast<int>(offsets.size()) - 1;
    DeviceBuffer<int> device_offsets(offsets), sums(segments);
    with_storage([&](void* storage, size_t& bytes) {
        return hipcub::DeviceSegmentedReduce::Sum(storage, bytes, device_input.get(), sums.get(),
                                               segments, device_offsets.get(),
                                               device_offsets.get() + 1);
    });
    std::vector<int> expected_sums(segments);
    for (int i = 0; i < segments; ++i) {
        expected_sums[i] = std::accumulate(input.begin() + offsets[i],
                                           input.begin() + offsets[i + 1], 0);
    }
    checks.equal("sums of segments", sums.to_host(), expected_sums);
    return checks.finish();
}
