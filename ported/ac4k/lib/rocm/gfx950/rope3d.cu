// Rotary position embedding over a grid of frames, lines and columns.
#include <hip/hip_runtime.h>
#include <cstdint>

#include "rocm/common/traits.cuh"
#include "rocm/common/utils.cuh"
#include "rocm/gfx950/ops.h"

namespace ac4k {
namespace gfx950 {
namespace {

constexpr int kThreads = 128;
constexpr int kHeadsAtOnce = 6;  // loads on their way, of a thread

// A thread holds the angles of the pairs of one packet and turns that packet of several heads:
// lanes run along a head, then along tokens.
template <typename T>
__global__ void __launch_bounds__(kThreads) rope3d_kernel(Rope3dArguments arguments) {
    constexpr int kPairs = Packet<T>::kCount / 2;
    const int packets = arguments.dim / Packet<T>::kCount;
    const int head_lanes = blockDim.y;
    const int packet = threadIdx.x % packets;
    const int token = blockIdx.x * (blockDim.x / packets) + threadIdx.x / packets;
    if (token >= arguments.tokens) return;
    const int line = token / arguments.width;
    const int column = token % arguments.width;
    const int frame = line / arguments.height;
    const bool inside = frame < arguments.frames;

    float cosines[kPairs];
    float sines[kPairs];
#pragma unroll
    for (int i = 0; i < kPairs; ++i) {
        const int pair = packet * kPairs + i;
        int position = column;
        if (pair < arguments.frame_pairs) {
            position = frame;
        } else if (pair < arguments.frame_pairs + arguments.height_pairs) {
            position = line % arguments.height;
        }
        const int64_t at = int64_t(position) * (arguments.dim / 2) + pair;
        cosines[i] = inside ? arguments.cosines[at] : 1.0f;
        sines[i] = inside ? arguments.sines[at] : 0.0f;
    }

    const int64_t row = blockIdx.y * arguments.tokens + token;
    const int64_t start = row * arguments.heads * packets + packet;
    const auto* source = static_cast<const Packet<T>*>(arguments.input) + start;
    auto* target = static_cast<Packet<T>*>(arguments.output) + start;
    for (int first = threadIdx.y; first < arguments.heads; first += kHeadsAtOnce * head_lanes) {
        Packet<T> held[kHeadsAtOnce];
#pragma unroll
        for (int n = 0; n < kHeadsAtOnce; ++n) {
            const int head = first + n * head_lanes;
            if (head < arguments.heads) held[n] = source[head * packets];
        }
#pragma unroll
        for (int n = 0; n < kHeadsAtOnce; ++n) {
            const int head = first + n * head_lanes;
            if (head >= arguments.heads) continue;
            Packet<T> turned;
#pragma unroll
            for (int i = 0; i < kPairs; ++i) {
                const float x = to_float(held[n].values[2 * i]);
                const float y = to_float(held[n].values[2 * i + 1]);
                turned.values[2 * i] = from_float<T>(x * cosines[i] - y * sines[i]);
                turned.values[2 * i + 1] = from_float<T>(x * sines[i] + y * cosines[i]);
            }
            target[head * packets] = turned;
        }
    }
}

}  // namespace

void rope3d(const Rope3dArguments& arguments, hipStream_t stream) {
    with_float_type(arguments.type, [&](auto element) {
        using T = decltype(element);
        const int packets = arguments.dim / Packet<T>::kCount;
        const int lanes = ceil_div(32, packets) * packets;  // whole tokens
        const dim3 block(lanes, kThreads / lanes);
        const dim3 grid(static_cast<unsigned>(ceil_div<int64_t>(arguments.tokens, lanes / packets)),
                        static_cast<unsigned>(arguments.batch));
        rope3d_kernel<T><<<grid, block, 0, stream>>>(arguments);
        check_launch("rope3d_kernel");
    });
}

}  // namespace gfx950
}  // namespace ac4k
