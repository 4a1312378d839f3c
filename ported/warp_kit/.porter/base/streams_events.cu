// Copies and kernels in several streams from pinned memory, ordered by events; a captured graph.
#include <hip/hip_runtime.h>
#include "check.cuh"

namespace {

constexpr int kStreams = 3;
constexpr int kThreads = 256;

__global__ void scale_and_shift(float* data, int count, float scale, float shift) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        data[i] = fmaf(data[i], scale, shift);
    }
}

__global__ void combine(const float* a, const float* b, float* result, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        result[i] = a[i] - 2.0f * b[i];
    }
}

int blocks_for(int count) { return (count + kThreads - 1) / kThreads; }

void count_call(void* counter) { ++*static_cast<int*>(counter); }

}  // namespace

int main(int argc, char** argv) {
    const int chunk = size_argument(argc, argv, 8192);
    const int chunks = 7, count = chunk * chunks;
    Checks checks("streams_events");

    float* host = nullptr;
    CHECK_CUDA(hipHostMalloc(&host, count * sizeof(float)));
    const std::vector<float> input = random_floats(count, 91);
    for (int i = 0; i < count; ++i) {
        host[i] = input[i];
    }
    DeviceBuffer<float> device(count);
    hipStream_t streams[kStreams];
    for (hipStream_t& stream : streams) {
        CHECK_CUDA(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    }
    hipEvent_t begin, end;
    CHECK_CUDA(hipEventCreate(&begin));
    CHECK_CUDA(hipEventCreate(&end));

    // Chunk after chunk, round robin: in, work, out. `begin` comes before all, `end` after all.
    CHECK_CUDA(hipEventRecord(begin, streams[0]));
    for (int s = 1; s < kStreams; ++s) {
        CHECK_CUDA(hipStreamWaitEvent(streams[s], begin, 0));
    }
    for (int c = 0; c < chunks; ++c) {
        hipStream_t stream = streams[c % kStreams];
        float* target = device.get() + c * chunk;
        float* source = host + c * chunk;
        CHECK_CUDA(hipMemcpyAsync(target, source, chunk * sizeof(float), hipMemcpyHostToDevice,
                                   stream));
        scale_and_shift<<<blocks_for(chunk), kThreads, 0, stream>>>(target, chunk, 3.0f, c);
        CHECK_CUDA(hipGetLastError());
        CHECK_CUDA(hipMemcpyAsync(source, target, chunk * sizeof(float), hipMemcpyDeviceToHost,
                                   stream));
    }
    for (int s = 1; s < kStreams; ++s) {
        hipEvent_t done;
        CHECK_CUDA(hipEventCreateWithFlags(&done, hipEventDisableTiming));
        CHECK_CUDA(hipEventRecord(done, streams[s]));
        CHECK_CUDA(hipStreamWaitEvent(streams[0], done, 0));
        CHECK_CUDA(hipEventDestroy(done));
    }
    CHECK_CUDA(hipEventRecord(end, streams[0]));
    CHECK_CUDA(hipEventSynchronize(end));
    float milliseconds = -1.0f;
    CHECK_CUDA(hipEventElapsedTime(&milliseconds, begin, end));
    checks.is_true("time has passed", milliseconds >= 0.0f);
    checks.is_true("first stream is idle", hipStreamQuery(streams[0]) == hipSuccess);
    std::vector<float> expected(count);
    for (int i = 0; i < count; ++i) {
        expected[i] = std::fmaf(input[i], 3.0f, static_cast<float>(i / chunk));
    }
    checks.equal("chunks", std::vector<float>(host, host + count), expected);

    // Two producers in streams of their own, and a consumer that waits for both.
    const std::vector<float> a = random_floats(chunk, 92), b = random_floats(chunk, 93);
    DeviceBuffer<float> device_a(a), device_b(b), result(chunk);
    hipEvent_t ready[2];
    float* inputs[2] = {device_a.get(), device_b.get()};
    for (int p = 0; p < 2; ++p) {
        CHECK_CUDA(hipEventCreateWithFlags(&ready[p], hipEventDisableTiming));
        scale_and_shift<<<blocks_for(chunk), kThreads, 0, streams[p]>>>(inputs[p], chunk, 0.5f,
                                                                       1.0f);
        CHECK_CUDA(hipGetLastError());
        CHECK_CUDA(hipEventRecord(ready[p], streams[p]));
        CHECK_CUDA(hipStreamWaitEvent(streams[2], ready[p], 0));
    }
    combine<<<blocks_for(chunk), kThreads, 0, streams[2]>>>(inputs[0], inputs[1], result.get(),
                                                           chunk);
    CHECK_CUDA(hipGetLastError());
    int calls = 0;
    CHECK_CUDA(hipLaunchHostFunc(streams[2], count_call, &calls));
    CHECK_CUDA(hipStreamSynchronize(streams[2]));
    std::vector<double> combined(chunk);
    for (int i = 0; i < chunk; ++i) {
        combined[i] = (0.5 * a[i] + 1.0) - 2.0 * (0.5 * b[i] + 1.0);
    }
    checks.close("consumer after producers", result.to_host(), combined, 1e-6);
    checks.is_true("host function ran once", calls == 1);

    // The same launches captured once and replayed.
    DeviceBuffer<float> counter(chunk);
    counter.fill_bytes(0);
    hipGraph_t graph;
    hipGraphExec_t executable;
    CHECK_CUDA(hipStreamBeginCapture(streams[0], hipStreamCaptureModeGlobal));
    for (int launch = 0; launch < 3; ++launch) {
        scale_and_shift<<<blocks_for(chunk), kThreads, 0, streams[0]>>>(counter.get(), chunk, 1.0f,
                                                                       1.0f);
    }
    CHECK_CUDA(hipStreamEndCapture(streams[0], &graph));
    CHECK_CUDA(hipGraphInstantiateWithFlags(&executable, graph, 0));
    for (int replay = 0; replay < 4; ++replay) {
        CHECK_CUDA(hipGraphLaunch(executable, streams[0]));
    }
    CHECK_CUDA(hipStreamSynchronize(streams[0]));
    checks.equal("a graph replayed", counter.to_host(), std::vector<float>(chunk, 12.0f));

    CHECK_CUDA(hipGraphExecDestroy(executable));
    CHECK_CUDA(hipGraphDestroy(graph));
    for (hipEvent_t event : {begin, end, ready[0], ready[1]}) {
        CHECK_CUDA(hipEventDestroy(event));
    }
    for (hipStream_t stream : streams) {
        CHECK_CUDA(hipStreamDestroy(stream));
    }
    CHECK_CUDA(hipHostFree(host));
    return checks.finish();
}
