"""Launches in every form that real code gives them."""

from __future__ import annotations

import pytest

from porter.fixers.conversion import Conversion
from porter.fixers.registry import rules
from porter.options import Options
from porter.source.text.languages import Language
from porter.testing import convert, single_text

(RULE,) = (rule for rule in rules() if rule.id == "LCH05")


def run(text: str) -> Conversion:
    options = Options(launch="hip")
    return convert(*single_text("a.cu", text.encode(), Language.CUDA, options), (RULE,))


@pytest.mark.parametrize(
    ("launch", "macro"),
    [
        ("k<<<g, b>>>(x);", "hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("k<<<g, b>>>();", "hipLaunchKernelGGL(k, g, b, 0, 0);"),
        ("k<<<g, b, s>>>(x);", "hipLaunchKernelGGL(k, g, b, s, 0, x);"),
        ("::k<<<g, b>>>();", "hipLaunchKernelGGL(::k, g, b, 0, 0);"),
        ("if (a) ::n::k<<<g, b>>>();", "if (a) hipLaunchKernelGGL(::n::k, g, b, 0, 0);"),
        ("else ::k<<<g, b>>>();", "else hipLaunchKernelGGL(::k, g, b, 0, 0);"),
        ("do ::n::k<1><<<g, b>>>(); while (0);",
         "do hipLaunchKernelGGL(::n::k<1>, g, b, 0, 0); while (0);"),
        ("k <<< g , b , s , st >>> ( x );", "hipLaunchKernelGGL(k, g , b , s , st, x );"),
        ("k<float><<<g, b>>>(x);", "hipLaunchKernelGGL(k<float>, g, b, 0, 0, x);"),
        (
            "k<A<int>, 3><<<g, b>>>(x);",
            "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<A<int>, 3>), g, b, 0, 0, x);",
        ),
        (
            "k<A<B<int>>><<<g, b>>>(x);",
            "hipLaunchKernelGGL(k<A<B<int>>>, g, b, 0, 0, x);",
        ),
        (
            "k<(n > 3), m><<<g, b>>>(x);",
            "hipLaunchKernelGGL(HIP_KERNEL_NAME(k<(n > 3), m>), g, b, 0, 0, x);",
        ),
        ("::ns::k<<<g, b>>>(x);", "hipLaunchKernelGGL(::ns::k, g, b, 0, 0, x);"),
        ("A<T>::k<<<g, b>>>(x);", "hipLaunchKernelGGL(A<T>::k, g, b, 0, 0, x);"),
        (
            "A<T, 2>::template k<3><<<g, b>>>(x);",
            "hipLaunchKernelGGL(HIP_KERNEL_NAME(A<T, 2>::template k<3>), g, b, 0, 0, x);",
        ),
        ("table[i]<<<g, b>>>(x);", "hipLaunchKernelGGL(table[i], g, b, 0, 0, x);"),
        ("p->k<<<g, b>>>(x);", "hipLaunchKernelGGL(p->k, g, b, 0, 0, x);"),
        ("pick(n)<<<g, b>>>(x);", "hipLaunchKernelGGL(pick(n), g, b, 0, 0, x);"),
        ("(*f)<<<g, b>>>(x);", "hipLaunchKernelGGL((*f), g, b, 0, 0, x);"),
        ("if (c) k<<<g, b>>>(x); else k<<<g, b>>>(y);",
         "if (c) hipLaunchKernelGGL(k, g, b, 0, 0, x); else hipLaunchKernelGGL(k, g, b, 0, 0, y);"),
        ("if constexpr (c) (a)<<<g, b>>>(x);",
         "if constexpr (c) hipLaunchKernelGGL((a), g, b, 0, 0, x);"),
        ("for (;;) k<<<g, b>>>(x);", "for (;;) hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("case 3: k<<<g, b>>>(x);", "case 3: hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("c ? f() : g(); k<<<g, b>>>(x);", "c ? f() : g(); hipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("k<<<n > 1 ? a : b, 32>>>(x);", "hipLaunchKernelGGL(k, n > 1 ? a : b, 32, 0, 0, x);"),
        ("k<<<dim3(a, b), dim3(32, 4)>>>(x);",
         "hipLaunchKernelGGL(k, dim3(a, b), dim3(32, 4), 0, 0, x);"),
        ("k<<<1<<n, 1 << 5>>>(x);", "hipLaunchKernelGGL(k, 1<<n, 1 << 5, 0, 0, x);"),
        ("k<<<{a, b}, 32>>>(x);", "hipLaunchKernelGGL(k, (dim3{a, b}), 32, 0, 0, x);"),
        ("k<<<f<A<B<int>>>(n), 32>>>(x);",
         "hipLaunchKernelGGL(k, f<A<B<int>>>(n), 32, 0, 0, x);"),
        ("k<<<g, b, sizeof(A<int, 3>)>>>(x);",
         "hipLaunchKernelGGL(k, g, b, sizeof(A<int, 3>), 0, x);"),
        ("k<<<g, b, A<int, 3>::bytes>>>(x);",
         "hipLaunchKernelGGL(k, g, b, (A<int, 3>::bytes), 0, x);"),
        ("k<<<g, b>>>(std::pair<int, int>{1, 2}, [&](int i, int j) { return i; });",
         "hipLaunchKernelGGL(k, g, b, 0, 0, std::pair<int, int>{1, 2}, "
         "[&](int i, int j) { return i; });"),
        ("k<<<g,  // grid\n    b>>>(x,  // in, out\n   y);",
         "hipLaunchKernelGGL(k, g,  // grid\n    b, 0, 0, x,  // in, out\n   y);"),
        ("k /* fast */ <<<g, b>>>(x);", "hipLaunchKernelGGL(k /* fast */ , g, b, 0, 0, x);"),
        ("#pragma unroll\nk<<<g, b>>>(x);",
         "#pragma unroll\nhipLaunchKernelGGL(k, g, b, 0, 0, x);"),
        ("#define RUN k<<<g, b>>>(x)\n", "#define RUN hipLaunchKernelGGL(k, g, b, 0, 0, x)\n"),
        ("#define RUN(T) \\\n  k_##T<<<g, b>>>(x); \\\n  f()\n",
         "#define RUN(T) \\\n  hipLaunchKernelGGL(k_##T, g, b, 0, 0, x); \\\n  f()\n"),
        ("DISPATCH(t, [&] { k<T, 4><<<g, b>>>(x); });",
         "DISPATCH(t, [&] { hipLaunchKernelGGL(HIP_KERNEL_NAME(k<T, 4>), g, b, 0, 0, x); });"),
        ("k<<<g, b>>>(x); k<<<g, b>>>(y);",
         "hipLaunchKernelGGL(k, g, b, 0, 0, x); hipLaunchKernelGGL(k, g, b, 0, 0, y);"),
    ],
)  # fmt: skip
def test_written_as_the_macro(launch: str, macro: str) -> None:
    result = run(launch)
    assert result.data.decode() == macro
    assert result.findings == []
    assert run(macro).data.decode() == macro


@pytest.mark.parametrize(
    ("launch", "reason"),
    [
        ("c ? k<<<g, b>>>(x) : f();", "part of an expression"),
        ("c ? f() : k<<<g, b>>>(x);", "part of an expression"),
        ("f(), k<<<g, b>>>(x);", "part of an expression"),
        ("k<<<g, b>>>(x), f();", "part of an expression"),
        ("CHECK(k<<<g, b>>>(x));", "part of an expression"),
        ("(void)k<<<g, b>>>(x);", "part of an expression"),
        ("return k<<<g, b>>>(x);", "part of an expression"),
        ("return ::n::k<<<g, b>>>(x);", "part of an expression"),
        ("return (c ? a : d)<<<g, b>>>(x);", "part of an expression"),
        ("get(x)(y)<<<g, b>>>(x);", "part of an expression"),
        ("k<<<g, b>>>(x,\n#if A\n y\n#else\n z\n#endif\n);", "preprocessor directives"),
        ("k<<<g>>>(x);", "1 launch parameters"),
        ("k<<<g, b, s, st, more>>>(x);", "5 launch parameters"),
        ("k<<<g, b>>>;", "no arguments follow"),
        ("k<<<g, b;", "no >>> closes it"),
        ("k<<<g, b>>>(x", "arguments do not end"),
        ("<<<g, b>>>(x);", "no kernel"),
        ("#define L <<<g, b>>>\n", "no arguments follow"),
    ],
)
def test_left_and_reported(launch: str, reason: str) -> None:
    result = run(launch)
    assert result.data.decode() == launch
    (finding,) = result.findings
    assert finding.severity.value == "warning"
    assert reason in finding.message
