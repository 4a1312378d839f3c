"""Rules follow a long way as they follow a short one, or say where they stop."""

from __future__ import annotations

import pytest

from porter.fixers.conversion import Conversion
from porter.fixers.warp._branches import FURTHEST
from porter.options import Options
from porter.source import Severity
from porter.source.text.languages import Language, language_of
from porter.testing import convert, single_text
from tests.fixers.conftest import Convert

_LENGTH = 120


def chain(last: str) -> str:
    """Return variables of a Makefile that stand for one another, `A0` in the end for `last`."""
    return "".join(f"A{n} = $(A{n + 1})\n" for n in range(_LENGTH)) + f"A{_LENGTH} = {last}\n"


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        (
            "BLD12",
            chain("sm_70 sm_80") + "x: x.cu\n\tnvcc -arch=$(A0) -o x x.cu\n",
            f"A{_LENGTH} = gfx90a gfx942 gfx1100\n",
        ),
        (
            "BLD14",
            chain("/usr/local/cuda/include") + "x.o: x.cpp\n\tg++ -I$(A0) -c x.cpp\n",
            "g++ -I$(A0) -D__HIP_PLATFORM_AMD__ -c",
        ),
        (
            "BLD14",
            chain("/usr/local/cuda") + "x.o: x.cpp\n\tg++ -I$(A0)/include -c x.cpp\n",
            "g++ -I$(A0)/include -D__HIP_PLATFORM_AMD__ -c",
        ),
        (
            "BLD11",
            "F = -G -t 4\nx: x.cu\n\tenv A=1 B=2 C=3 D=4 E=5 F=6 G=7 H=8 nvcc $(F) x.cu\n",
            "F = -g\n",
        ),
    ],
)
def test_variables_and_words_are_followed_to_their_end(
    converted: Convert, rule: str, before: str, after: str
) -> None:
    assert after not in before
    done = converted(before, path="Makefile")
    assert after in done.data.decode()


_FAR = " " * 5000


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("API11", f"int a;\nstruct{_FAR}cudaLaunchParams p;\n", "\ncudaLaunchParams p;\n"),
        (
            "LNG07",
            f"extern{_FAR}__shared__{_FAR}alignas(16) char s[];\n",
            f"alignas(16) extern{_FAR}__shared__{_FAR}char s[];\n",
        ),
        (
            "LNG08",
            f"const uint3 {'t' * 5000} = {_FAR}threadIdx;\n",
            f" = {_FAR}make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);\n",
        ),
        (
            "WRP06",
            f"for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(~0u, f({'a + ' * 900}v), i);\n",
            "for (int i = warpSize / 2;",
        ),
        ("LNG16", f"#if defined({_FAR}__CUDACC_VER_MAJOR__)\n#endif\n", f"({_FAR}__HIPCC__)\n"),
        ("LNG18", f"#define C defined({_FAR}__CUDA_FP16_H__)\n", f"({_FAR}HIP_INCLUDE"),
        ("API02", f"#define{_FAR}CUB cub\n", "CUB hipcub\n"),
        ("API02", f"namespace{_FAR}c{_FAR}={_FAR}cub;\n", f"c{_FAR}={_FAR}hipcub;\n"),
        ("API02", f"using namespace{_FAR}cub;\n", f"namespace{_FAR}hipcub;\n"),
        (
            "API02",
            f"at_cuda_detail::{_FAR}cub::BlockReduce<int, 32> r;\n",
            "hipcub::BlockReduce<int, 32> r;\n",
        ),
        (
            "API17",
            f"void f() {{ a({'b, ' * 2000}ok && cudaMemcpyToSymbol(s, p, 4)); }}\n",
            "HIP_SYMBOL(s)",
        ),
    ],
)
def test_what_stands_far_off_counts(rule: str, before: str, after: str) -> None:
    assert after not in before
    assert after in one_rule(before, rule).data.decode()


def one_rule(text: str, rule: str) -> Conversion:
    options = Options(only=frozenset((rule,)), warp="native", unsafe=True)
    return convert(*single_text("a.cu", text.encode(), Language.CUDA, options))


def test_labels_and_their_statements_may_be_long() -> None:
    said = "f(" + ", ".join(["argument"] * 200) + ")"
    kept = f"switch ({said}) {{\n  case CUFFT_SUCCESS:\n    return {said};\n  "
    lacking = f"case CUFFT_NVRTC_FAILURE:\n    return {said};\n  "
    rest = "default:\n    return 0;\n}\n"
    assert one_rule(kept + lacking + rest, "API12").data.decode() == kept + rest
    doubled = f"switch ({said}) {{ case cudaErrorUnknown: return 1; case CUDA_ERROR_UNKNOWN: }}\n"
    assert b"CUDA_ERROR" not in one_rule(doubled, "API12").data


@pytest.mark.parametrize(
    ("rule", "call"),
    [
        ("WRP13", "x = __shfl_down_sync(0xffffffff, x, 1);"),
        ("WRP14", "while (atomicCAS(&lock, 0, 1) != 0);"),
    ],
)
def test_what_lies_too_deep_is_told(rule: str, call: str) -> None:
    def messages(depth: int) -> list[str]:
        inner = "if (n) {" * depth + call + "}" * depth
        text = f"__global__ void k(int n, int x) {{ {inner} }}\n"
        return [one.message for one in one_rule(text, rule).findings]

    assert not any("not looked at" in one for one in messages(10))
    assert any(
        f"is not looked at: more than {FURTHEST} levels" in one for one in messages(FURTHEST)
    )


def test_a_declaration_too_long_to_be_told_is_an_error() -> None:
    text = f"extern __shared__ int a[{'1 + ' * 2000}1];\n"
    assert [one.severity for one in one_rule(text, "MEM04").findings] == [Severity.ERROR]
    assert one_rule(text, "MEM04").data == text.encode()


