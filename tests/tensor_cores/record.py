"""Record what an NVIDIA GPU gives: `python -m tests.tensor_cores.record build FOLDER`, run, `keep`.

`build` writes a program and its inputs to FOLDER and compiles it with nvcc. On a machine with a
GPU of sm_90, `./program inputs.bin outputs.bin`; then `keep FOLDER DEVICE` stores the outputs as
the recording that the tests compare with.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.tensor_cores import formats, fragments, instructions, rows, sparse
from tests.tensor_cores.fragments import FRAGMENTS, OTHERS, Wmma
from tests.tensor_cores.instructions import DENSE, Mma
from tests.tensor_cores.rows import MOVES, Move
from tests.tensor_cores.sparse import SPARSE, SparseMma

RECORDING = Path(__file__).with_name("nvidia.npz")
WARPS = 4

_MAIN = """
#include <cstdio>
#include <cstdlib>
template <class D, class A, class B, class C, class Last>
static void one(void (*kernel)(D*, const A*, const B*, const C*, Last), FILE* in, FILE* out,
                size_t d, size_t a, size_t b, size_t c, size_t e) {
  char* memory[5];
  const size_t sizes[5] = {d, a, b, c, e};
  for (int i = 0; i < 5; ++i) {
    cudaMalloc(&memory[i], sizes[i] + 16);
    if (i == 0 || !sizes[i]) continue;
    char* host = static_cast<char*>(malloc(sizes[i]));
    if (fread(host, 1, sizes[i], in) != sizes[i]) exit(3);
    cudaMemcpy(memory[i], host, sizes[i], cudaMemcpyHostToDevice);
    free(host);
  }
  void* last = memory[4];
  int none = 0;
  void* arguments[] = {&memory[0], &memory[1], &memory[2], &memory[3], e ? (void*)&last : &none};
  cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(THREADS), arguments, 0, 0);
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    fprintf(stderr, "%s\\n", cudaGetErrorString(status));
    exit(1);
  }
  char* host = static_cast<char*>(malloc(d));
  cudaMemcpy(host, memory[0], d, cudaMemcpyDeviceToHost);
  fwrite(host, 1, d, out);
  free(host);
  for (char* each : memory) cudaFree(each);
}
template <class D, class A, class... Last>
static void moved(void (*kernel)(const A*, D*, Last...), FILE* in, FILE* out, size_t d, size_t a,
                  Last... last) {
  A* from;
  D* to;
  char* host = static_cast<char*>(malloc(a + d));
  cudaMalloc(&from, a);
  cudaMalloc(&to, d);
  if (fread(host, 1, a, in) != a) exit(3);
  cudaMemcpy(from, host, a, cudaMemcpyHostToDevice);
  kernel<<<1, THREADS>>>(from, to, last...);
  const cudaError_t status = cudaMemcpy(host, to, d, cudaMemcpyDeviceToHost);
  if (status != cudaSuccess) {
    fprintf(stderr, "%s\\n", cudaGetErrorString(status));
    exit(1);
  }
  fwrite(host, 1, d, out);
  free(host);
  cudaFree(from);
  cudaFree(to);
}
int main(int, char** names) {
  FILE* in = fopen(names[1], "rb");
  FILE* out = fopen(names[2], "wb");
  if (!in || !out) return 2;
CALLS  return fclose(out);
}
"""


def inputs(case: Mma | Wmma | Move) -> list[np.ndarray]:
    """Return registers (warp, lane, register) of A, B and C, and metadata of a sparse one.

    Of `wmma` the matrices in memory, one for each warp.
    """
    if isinstance(case, Move):
        return [case.arrays(WARPS)[1]]
    rng = np.random.default_rng(sum(map(ord, case.name)))
    if isinstance(case, Wmma):
        memory = [
            _random(rng, kind, shape) for kind, shape in zip(case.kinds, _sides(case), strict=True)
        ]
        if case.saturates:
            memory[2] <<= 11  # all the range
        return memory
    made = [
        _registers(rng, kind, count)
        for kind, count in zip(case.kinds[1:], case.registers()[1:], strict=True)
    ]
    if isinstance(case, SparseMma):
        made.append(sparse.metadata(case, rng, WARPS))
    return made


def _sides(case: Wmma) -> list[tuple[int, int]]:
    """Return what A, B and C of each warp are, as they lie in memory."""
    m, n, k = case.shape
    sides = zip(case.layouts, ((m, k), (k, n), (m, n)), strict=True)
    return [side if way == "row" else side[::-1] for way, side in sides]


def _random(rng: np.random.Generator, kind: str, side: tuple[int, int]) -> np.ndarray:
    """Return a matrix for each warp, of numbers that sums have to round; integers of all sizes."""
    shape = (WARPS, *side)
    if kind == "s32":
        numbers = rng.integers(-(1 << 20), 1 << 20, shape)
    elif kind[0] in "su":
        numbers = rng.integers(0, 1 << formats.BITS[kind], shape)
    else:
        numbers = rng.uniform(-2, 2, shape)
    return fragments.stored(kind, numbers)


def _registers(rng: np.random.Generator, kind: str, count: int) -> np.ndarray:
    """Return registers with random numbers; integers in all their range."""
    elements = count * max(1, 32 // formats.BITS[kind])
    shape = (WARPS, 32, elements)
    if kind[0] in "su":
        bits = rng.integers(0, 1 << formats.BITS[kind], shape, dtype=np.uint64)
    elif kind in ("e4m3", "e5m2"):
        codes = np.arange(256, dtype=np.uint64)
        small = codes[np.abs(formats.decode(kind, codes)) <= 4]
        bits = small[rng.integers(0, len(small), shape)]
    else:
        bits = formats.encode(kind, rng.uniform(-2, 2, shape))
    return np.ascontiguousarray(formats.packed(kind, bits))


def outputs(case: Mma | Wmma | Move) -> np.ndarray:
    """Return room for the registers of D, or for the matrices."""
    if isinstance(case, Move):
        return case.arrays(WARPS)[0]
    if isinstance(case, Wmma):
        shape = (WARPS, *_sides(case)[2])
        return np.zeros(shape, fragments.word(case.result))
    words = np.uint64 if case.kinds[0] == "f64" else np.uint32
    return np.zeros((WARPS, 32, case.registers()[0]), words)


def all_cases() -> list[Mma | Wmma | Move]:
    """Return the cases in the order of the recording."""
    return [*DENSE, *SPARSE, *FRAGMENTS, *OTHERS, *MOVES]


def _call(case: Mma | Wmma | Move, sizes: list[int]) -> str:
    """Return the call that runs a case, whose arrays have `sizes` bytes: what comes out first."""
    if isinstance(case, Move):
        last = [] if case.size is None else [case.size]
        return f"  moved({case.kernel}, in, out, {', '.join(map(str, [*sizes, *last]))});\n"
    sizes += [0] * (5 - len(sizes))
    return f"  one({case.name}, in, out, {', '.join(map(str, sizes))});\n"


def _build(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    calls = []
    with (folder / "inputs.bin").open("wb") as file:
        for case in all_cases():
            arrays = [outputs(case), *inputs(case)]
            calls.append(_call(case, [array.nbytes for array in arrays]))
            file.write(b"".join(array.tobytes() for array in arrays[1:]))
    main = _MAIN.replace("THREADS", str(32 * WARPS)).replace("CALLS", "".join(calls))
    source = folder / "program.cu"
    source.write_text(
        instructions.source(instructions.DENSE)
        + sparse.SOURCE
        + fragments.SOURCE
        + rows.SOURCE
        + main
    )
    program = folder / "program"
    subprocess.run(["nvcc", "-arch=sm_90a", source, "-o", program], check=True)


def _keep(folder: Path, device: str) -> None:
    data = (folder / "outputs.bin").read_bytes()
    kept, at = {}, 0
    for case in all_cases():
        room = outputs(case)
        kept[case.name] = np.frombuffer(data, room.dtype, room.size, at).reshape(room.shape)
        at += room.nbytes
    if at != len(data):
        raise SystemExit(f"{folder}/outputs.bin has {len(data)} bytes, not {at}")
    np.savez_compressed(RECORDING, device=np.array(device), **kept)


def recorded() -> dict[str, np.ndarray]:
    """Return the registers of D that were recorded, by the name of the case."""
    with np.load(RECORDING) as stored:
        return {name: stored[name] for name in stored.files if name != "device"}


if __name__ == "__main__":
    if sys.argv[1] == "build":
        _build(Path(sys.argv[2]))
    else:
        _keep(Path(sys.argv[2]), sys.argv[3])
