"""API09: what is left of CUDA is listed, once a file, and nothing else is."""

import pytest

from porter.fixers.api._handled import names_of_other_rules
from porter.fixers.api.left_over import rule
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.source.text.languages import language_of
from porter.tables.supplies import supplies
from porter.testing import convert, single_text
from porter.toolchain.discovery import find


def said(result) -> list[tuple[str, str]]:
    return [(finding.severity.value, finding.full_message) for finding in result.findings]


@pytest.mark.parametrize("header", ["thrust/iterator/offset_iterator.h", "cuda/std/bitset"])
def test_a_header_that_rocm_lacks_is_an_error(converted, header: str) -> None:
    """Also beside a rule that looks at Thrust's headers, or at others that begin like it."""
    ((severity, message),) = said(converted(f"#include <{header}>\n"))
    assert (severity, header in message) == ("error", True)


def test_a_check_of_pytorch_comes_through_the_projects_header(converted) -> None:
    result = converted(
        '#include "own.hpp"\nvoid f() { AT_CUDA_CHECK(cudaGetLastError()); }\n', "API09"
    )
    assert said(result) == []


def test_a_name_is_reported_once_with_its_places(converted) -> None:
    result = converted(
        "cudaDeviceGetNvSciSyncAttributes(a);\ncudaDeviceGetNvSciSyncAttributes(b);\n", "API09"
    )
    ((severity, message),) = said(result)
    assert severity == "error"
    assert message.startswith("HIP has no cudaDeviceGetNvSciSyncAttributes: ")
    assert message.endswith("(2 places)")
    assert result.findings[0].start == 0


@pytest.mark.parametrize(
    "header",
    ["cuda/latch", "cupti.h", "cusparseLt.h", "nvjpeg.h", "nvcuvid.h", "host_config.h"],
)
def test_headers_of_nvidia_alone_are_reported(converted, header: str) -> None:
    ((severity, message),) = said(converted(f"#include <{header}>\n", "API09"))
    assert severity == "error"
    assert header in message


@pytest.mark.toolchain
def test_no_header_of_cudas_folders_is_passed_over_in_silence(converted) -> None:
    folders = find().cuda_include_dirs
    for name in sorted({path.name for folder in folders for path in folder.glob("*.h*")}):
        result = converted(f"#include <{name}>\n")
        assert f"<{name}>" not in result.data.decode() or result.findings, name


@pytest.mark.parametrize("header", ["cuda/kernels.h", "cudahelper.h", "cublas_wrapper.h"])
def test_headers_of_the_project_are_its_own(converted, header: str) -> None:
    result = converted(f'#include "{header}"\n', "API09", files=(header,))
    assert said(result) == []


@pytest.mark.parametrize(
    "text",
    [
        "#define cudaCheck(x) (x)\ncudaCheck(1);\n",
        "void cudaStep(int n);\ncudaStep(1);\n",
        "class cudaPool {};\ncudaPool pool;\n",
        "#ifndef USE_ROCM\ncudaDeviceGetNvSciSyncAttributes(a);\n#endif\n",
        "#include <cuda_runtime.h>\n#include <cub/cub.cuh>\n#include <vector>\n",
        "x.cublasFooBar(1); mine::cudaDeviceGetNvSciSyncAttributes(a);\n",
    ],
)
def test_nothing_is_said_of_what_is_not_left(converted, text: str) -> None:
    assert said(converted(text, "API09")) == []


@pytest.mark.parametrize(
    "text",
    [
        "void f() { CUERR cublasFooBar(handle, 1); }\n",
        "void f() { auto g = &cublasFooBar; }\n",
        "void f() { x = n&cublasFooBar(handle); }\n",
        "void f() { if (n>cublasFooBar(handle)) g(); }\n",
        "int f() { return 2*cublasFooBar(handle); }\n",
    ],
)
def test_a_use_that_looks_like_a_declaration_is_reported(converted, text: str) -> None:
    assert said(converted(text, "API09")) == [
        ("error", "cublasFooBar stands in no table, and nothing here defines it")
    ]


