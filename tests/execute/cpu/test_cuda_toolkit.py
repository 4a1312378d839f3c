"""The toolkit that build systems are shown: its links lead somewhere, whoever made it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from porter.execute import cpu
from porter.execute.cpu import dialects
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.cuda_toolkit import toolkit
from porter.toolchain.discovery import find

pytestmark = pytest.mark.toolchain


def headers_of(root: Path) -> dict[str, bool]:
    return {path.name: path.exists() for path in (root / "include").iterdir()}


def test_every_header_is_there() -> None:
    headers = headers_of(toolkit(Compiler.default("sm_90")))
    assert {"cuda_runtime.h", "cudaProfiler.h"} <= headers.keys()
    assert all(headers.values())


def test_nvfunctional(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(
        "#include <nvfunctional>\n"
        "#include <cstdio>\n"
        "__global__ void show(int n) {\n"
        "  nvstd::function<int(int)> add = [=](int x) { return x + n; };\n"
        '  printf("%d\\n", add(threadIdx.x));\n'
        "}\n"
        "int main() { show<<<1, 2>>>(40); cudaDeviceSynchronize(); }\n"
    )
    assert cpu.build(source, arch="sm_80").run(timeout=60).stdout == "40\n41\n"
    assert headers_of(toolkit(Compiler.default("sm_90")))["nvfunctional"]


#: What CUDA 13's header has and CUDA 12's has not, beside one that CUDA 13 dropped.
NEWER_NAMES = """
#include <cufftXt.h>
#include <cufft.h>
const char *name(cufftResult code) {
  switch (code) {
  case CUFFT_LICENSE_ERROR: return "license";
  case CUFFT_MISSING_DEPENDENCY: return "dependency";
  case CUFFT_NVRTC_FAILURE: return "nvrtc";
  case CUFFT_NVJITLINK_FAILURE: return "nvJitLink";
  case CUFFT_NVSHMEM_FAILURE: return "nvshmem";
  default: return "other";
  }
}
"""


@pytest.mark.parametrize("header", ["cufft.h", "cufftXt.h"])
def test_names_of_newer_headers(tmp_path: Path, header: str) -> None:
    """Either compiler finds them, and headers of the toolkit that come in another's place."""
    if find().cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    compiler, text = Compiler.default("sm_80"), NEWER_NAMES
    if header == "cufft.h":
        text = text.replace("#include <cufftXt.h>", "")
    source = tmp_path / "names.cu"
    source.write_text(text)
    subprocess.run([*compiler.dialect.command(source, []), "-fsyntax-only"], check=True)
    include = ["-isystem", str(toolkit(compiler) / "include")]
    for language in ("c", "c++"):
        command = [str(find().clang), "-x", language, "-fsyntax-only", "-Werror", *include]
        subprocess.run([*command, str(source)], check=True)


def test_a_checkout_that_goes_takes_no_header_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkouts of one content share the native parts, and each of them may be removed."""
    with monkeypatch.context() as patch:
        checkout = tmp_path / "native"
        shutil.copytree(dialects.SOURCES / "include", checkout / "include")
        patch.setattr(dialects, "SOURCES", checkout)
        theirs = toolkit(Compiler.default("sm_90"))
    shutil.rmtree(checkout)
    ours = toolkit(Compiler.default("sm_90"))
    shutil.rmtree(theirs)
    assert all(headers_of(ours).values())


def test_ranges_of_nvtx_2(tmp_path: Path) -> None:
    """NVTX 2's functions are in a library, which CUDA 12 still has, NVTX 3's in headers."""
    source = tmp_path / "ranges.cu"
    source.write_text(
        "#include <nvToolsExt.h>\n#include <cstdio>\n"
        'int main() {\n  nvtxRangeId_t id = nvtxRangeStartA("all");\n'
        '  std::printf("%d %d\\n", nvtxRangePush("a"), nvtxRangePop());\n  nvtxRangeEnd(id);\n'
        '  nvtxMark("end");\n}\n'
    )
    run = cpu.build(source, arch="sm_80", flags=["-lnvToolsExt"]).run(timeout=60)
    assert (run.returncode, run.stdout) == (0, "-2 -2\n"), run.stderr
    assert (toolkit(Compiler.default("sm_80")) / "lib64" / "libnvToolsExt.so").is_file()


def test_the_choice_that_cudnn_8_dropped(tmp_path: Path) -> None:
    if find().cuda_library_headers is None:
        pytest.skip("needs `porter toolchain install cuda-library-headers`")
    source = tmp_path / "choice.cu"
    source.write_text(
        "#include <cudnn.h>\nint main() {\n  cudnnConvolutionFwdAlgo_t chosen;\n"
        "  return cudnnGetConvolutionForwardAlgorithm(nullptr, nullptr, nullptr, nullptr, nullptr,"
        "\n      CUDNN_CONVOLUTION_FWD_PREFER_FASTEST, 0, &chosen) == CUDNN_STATUS_SUCCESS;\n}\n"
    )
    program = cpu.build(source, arch="sm_80", link_flags=["-lcudnn"])
    assert program.run(timeout=60).returncode == 0  # without a handle it fails
    include = toolkit(Compiler.default("sm_80")) / "include"
    source.write_text("#include <cudnn.h>\n")
    for language in ("c", "c++"):
        command = [str(find().clang), "-x", language, "-fsyntax-only", "-Werror"]
        subprocess.run([*command, "-isystem", str(include), str(source)], check=True)
