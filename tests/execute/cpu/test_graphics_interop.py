"""Programs that share buffers with OpenGL are linked, and told that there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute.cpu import build

pytestmark = pytest.mark.toolchain

PROGRAM = """
{include}
#include <cstdio>
#include <cstring>
extern "C" {error} {gpu}GraphicsGLRegisterBuffer({resource} *, unsigned, unsigned);
extern "C" {error} {gpu}GraphicsGLRegisterImage({resource} *, unsigned, unsigned, unsigned);
int main() {{
  {resource} resource = nullptr;
  void *place = nullptr;
  size_t bytes = 0;
  const {error} codes[] = {{
      {gpu}GraphicsGLRegisterBuffer(&resource, 1, 0),
      {gpu}GraphicsGLRegisterImage(&resource, 1, 0x0DE1, 0),
      {gpu}GraphicsMapResources(1, &resource, nullptr),
      {gpu}GraphicsResourceGetMappedPointer(&place, &bytes, resource),
      {gpu}GraphicsUnmapResources(1, &resource, nullptr),
      {gpu}GraphicsUnregisterResource(resource),
  }};
  for ({error} code : codes)
    if (code != {gpu}ErrorNotSupported) return 1;
  std::puts({gpu}GetErrorString(codes[0]));
}}
"""


def program(gpu: str) -> str:
    names = {"error": f"{gpu}Error_t", "resource": f"{gpu}GraphicsResource_t", "gpu": gpu}
    include = "#include <hip/hip_runtime.h>" if gpu == "hip" else "#include <cuda_runtime.h>"
    return PROGRAM.format(include=include, **names)


@pytest.mark.parametrize(("gpu", "arch"), [("hip", "gfx942"), ("cuda", "sm_80")])
def test_the_code_says_that_there_is_none(gpu: str, arch: str, tmp_path: Path) -> None:
    source = tmp_path / ("a.hip" if gpu == "hip" else "a.cu")
    source.write_text(program(gpu))
    run = build(source, arch=arch).run(timeout=60)
    assert (run.returncode, run.stdout) == (0, "operation not supported\n")


DRIVER = """
#include <cuda.h>
extern "C" CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *, unsigned, unsigned);
int main() {
  CUgraphicsResource resource = nullptr;
  CUdeviceptr place = 0;
  size_t bytes = 0;
  const CUresult codes[] = {
      cuGraphicsGLRegisterBuffer(&resource, 1, 0),
      cuGraphicsMapResources(1, &resource, nullptr),
      cuGraphicsResourceGetMappedPointer(&place, &bytes, resource),
      cuGraphicsUnmapResources(1, &resource, nullptr),
      cuGraphicsUnregisterResource(resource),
  };
  for (CUresult code : codes)
    if (code != CUDA_ERROR_NOT_SUPPORTED) return 1;
}
"""


def test_the_driver_says_it_too(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(DRIVER)
    assert build(source, arch="sm_80").run(timeout=60).returncode == 0
