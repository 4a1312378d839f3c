"""A project's own names: what is found, how far it is seen, what is CUDA's all the same."""

from __future__ import annotations

import pytest

from porter.project.ownership import counted, own_places
from porter.source import SourceFile
from porter.source.cpp.declarations import Extent
from porter.source.cpp.definitions import Definition, KnownNames, find_definitions

KNOWN = KnownNames(
    frozenset(
        b"cudaMalloc cudaFree cudaStream_t cudaSuccess cudaError_t cudaEvent CUstream_st".split()
    ),
    frozenset((b"warpSize", b"__shfl_sync")),
    {b"cudaMalloc": b"hipMalloc", b"cudaSuccess": b"hipSuccess"},
)


def definitions(text: str) -> tuple[Definition, ...]:
    return find_definitions(SourceFile("a.cu", text.encode()), KNOWN)


def left_alone(text: str, *headers: str) -> list[str]:
    """Return the lines of `text` with an own place, when it includes `headers`."""
    found = {"a.cu": definitions(text)}
    found |= {f"{number}.h": definitions(header) for number, header in enumerate(headers)}
    found = counted(found)
    file = SourceFile("a.cu", text.encode())
    seen = [one for path in sorted(found) for one in found[path]]
    own = own_places(file, seen, found.get("a.cu", ()))
    lines = {file.position(at)[0] for places in own.values() for at in places}
    return [file.line(number).decode().strip() for number in sorted(lines)]


@pytest.mark.parametrize(
    ("text", "kind", "extent", "scope"),
    [
        ("void* cudaMalloc(int n) { return 0; }", "function", "file", ""),
        ("template <class T> T* cudaMalloc(int n)\n{ return 0; }", "function", "file", ""),
        ("static inline int cudaMalloc(int n) noexcept { return 0; }", "function", "file", ""),
        ('extern "C" int cudaMalloc(int n) { return 0; }', "function", "file", ""),
        ("namespace { int cudaMalloc() { return 0; } }", "function", "file", ""),
        ("namespace a::b { int cudaMalloc(); }", "function", "namespace", "a b"),
        ("namespace a { namespace b { int cudaMalloc(); } }", "function", "namespace", "a b"),
        ("class A { int* cudaMalloc(int n); };", "method", "class", "A"),
        ("namespace n { struct A { int cudaMalloc() { return 1; } }; }", "method", "class", "n A"),
        ("struct A { int (*cudaMalloc)(int); };", "variable", "class", "A"),
        ("auto constexpr cudaEvent = 1;", "variable", "file", ""),
        ("int const cudaMalloc = 1;", "variable", "file", ""),
        ("struct A { int cudaMalloc = 1; };", "variable", "class", "A"),
        ("static int cudaEvent = 0;", "variable", "file", ""),
        ("int (*cudaMalloc)(int) = nullptr;", "variable", "file", ""),
        ("constexpr int warpSize = 32;", "variable", "file", ""),
        ("void f() { const int warpSize = 32; }", "variable", "local", ""),
        ("void f() { int n = 0, a[4], cudaEvent=N; }", "variable", "local", ""),
        ("void f() { int n = g(1, 2), cudaEvent; }", "variable", "local", ""),
        ("int a[] = {1, 2}, cudaEvent[3];", "variable", "file", ""),
        ("void f(int cudaEvent) {}", "parameter", "local", ""),
        ("auto g = [](int* cudaEvent) { return 1; };", "parameter", "local", ""),
        ("void f() { for (int cudaEvent = 0;;) {} }", "variable", "local", ""),
        ("void f() { auto cudaFree = [](void* p) {}; }", "variable", "local", ""),
        ("#define cudaMalloc(p, n) mine(p, n)", "macro", "file", ""),
        ("#  define cudaSuccess 0\n", "macro", "file", ""),
        ("#define cudaMalloc hipMalloc\n", "macro for HIP", "local", ""),
        (
            "#ifdef USE_CUDA\n#if defined(__HIP_PLATFORM_AMD__)\n"
            "#define cudaMalloc my_malloc\n#endif\n#endif",
            "macro",
            "file",
            "",
        ),
        ("struct cudaEvent { int x; };", "type", "file", ""),
        ("struct cudaEvent : Base { int x; };", "type", "file", ""),
        ("enum cudaEvent { one };", "type", "file", ""),
        ("typedef struct { int x; } cudaEvent;", "type", "file", ""),
        ("using cudaEvent = int;", "alias", "file", ""),
        ("enum { cudaSuccess = 0, other };", "enumerator", "file", ""),
        ("enum class E { other, cudaSuccess };", "enumerator", "local", ""),
        ("#ifndef CUDA_H\n#define CUDA_H\nint cudaEvent = 1;\n#endif", "variable", "file", ""),
    ],
)
def test_found(text: str, kind: str, extent: str, scope: str) -> None:
    (found,) = definitions(text)
    assert (found.kind, found.extent.value, b" ".join(found.scope).decode()) == (
        kind,
        extent,
        scope,
    )


