"""CUDA source in Python's strings: every form of a string, and nothing else in the file."""

import ast
import re
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.options import Options
from porter.source import Finding
from porter.source.text.languages import Language
from porter.testing import convert, single_text
from tests.thorough import amount

KERNEL = (
    "#include <cuda_fp16.h>\n"
    'extern "C" __global__ void sum(float *x) {\n'
    "    float v = x[threadIdx.x] + %s; // it's \\ here: {} 100% $1\n"
    "    v += __shfl_down_sync(0xffffffff, v, 16);\n"
    "    x[0] = __popc(__ballot_sync(~0u, v > 0));\n"
    "}\n"
)
PLAIN = KERNEL.replace("%s", "1")


def run(text: str, **options) -> tuple[str, list[Finding]]:
    file, context = single_text("a.py", text.encode(), Language.PYTHON, Options(**options))
    result = convert(file, context)
    ast.parse(result.data)
    return result.data.decode(), result.findings


def values(text: str) -> dict[str, object]:
    """Return what the module-level names of a Python text are bound to."""
    tree = ast.parse(text)
    kept = [node for node in tree.body if isinstance(node, ast.Assign)]
    scope: dict[str, object] = {"cupy": None}
    names = [
        node for node in kept if not any(isinstance(part, ast.Call) for part in ast.walk(node))
    ]
    exec(compile(ast.Module(names, []), "a.py", "exec"), scope)
    return scope


def spellings(content: str) -> dict[str, str]:
    """Return ways to write `content` in Python."""
    lines = content.splitlines(keepends=True)
    escaped = content.replace("\\", "\\\\")
    return {
        "raw": f"r'''{content}'''",
        "long": f'"""{escaped}"""',
        "short": repr(content),
        "double": '"' + escaped.replace('"', '\\"').replace("\n", "\\n") + '"',
        "joined": "(" + "\n    ".join(repr(line) for line in lines) + ")",
        "summed": " + ".join(repr(line) for line in lines),
        "f-string": 'f"""' + escaped.replace("{", "{{").replace("}", "}}") + '"""',
        "percent": '"""' + escaped.replace("%", "%%") + '""" % ()',
        "unicode": "u" + repr(content).replace("f", "\\x66"),
    }


@pytest.mark.parametrize("form", spellings(PLAIN))
def test_every_spelling_is_converted_to_the_same_text(form: str):
    text = f"import cupy\ncode = {spellings(PLAIN)[form]}\nf = cupy.RawKernel(code, 'sum')\n"
    new, findings = run(text)
    assert [finding for finding in findings if finding.rule.startswith("PY")] == []
    code = str(values(new)["code"])
    support, _, source = code.partition("#include <hip/hip_fp16.h>\n")
    assert "namespace porter" in support
    assert "v += porter::shfl_down_sync(0xffffffff, v, 16);" in source
    assert "porter::popc(porter::ballot_sync(~0u, v > 0))" in source
    assert "// it's \\ here: {} 100% $1\n" in source
    assert "hip_runtime" not in code.replace("#include <hip/hip_runtime.h>\n#endif", "")
    assert run(new)[0] == new


@pytest.mark.parametrize("form", ["short", "raw", "f-string"])
def test_crlf_files_stay_crlf(form: str):
    text = f"import cupy\ncode = {spellings(PLAIN)[form]}\nf = cupy.RawKernel(code, 'sum')\n"
    new, _ = run(text.replace("\n", "\r\n"))
    assert "\n" not in new.replace("\r\n", "")
    assert values(new)["code"] == values(run(text)[0])["code"]


HOLES = st.sampled_from(("n", "n + 1", "d['k']", "f(x)!r", "n:>{w}", "'q'"))


@given(st.lists(HOLES, min_size=1, max_size=3), st.sampled_from(("'''", '"""')))
@settings(max_examples=amount(15, 40), deadline=None, suppress_health_check=list(HealthCheck))
def test_holes_stay_as_they_are_written(holes: list[str], quote: str):
    sum_of = " + ".join("{" + hole + "}" for hole in holes)
    body = KERNEL.replace("{", "{{").replace("}", "}}").replace("\\", "\\\\").replace("%s", sum_of)
    text = f"import cupy\nf = cupy.RawKernel(f{quote}{body}{quote}, 'sum')\n"
    new, findings = run(text)
    assert f"x[threadIdx.x] + {sum_of};" in new
    assert "porter::shfl_down_sync" in new
    assert [finding for finding in findings if finding.rule == "PYT10"] == []


