// PTX's barriers that vote.
extern "C" __global__ void by_ptx(const int *in, int *out) {
  int any, all, count;
  asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 0, p; selp.b32 %0, 1, 0, q; }"
               : "=r"(any) : "r"(in[threadIdx.x]));
  asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.and.pred q, 0, p; selp.b32 %0, 1, 0, q; }"
               : "=r"(all) : "r"(in[threadIdx.x]));
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(count) : "r"(in[threadIdx.x]));
  out[threadIdx.x] = any | all << 1 | count << 2;
}