@pytest.mark.parametrize(("rocm", "severity"), [((5, 0), "error"), ((5, 5), "warning")])
def test_a_rocm_that_lacks_the_name(rocm: tuple[int, int], severity: str) -> None:
    """HIP_C_16BF is in the headers of 5.7 and not in those of 5.2; between them nobody looked."""
    text = b"int type = CUDA_C_16BF;\n"
    options = Options(rocm=rocm, only=frozenset({"API01", "API09"}))
    result = convert(*single_text("unit.cu", text, language_of("unit.cu"), options))
    assert [finding.severity.value for finding in result.findings] == [severity]
    assert (b"CUDA_C_16BF" in result.data) is (severity == "error")


def test_what_support_headers_supply_is_another_rule_s_to_tell() -> None:
    assert supplies().keys() <= names_of_other_rules(rule.id)


def test_what_another_file_defines_is_the_project_s_whether_it_is_included_or_not(tmp_path) -> None:
    files = {
        "check.h": "#define CHECK_CUDA(x) do { if ((x) != cudaSuccess) abort(); } while (0)\n"
        "__device__ inline unsigned __vown4(unsigned a) { return a; }\n",
        "helper.cuh": "inline void f(void *p) { CHECK_CUDA(cudaFree(p)); OTHER_CUDA(p); }\n"
        "__global__ void k(unsigned *o) { o[0] = __vown4(o[1]) + __vother4(o[2]); }\n",
        "main.cu": '#include "check.h"\n#include "helper.cuh"\nint main() { trainCuda(); }\n',
        "train.cu": "void trainCuda() { cudaDeviceSynchronize(); }\n",
        # CUDA's compiler alone is given it, and HIP's in the port.
        "own.h": "#ifdef __CUDACC__\n#define CUDA_CHECK_RETURN(x) check(x)\n#endif\n",
        "vendors.h": "#ifdef USE_ROCM\n#define cudaUnspecified hipErrorUnknown\n#else\n"
        "#define cudaUnspecified cudaErrorUnknown\n#endif\n"
        "inline bool is_unknown(int e) { return e == cudaUnspecified; }\n",
        "ask.cu": '#include "vendors.h"\nbool f(int e) { return cudaUnspecified == e; }\n',
        "use.cu": '#include "own.h"\nvoid f(void *p) { CUDA_CHECK_RETURN(cudaFree(p)); }\n',
    }
    source = tmp_path / "src"
    source.mkdir()
    for name, text in files.items():
        (source / name).write_text(text)
    result = write_port([source], Options(), Destination(OutputMode.OUT, tmp_path / "port"))
    unknown = {
        located.finding.message.split()[0]
        for file in result.conversion.converted
        for located in file.findings
        if "stands in no table" in located.finding.message
    }
    assert unknown == {"OTHER_CUDA", "__vother4"}


@pytest.mark.parametrize(
    "text",
    [
        "#if CUDA_VERSION >= 12000\nunsigned long cudaContextID;\n#endif\n",
        "#ifdef WITH_CUDA\ninline bool cudaEnabled() { return true; }\n#else\n"
        "inline bool cudaEnabled() { return false; }\n#endif\n",
        "#ifndef WITH_CUDA\nvoid f();\n#else\ninline bool cudaEnabled() { return true; }\n#endif\n",
        "template <class T> void gemm(const T *a, cublasLtHandle_t cublasLt_handle, int n);\n",
        "void f() { int match = 0, w[4], cudaThreads = 8; g(cudaThreads); }\n",
        "class EXPORTED CCudaThing : public Base {\n CCudaThing();\n};\n",
    ],
)
def test_what_the_project_declares_is_its_own(converted, text: str) -> None:
    assert said(converted(text, "API09")) == []


def test_what_only_builds_without_cuda_declare_is_not(converted) -> None:
    text = "#{} WITH_CUDA\n{}inline bool cudaEnabled() {{ return false; }}\n#endif\n"
    for result in (text.format("ifndef", ""), text.format("ifdef", "#else\n")):
        ((severity, _),) = said(converted(result, "API09"))
        assert severity == "error"


def test_a_project_s_own_nvml_is_left_alone(converted) -> None:
    text = """
        typedef void * nvmlDevice_t;
        typedef enum { NVML_SUCCESS = 0 } nvmlReturn_t;
        struct nvml { nvmlReturn_t (*nvmlInit)(void); nvmlReturn_t (*nvmlOther)(nvmlDevice_t); };
    """
    result = converted(text)
    assert result.data.decode() == text
    assert said(result) == []