LITERALS = st.sampled_from(
    ("'cudaMalloc'", 'r"__shfl_sync"', "'''cudaFree\n'''", 'b"cuda\\n"', "f'{cudaMalloc}'", "1")
)


@given(st.lists(LITERALS, max_size=4), st.lists(LITERALS, max_size=4))
@settings(max_examples=amount(15, 40), deadline=None)
def test_other_literals_keep_every_byte(before: list[str], after: list[str]):
    head = "import cupy\n" + "".join(f"a{n} = {one}\n" for n, one in enumerate(before))
    tail = "\n" + "".join(f"b{n} = {one}  # cudaMalloc\n" for n, one in enumerate(after))
    kernel = "f = cupy.RawKernel('#include <cuComplex.h>\\n__global__ void k() {}', 'k')"
    new, _ = run(head + kernel + tail)
    assert new == head + kernel.replace("cuComplex.h", "hip/hip_complex.h") + tail


def test_what_cannot_be_written_is_left_alone_and_told():
    text = (
        "import cupy\n\n\nf = cupy.RawKernel('__global__ void k(float *x) {'\n"
        "    ' x[0] = __shf' 'l_sync(~0u, x[0], 1); }', 'k')\n"
    )
    new, findings = run(text)
    assert new == text
    assert [(finding.rule, finding.severity.value) for finding in findings] == [("PYT10", "error")]
    assert text.encode()[: findings[0].start].count(b"\n") >= 3


def test_a_finding_of_a_rule_stands_at_its_line_of_the_python_file():
    kernel = "'''\n\n__global__ void k() { child<<<1, 1>>>(); }'''"
    text = f"import cupy\nf = cupy.RawKernel({kernel}, 'k')\n"
    findings = run(text)[1]
    (found,) = [finding for finding in findings if finding.rule == "LCH06"]
    assert text.encode()[: found.start].count(b"\n") == 3


def test_a_message_names_holes_as_they_are_written():
    text = (
        "import cupy\nf = cupy.RawModule(code=f'__global__ void k() {{ {name}<<<1, 1>>>(); }}')\n"
    )
    (found,) = [finding for finding in run(text)[1] if finding.rule == "LCH06"]
    assert "{name} is launched by device code" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "def make(code):\n    return cupy.RawKernel(code, 'k')\n",
        "f = cupy.RawKernel(''.join(parts), 'k')\n",
        "f = cupy.RawKernel(open(path).read(), 'k')\n",
    ],
)
def test_source_that_is_not_seen_is_told(text: str):
    new, findings = run("import cupy\n" + text)
    assert new == "import cupy\n" + text
    assert [finding.rule for finding in findings] == ["PYT10"]


def test_pieces_take_their_declarations_through_preamble():
    text = (
        "import cupy\np = '__device__ int g(int i) { return i; }'\n"
        "a = cupy.ElementwiseKernel('T x', 'T y', 'y = __popc(x)', 'a')\n"
        "b = cupy.ElementwiseKernel('T x', 'T y', 'y = __popc(g(x))', 'b', preamble=p)\n"
    )
    new, findings = run(text)
    assert findings == []
    assert "'y = porter::popc(x)', 'a', preamble=_PORTER_COMPAT)" in new
    assert "preamble=_PORTER_COMPAT + p)" in new


def test_a_later_string_adds_its_support_header_to_those_that_are_there():
    first = (
        "import cupy\na = cupy.RawKernel('__global__ void k(float *x) "
        "{ x[0] = __shfl_sync(~0u, x[0], 1) + rsqrt(x[1]) + normcdf(x[2]); }', 'k')\n"
    )
    once = run(first)[0]
    assert run(once)[0] == once
    more = "b = cupy.ElementwiseKernel('T x', 'T y', 'y = __vadd4(x, x)', 'b')\n"
    both = run(once + more)[0]
    assert both.count("_PORTER_COMPAT = ") == 1
    support = str(values(both)["_PORTER_COMPAT"])
    assert "PORTER_INLINED_VIDEO_HPP" in support
    assert "PORTER_INLINED_WARP_HPP" in support
    assert run(both)[0] == both


