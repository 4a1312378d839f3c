// Lanes of a wave talk to each other.
#include <hip/hip_runtime.h>

extern "C" __global__ void shuffles(int *out) {
  int lane = threadIdx.x, n = blockDim.x;
  out[lane] = __shfl(lane * 10, (lane + 3) % warpSize);
  out[n + lane] = __shfl_up(lane, 2, 16);
  out[2 * n + lane] = __shfl_down(lane, 2, 16);
  out[3 * n + lane] = __shfl_xor(lane, 5);
}

extern "C" __global__ void wide(double *out) { out[threadIdx.x] = __shfl_xor(threadIdx.x * 0.1, 1); }

extern "C" __global__ void votes(unsigned long long *ballots, int *any_all) {
  int lane = threadIdx.x;
  unsigned long long seen;
  if (lane % 3 == 0) seen = __ballot(lane & 1);
  else seen = __ballot(1);
  ballots[lane] = seen;
  any_all[lane] = __any(lane == 7) + 2 * __all(lane < 1000) + 4 * __all(lane < 7);
}

// Each lane takes another number of turns; in turn j those vote that are still in the loop.
extern "C" __global__ void shrinking_loop(int *out) {
  int total = 0;
  for (int i = 0; i <= (int)threadIdx.x % 5; ++i) total += __popcll(__ballot(1));
  out[threadIdx.x] = total;
}

extern "C" __global__ void dpp(int *out) {
  int lane = threadIdx.x, n = blockDim.x;
  out[lane] = __builtin_amdgcn_update_dpp(-1, lane, 0x111, 0xf, 0xf, false);         // row_shr:1
  out[n + lane] = __builtin_amdgcn_update_dpp(-1, lane, 0x111, 0xf, 0xf, true);      // 0 shifted in
  out[2 * n + lane] = __builtin_amdgcn_update_dpp(-1, lane, 0x1b, 0xf, 0xf, false);  // quad reversed
  out[3 * n + lane] = __builtin_amdgcn_update_dpp(-1, lane, 0x140, 0x5, 0xf, false); // row_mirror
  out[4 * n + lane] = __builtin_amdgcn_ds_swizzle(lane, 0x041f);                     // xor 1
  out[5 * n + lane] = __builtin_amdgcn_readlane(lane * 2, 9);
  out[6 * n + lane] = __builtin_amdgcn_readfirstlane(lane + 100);
  out[7 * n + lane] = __builtin_amdgcn_ds_permute((lane ^ 1) * 4, lane);
}

__device__ int write_lane(int value, int lane, int old) __asm("llvm.amdgcn.writelane.i32");
extern "C" __global__ void by_address(int *out, int chosen) {
  int lane = threadIdx.x, n = blockDim.x;
  out[lane] = __builtin_amdgcn_ds_bpermute((lane + 5) * 4, lane * 3); // addresses wrap around the wave
  out[n + lane] = write_lane(77, chosen, lane);
  out[2 * n + lane] = __builtin_amdgcn_update_dpp(-1, lane, 0xb1, 0xf, 0x5, false); // quads' neighbours; banks 0 and 2
  out[3 * n + lane] = __shfl_xor(lane, 1, 4) + __shfl(lane, 9, 8);
}

extern "C" __global__ void count_lanes(int *out) {
  int lane = threadIdx.x;
  out[lane] = -1;
  if (lane & 1) out[lane] = __popcll(__ballot(1)) * 100 + __lane_id();
}

// Lane 9 is switched off where its register is read: it took the other side, or left the loop, or returned.
extern "C" __global__ void switched_off(const int *in, int *out) {
  int lane = threadIdx.x, n = blockDim.x;
  int value = in[lane] * 3;
  out[lane] = out[n + lane] = out[2 * n + lane] = -1;
  if (lane < 4) out[lane] = __builtin_amdgcn_readlane(value, 9);
  int turn = 0, last = 0;
  do {
    last = __builtin_amdgcn_readlane(value, 9);
  } while (++turn <= lane);
  out[n + lane] = last;
  int early = in[lane] - 1;
  if (lane == 9) return;
  out[2 * n + lane] = __builtin_amdgcn_readlane(early, 9);
}

// The value itself changes from turn to turn: what is read is what the lane had when it left.
extern "C" __global__ void last_turn(int *out) {
  int lane = threadIdx.x, value = 0, seen = 0;
  for (int turn = 0; turn <= lane; ++turn) {
    value = 100 * lane + turn;
    seen = __builtin_amdgcn_readlane(value, 2);
  }
  out[lane] = seen;
}

#if !__GFX9__
extern "C" __global__ void newer_permutations(const int *in, int *out) {
  int lane = threadIdx.x, n = blockDim.x;
  out[lane] = __builtin_amdgcn_mov_dpp8(in[lane], 0x1f58d1); // octal 7654321 and so on: lane i of eight reads its field
  out[n + lane] = __builtin_amdgcn_permlane64(in[lane]);     // swaps the halves of waves of 64
}

extern "C" __global__ void permute_rows(const int *in, int *out) {
  int lane = threadIdx.x, n = blockDim.x;
  int value = in[lane] * 7;
  out[lane] = out[n + lane] = out[2 * n + lane] = -1;
  if (lane & 1) {
    out[lane] = __builtin_amdgcn_permlane16(-2, value, 0x76543210, 0xfedcba98, true, false);
    out[n + lane] = __builtin_amdgcn_permlane16(-2, value, 0x67452301, 0xefcdab89, true, false);
    out[2 * n + lane] = __builtin_amdgcn_permlanex16(-2, value, 0x67452301, 0xefcdab89, false, false);
  }
}
#endif

// Loops in branches in a loop, with continue and break: what lanes see depends on who runs with them.
extern "C" __global__ void nested(int *out) {
  const int lane = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (lane >> i & 1) {
      for (int j = 0;; ++j) {
        sum += __popcll(__ballot(j <= lane % 7));
        if (j >= lane % 7) break;
        if ((lane + j) % 5 == 4) continue;
        sum += __shfl(lane, __ffsll((unsigned long long)__ballot(1)) - 1);
      }
    } else {
      sum += 1000 * __popcll(__ballot(1));
      if (lane == 5) break;
    }
  }
  out[lane] = sum;
}
