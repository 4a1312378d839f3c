"""API02: names of CUB are resolved; nothing is converted by halves."""

import pytest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cub::BlockScan<T, 4>(t).Sum(x);\n", "hipcub::BlockScan<T, 4>(t).Sum(x);\n"),
        ("::cub::Max()(a, b);\n", "::hipcub::Max()(a, b);\n"),
        ("at_cuda_detail::cub::BlockReduce<T, 4> r;\n", "hipcub::BlockReduce<T, 4> r;\n"),
        ("namespace cub = at_cuda_detail::cub;\n", "namespace cub = hipcub;\n"),
        ("cub :: BlockScan<T, 4> s;\n", "hipcub :: BlockScan<T, 4> s;\n"),
        ("cub /* x */ ::BlockScan<T, 4> s;\n", "hipcub /* x */ ::BlockScan<T, 4> s;\n"),
        (
            "#define SCAN cub::BlockScan\\\n  <T, 4>\n",
            "#define SCAN hipcub::BlockScan\\\n  <T, 4>\n",
        ),
        ("#if 0\ncub::BlockScan<T, 4> s;\n#endif\n", "#if 0\nhipcub::BlockScan<T, 4> s;\n#endif\n"),
        (
            "namespace cub {\ntemplate <> struct NumericTraits<my> {};\n}\n",
            "namespace hipcub {\ntemplate <> struct NumericTraits<my> {};\n}\n",
        ),
        (
            "f<cub::BlockLoad<T, N, K, cub::BLOCK_LOAD_DIRECT>, cub::Sum>(x);\n",
            "f<hipcub::BlockLoad<T, N, K, hipcub::BLOCK_LOAD_DIRECT>, hipcub::Sum>(x);\n",
        ),
    ],
)
def test_converted(converted, before: str, after: str) -> None:
    result = converted(before, "API02")
    assert result.data.decode() == after
    assert result.findings == []


@pytest.mark.parametrize(
    "text",
    [
        "int cub = 3; cub = cub < 4 ? cub : 2;\n",
        "box->cub::f(); box.cub();\n",
        "at::cuda::cub::radix_sort(x);\nmine::cub::BlockScan<T> s;\n",
        '// cub::BlockScan\nputs("cub::BlockScan");\n',
        "#define cub mine\n",
    ],
)
def test_left_alone(converted, text: str) -> None:
    result = converted(text, "API02")
    assert result.data.decode() == text
    assert result.findings == []


def test_an_expression_with_a_missing_name_stays_whole(converted) -> None:
    text = (
        "using A = cub::BlockLoad<cub::KeyValuePair<int, cub::detail::thing>, 4, 4>;\n"
        "using B = cub::BlockLoad<int, 4, 4>;\n"
    )
    result = converted(text, "API02")
    assert result.data.decode() == text.replace("B = cub", "B = hipcub")
    (finding,) = result.findings
    assert "cub::detail" in finding.message


def test_a_missing_name_is_found_behind_an_alias(converted) -> None:
    text = "namespace c = cub;\nc::DeviceTransform::Transform(x);\nc::DeviceScan::f();\n"
    result = converted(text, "API02")
    assert result.data.decode() == text.replace("= cub", "= hipcub")
    (finding,) = result.findings
    assert finding.message.startswith("hipCUB has no cub::DeviceTransform")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("typedef ::cub::WarpReduce<int> W;\n", "typedef ::hipcub::WarpReduce<int> W;\n"),
        (
            "__shared__ ::cub::BlockScan<int, 8>::TempStorage t;\n",
            "__shared__ ::hipcub::BlockScan<int, 8>::TempStorage t;\n",
        ),
        ("__device__ ::cudaError_t f();\n", "__device__ ::hipError_t f();\n"),
        ("MY_EXPORT ::cudaStream_t f();\n", "MY_EXPORT ::hipStream_t f();\n"),
        ("struct S { operator ::cudaStream_t(); };\n", "struct S { operator ::hipStream_t(); };\n"),
        ("mine ::cudaFree(p); MINE::cudaFree(p);\n", "mine ::cudaFree(p); MINE::cudaFree(p);\n"),
    ],
)
def test_names_of_the_global_scope_behind_a_keyword_or_macro(
    converted, before: str, after: str
) -> None:
    assert converted(before, "API01", "API02").data.decode() == after