def test_only_this_rule_means_all_rules_in_strings():
    text = (
        "import cupy\nf = cupy.RawKernel('#include <cuComplex.h>\\n__global__ void k() {}', 'k')\n"
    )
    assert "hip/hip_complex.h" in run(text, only=frozenset({"PYT10"}))[0]
    assert run(text, only=frozenset({"PYT10", "WRP05"}))[0] == text
    assert run(text, skip=frozenset({"PYT10"}))[0] == text


INLINE = (
    "from torch.utils.cpp_extension import load_inline\n"
    "source = r'''\n#include <ATen/cuda/CUDAContext.h>\n#include <cub/cub.cuh>\n"
    "__global__ void k(float *x) { x[0] = __shfl_xor_sync(0xffffffff, x[0], 1); }\n"
    "void run(torch::Tensor x) {\n"
    "    k<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>());\n"
    "    cudaDeviceSynchronize();\n}\n'''\n"
    "load_inline('m', cpp_sources='void run(torch::Tensor x);', cuda_sources=[source])\n"
)


def test_pytorchs_own_hipify_finds_nothing_left_to_do(tmp_path):
    pytest.importorskip("torch")
    new, findings = run(INLINE)
    assert [finding.rule for finding in findings] == []
    source = tmp_path / "cuda.cu"
    source.write_text(str(values(new)["source"]))
    before = source.read_text()
    script = (
        "import sys\nfrom torch.utils.hipify import hipify_python\n"
        "hipify_python.hipify(sys.argv[1], sys.argv[1], includes=['*'], is_pytorch_extension=True,"
        " extra_files=[sys.argv[1] + '/cuda.cu'])\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True, capture_output=True)
    made = [path for path in tmp_path.rglob("*") if path.is_file() and path != source]
    assert source.read_text() == before
    assert made
    for path in made:
        assert _words(path.read_text()) <= _words(before) | {"hipLaunchKernelGGL", "dim3"}, path


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", "\n".join(text.splitlines()[1:])))


UNITS = {
    "plain": PLAIN,
    "groups": "#include <cooperative_groups.h>\n#include <cuda_runtime.h>\n"
    "namespace cg = cooperative_groups;\n__global__ void k(float *x) {\n"
    "    auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
    "    x[0] = tile.shfl_down(x[tile.thread_rank()], 1);\n}\n",
    "bfloat16": "#include <cuda_bf16.h>\n__global__ void k(__nv_bfloat16 *x) {\n"
    "    atomicAdd(x, __ldcs(x + 1)); x[2] = __float2bfloat16_rn(__int_as_float(3));\n}\n",
    "ptx": "__global__ void k(unsigned *x) {\n    unsigned r;\n"
    '    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r) : "r"(x[0]), "r"(x[1]));\n'
    "    x[2] = __vadd4(r, 1u);\n}\n",
}


@pytest.mark.toolchain
@pytest.mark.parametrize(
    ("name", "arch"), [*((name, "gfx942") for name in UNITS), ("plain", "gfx1100")]
)
def test_what_comes_of_a_string_compiles(name: str, arch: str, tmp_path):
    from porter.toolchain.discovery import find
    from porter.toolchain.model import Emit

    text = f"import cupy\ncode = {spellings(UNITS[name])['raw']}\nf = cupy.RawModule(code=code)\n"
    new, findings = run(text)
    assert [finding.severity.value for finding in findings if finding.severity == "error"] == []
    source = tmp_path / "string.hip"
    source.write_text(f"#define __HIPCC_RTC__\n{values(new)['code']}")
    # What hipRTC has built in: hipamd/src/hiprtc/cmake/HIPRTC.cmake.
    built_in = ("hip_runtime.h", "hip_fp16.h", "hip_bfloat16.h", "hip_cooperative_groups.h")
    flags = ["-w", "--cuda-device-only"]
    for header in built_in:
        flags += ["-include", f"hip/{header}"]
    command = find().hip_command(source, arch, emit=Emit.SYNTAX, flags=flags)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