@pytest.mark.parametrize(
    "text",
    [
        "cudaMalloc(&p, n);",
        "void f() { cudaError_t e = cudaMalloc(&p, n); return cudaSuccess; }",
        "void f() {\n#pragma omp parallel\n  cudaFree(p);\n#endif\n  cudaFree(q);\n}",
        "void f() { MACRO cudaFree(p); }",
        "void f(const cudaStream_t, int const); const cudaStream_t a = b;",
        "void f() { g(flags & cudaEvent, a * cudaEvent); }",
        "struct CUstream_st; typedef struct CUstream_st* cudaStream_t;",
        "class cudaEvent; struct cudaEvent* p;",
        "#ifdef USE_CUDA\n#include <cuda_runtime.h>\n#else\ntypedef void* cudaStream_t;\n"
        "inline int cudaMalloc() { return 0; }\n#define cudaSuccess 0\n#endif",
        "#ifndef __CUDACC__\nstruct cudaEvent { int x; };\n#endif",
        "#ifndef cudaSuccess\n#define cudaSuccess 0\n#endif",
        "cudaStream_t stream; void f(cudaStream_t s, cudaError_t (*g)(cudaStream_t));",
        "template <typename cudaEvent> struct A {};",
        "void f() { g(n, cudaEvent, m); h((n, cudaEvent)); int a[] = {n, cudaEvent, m}; }",
        "int a = 1, b = cudaSuccess; x = 1, cudaEvent = 2;",
        "x = sizeof(cudaEvent); y = (cudaEvent)z; f<cudaEvent>(a);",
        "case cudaSuccess: goto cudaEvent;",
        "int a = cudaSuccess, b = f(cudaSuccess), c[cudaSuccess];",
        "cudaStream_t f() { return cudaEvent; }",
        "enum E { a = cudaSuccess };",
        "// int cudaMalloc(int n) { }\n",
        "__device__ half __shfl_sync(unsigned m, half v, int l) { return v; }",
    ],
)
def test_not_found(text: str) -> None:
    assert definitions(text) == ()


def test_a_method_is_the_project_s_in_its_class_only() -> None:
    assert left_alone("""
        struct Pool { void* cudaMalloc(int n); void f() {
            cudaMalloc(1);
            ::cudaMalloc(&p, 1);
        } };
        void* Pool::cudaMalloc(int n) {
            cudaMalloc(2);
        }
        struct Big : public Pool { void g() {
            cudaMalloc(3);
        } };
        void h() {
            cudaMalloc(&p, 4);
        }
    """) == [
        "struct Pool { void* cudaMalloc(int n); void f() {",
        "cudaMalloc(1);",
        "cudaMalloc(2);",
        "cudaMalloc(3);",
    ]


def test_a_class_of_a_header_is_known_where_its_methods_are_written() -> None:
    header = "template <class T> class Pool { T* cudaMalloc(int n); void grow(); };"
    assert left_alone(
        "template <class T> void Pool<T>::grow() {\n cudaMalloc(1);\n}\ncudaMalloc(&p, 2);", header
    ) == ["cudaMalloc(1);"]


def test_a_namespace_s_function_is_the_project_s_in_that_namespace() -> None:
    assert left_alone("""
        namespace mine { int cudaFree(void*); void f() {
            cudaFree(one);
        } }
        void mine::g() {
            cudaFree(two);
        }
        void h() {
            cudaFree(three);
        }
    """) == [
        "namespace mine { int cudaFree(void*); void f() {",
        "cudaFree(one);",
        "cudaFree(two);",
    ]


def test_locals_are_the_project_s_in_their_block() -> None:
    assert left_alone("""
        void f() {
            cudaFree(before);
            { auto cudaFree = [](void* p) {};
              cudaFree(inside); }
            cudaFree(behind);
        }
    """) == ["{ auto cudaFree = [](void* p) {};", "cudaFree(inside); }"]


def test_what_a_header_defines_is_the_project_s_all_over() -> None:
    header = "inline int cudaFree(void* p) { return 0; }"
    assert left_alone("cudaFree(a);\n::cudaFree(b);\nother::cudaFree(c);", header) == [
        "cudaFree(a);",
        "::cudaFree(b);",
    ]


def test_a_prototype_counts_where_the_project_has_the_function() -> None:
    prototype = "int cudaFree(void* p);"
    assert left_alone("cudaFree(a);", prototype) == []
    assert left_alone("cudaFree(a);", prototype, "int cudaFree(void* p) { return 0; }") == [
        "cudaFree(a);"
    ]


def test_a_macro_that_names_hip_s_thing_does_not_hold_its_uses_back() -> None:
    assert left_alone("#define cudaMalloc hipMalloc\ncudaMalloc(&p, 1);") == [
        "#define cudaMalloc hipMalloc"
    ]


def test_local_definitions_do_not_leave_their_file() -> None:
    assert left_alone("cudaFree(a);", "inline void f() { int cudaFree = 1; }") == []
    assert Extent.LOCAL in {one.extent for one in definitions("void f() { int cudaFree = 1; }")}


def test_a_macro_like_an_api_s_may_be_for_builds_with_cuda_alone() -> None:
    styled = KNOWN._replace(is_styled=lambda name: name.startswith(b"CUBLAS_"))
    text = b"#if HAVE_CUDA\n#define CUBLAS_SAFE_CALL(f) (f)\n#endif\n"
    (found,) = find_definitions(SourceFile("a.h", text), styled)
    assert found.kind == "macro"
    without = text.replace(b"#if HAVE", b"#ifndef HAVE")
    assert find_definitions(SourceFile("a.h", without), styled) == ()


def test_a_mark_may_stand_in_front_of_the_braces_of_a_type() -> None:
    styled = KNOWN._replace(is_styled=lambda name: name.startswith(b"__nv_"))
    for mark in ("__align__(8)", "__CUDA_ALIGN__(8) pair_of", "alignas(8)"):
        text = f"namespace n {{\ntypedef struct {mark} {{ int array[2]; }} __nv_pair2;\n}}\n"
        (found,) = find_definitions(SourceFile("a.h", text.encode()), styled)
        assert (found.name, found.kind, found.line) == (b"__nv_pair2", "type", 2)
