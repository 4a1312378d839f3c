"""OpenGL's buffers by their names, mapped over resources of HIP's that a program stands in for."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port

pytestmark = pytest.mark.toolchain

#: HIP's side of OpenGL: a buffer of 256 bytes for each name but 0.
RESOURCES = """
#include <hip/hip_runtime.h>
#include <hip/hip_gl_interop.h>
#include <cstdio>
#include <cstdlib>
struct _hipGraphicsResource { void *memory; bool is_mapped; };
extern "C" {
hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource **made, GLuint name, unsigned) {
  if (!name) return hipErrorInvalidValue;
  auto *one = new _hipGraphicsResource{nullptr, false};
  if (hipMalloc(&one->memory, 256) != hipSuccess) return hipErrorOutOfMemory;
  *made = one;
  return hipSuccess;
}
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t one) {
  delete one;
  return hipSuccess;
}
hipError_t hipGraphicsMapResources(int, hipGraphicsResource_t *one, hipStream_t) {
  (*one)->is_mapped = true;
  return hipSuccess;
}
hipError_t hipGraphicsUnmapResources(int, hipGraphicsResource_t *one, hipStream_t) {
  (*one)->is_mapped = false;
  return hipSuccess;
}
hipError_t hipGraphicsResourceGetMappedPointer(void **memory, size_t *bytes,
                                               hipGraphicsResource_t one) {
  *memory = one->memory;
  *bytes = 256;
  return one->is_mapped ? hipSuccess : hipErrorUnknown;
}
}
"""

#: Upstream's program, as those of CUDA 2 are.
PROGRAM = """
#include <cuda_runtime.h>
#include <cuda_gl_interop.h>
#include <cstdio>

__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
static void check(const char *what, bool good) {
  std::printf("%s %s\\n", good ? "ok" : "no", what);
}

int main() {
  unsigned vbo = 7;
  int *x = nullptr, *again = nullptr;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  check("device", cudaGLSetGLDevice(0) == cudaSuccess);
  check("unknown", cudaGLMapBufferObject((void **)&x, vbo) == cudaErrorInvalidResourceHandle);
  check("refused", cudaGLRegisterBufferObject(0) == cudaErrorInvalidValue);
  check("register", cudaGLRegisterBufferObject(vbo) == cudaSuccess);
  check("flags", cudaGLSetBufferObjectMapFlags(vbo, cudaGLMapFlagsWriteDiscard) == cudaSuccess);
  check("map", cudaGLMapBufferObject((void **)&x, vbo) == cudaSuccess && x != nullptr);
  fill<<<1, 64>>>(x);
  check("unmap", cudaGLUnmapBufferObject(vbo) == cudaSuccess);
  check("again", cudaGLMapBufferObjectAsync((void **)&again, vbo, stream) == cudaSuccess);
  int last = 0;
  cudaMemcpy(&last, again + 63, sizeof last, cudaMemcpyDeviceToHost);
  check("same memory", again == x && last == 63);
  check("unmap", cudaGLUnmapBufferObjectAsync(vbo, stream) == cudaSuccess);
  check("unregister", cudaGLUnregisterBufferObject(vbo) == cudaSuccess);
  check("gone", cudaGLUnmapBufferObject(vbo) == cudaErrorInvalidResourceHandle);
}
"""


def test_a_program_of_cuda_2(tmp_path: Path) -> None:
    upstream, port = tmp_path / "cuda", tmp_path / "hip"
    upstream.mkdir()
    (upstream / "draw.cu").write_text(PROGRAM)
    result = write_port([upstream], Options(), Destination(OutputMode.OUT, port))
    assert not any(one.finding.severity == "error" for _, one in result.findings)
    (port / "draw.cu").write_text(RESOURCES + (port / "draw.cu").read_text())
    run = cpu.build(port / "draw.cu", arch="gfx942").run(timeout=60)
    assert (run.returncode, run.stdout.count("ok ")) == (0, 12), run.stdout + run.stderr