def said(text: str, rule: str, path: str = "a.cu", warp: str = "32") -> list[str]:
    options = Options(only=frozenset((rule,)), warp=warp)
    file = single_text(path, text.encode(), language_of(path), options)
    return [one.message for one in convert(*file).findings]


_LIST = ", ".join(["int"] * 2000)


@pytest.mark.parametrize(
    ("rule", "text", "path", "message"),
    [
        (
            "LCH06",
            f"__global__ void k() {{ child<T<{_LIST}>>{_FAR}<<<1, 2>>>(); }}\n",
            "a.cu",
            "child is launched by device code",
        ),
        (
            "LCH06",
            "__global__ void k() { child<[]{ return 1; }()><<<1, 2>>>(); }\n",
            "a.cu",
            "a kernel is launched by device code",
        ),
        (
            "MEM01",
            f"cudaMallocManaged(&p, n); atomicAdd(&sums[f({_LIST})], 1.0f);\n",
            "a.cu",
            "atomic additions of floats",
        ),
        (
            "PYT11",
            f"K = '''__global__ {_FAR} void {_FAR} k(int n) {{}}'''\n",
            "a.py",
            "a string holds a CUDA kernel",
        ),
        ("WRP08", f"const Size<{_LIST}> kWarpSize = 32;\n", "a.cu", "kWarpSize is 32"),
        (
            "WRP07",
            f"__shared__ Tile<{_LIST}> slots[n / 32]; x = __shfl_sync(m, x, 0);\n",
            "a.cu",
            "slots may have a slot",
        ),
        (
            "WRP09",
            f"int f() {{ return {'1 + ' * 2000} warpSize; }}\n",
            "a.cu",
            "more than 4000 bytes before warpSize",
        ),
    ],
)
def test_what_stands_far_off_is_told(rule: str, text: str, path: str, message: str) -> None:
    warp = "native" if rule in ("WRP07", "WRP08", "WRP09") else "32"
    assert any(message in one for one in said(text, rule, path, warp))


def test_declarations_begin_however_far_in_front() -> None:
    text = f"extern{_FAR}__shared__ int x[2];\n"
    assert one_rule(text, "MEM04").data == b"__shared__ int x[2];\n"
    constant = f"constexpr Size<{_LIST}> rows = 3; dim3 grid{{rows, n}};\n"
    assert b"{rows, static_cast<unsigned>(n)}" in one_rule(constant, "LNG20").data


def test_a_macro_is_defined_and_pasted_however_far_in_front() -> None:
    defined = f"#define{_FAR}cudaMalloc(a, b) mine(a)\nvoid f() {{ cudaMalloc(p, 4); }}\n"
    pasted = f"#define M(n) mine_##{_FAR}cuda##n\n"
    assert one_rule(defined, "API01").data == defined.encode()
    assert one_rule(pasted, "API07").data == pasted.encode()


def test_a_name_late_in_a_long_macro_is_converted() -> None:
    text = f"#define RUN(x) {'x; ' * 500} CHECK cudaFree(x)\n"
    assert (
        b"CHECK hipFree(x)"
        in convert(*single_text("a.cu", text.encode(), Language.CUDA, Options())).data
    )


def test_paths_and_names_of_build_files_may_be_long() -> None:
    path = "d/" * 3000 + "a.cu"
    options = Options(rename=True, only=frozenset(("BLD25",)))
    file = single_text("Makefile", f"S = {path}\n".encode(), Language.MAKE, options, (path,))
    assert convert(*file).data == f"S = {path[:-3]}.hip\n".encode()
    name = "CUDA_" + "X" * 200 + "_FLAGS_" + "X" * 200
    text = f"set({name} -G)\n"
    made = convert(*single_text("CMakeLists.txt", text.encode(), Language.CMAKE, Options()))
    assert made.data == f"set({name} -g)\n".encode()
    script = f"cuda_{'x' * 200}_flags = ['-G']\nCUDAExtension('a', ['a.cu'])\n"
    assert (
        b"['-g']"
        in convert(*single_text("setup.py", script.encode(), Language.PYTHON, Options())).data
    )


def test_a_launch_stays_behind_a_question_however_far_in_front() -> None:
    def launched(text: str) -> bytes:
        options = Options(launch="hip")
        return convert(*single_text("a.cu", text.encode(), Language.CUDA, options)).data

    assert b"<<<" in launched(f"void f() {{ a ? {'g(1), ' * 100} 1 : k<<<1, 2>>>(); }}\n")
    assert b"<<<" not in launched("void f() { a ? b : c; label: k<<<1, 2>>>(); }\n")


_MOVE = '__device__ void f({}, uint64_t b) {{ {}\nasm("mov.u64 %0, %1;" : "=l"(p) : "l"(b)); }}\n'


def last_line(text: str) -> bytes:
    return one_rule(text, "LNG13").data.splitlines()[-1]


def test_a_declaration_counts_throughout_its_function_and_nowhere_else() -> None:
    integer, pointer = (last_line(_MOVE.format(one, "")) for one in ("uint64_t p", "int* p"))
    assert integer != pointer
    assert last_line(_MOVE.format("uint64_t p", "g(); " * 2000)) == integer
    other = "__device__ void g(uint64_t p) {}\n"
    assert last_line(other + _MOVE.format("S s", "")) == pointer


def test_a_return_in_front_of_its_call_may_be_far_from_its_condition() -> None:
    guard = f"if (threadIdx.x > 3){_FAR}{{{_FAR}return; }}"
    text = f"__global__ void k() {{ {guard} x = __shfl_sync(~0u, x, 1); }}\n"
    assert any("behind a return" in one for one in said(text, "WRP13", warp="native"))
