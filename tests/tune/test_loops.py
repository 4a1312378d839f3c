"""Factors behind `#pragma unroll` come from the port's header."""

from __future__ import annotations

from porter.tune.loops import directives, with_factors

TEXT = """\
__global__ void scale(float* x, int n);
void host() {
#pragma unroll
  for (;;) {}
}
template <int N>
__global__ void __launch_bounds__(64) scale(float* x, int n) {
  // #pragma unroll 8
#pragma unroll
  for (int i = 0; i < N; ++i) {
#  pragma unroll  N / 2   // rows
    for (int k = 0; k < N; ++k) x[k] = i;
  }
#pragma unroll PORTER_TUNED_UNROLL_scale_1
  for (int i = 0; i < N; ++i) x[i] = i;
}
__global__ void other(float* x) {
#pragma unroll
  for (int i = 0; i < 4; ++i) x[i] = i;
}
"""


def test_directives_of_a_kernel_alone() -> None:
    found = directives(TEXT, "scale")
    assert [(one.line, one.factor, one.loop) for one in found] == [
        (9, "", None),
        (11, "N / 2", None),
        (14, "PORTER_TUNED_UNROLL_scale_1", "scale_1"),
    ]
    assert [one.line for one in directives(TEXT, "other")] == [18]
    assert directives(TEXT, "scal") == []


def test_factors_get_names_that_are_free_and_keep_their_comments() -> None:
    taken = {"scale_2"}
    text, own = with_factors(TEXT, "scale", "scale", taken)
    assert {name: one.factor for name, one in own.items()} == {"scale_3": "", "scale_4": "N / 2"}
    assert taken == {"scale_1", "scale_2", "scale_3", "scale_4"}
    lines = text.splitlines()
    assert lines[8] == "#pragma unroll PORTER_TUNED_UNROLL_scale_3"
    assert lines[10] == "#  pragma unroll PORTER_TUNED_UNROLL_scale_4   // rows"
    assert lines[7] == "  // #pragma unroll 8" and lines[13] == TEXT.splitlines()[13]
    assert lines[2] == lines[17] == "#pragma unroll"
    assert with_factors(text, "scale", "scale", taken) == (text, {})


def test_only_the_loops_that_are_wanted() -> None:
    text, own = with_factors(TEXT, "scale", "scale", set(), ["scale_3"])
    assert list(own) == ["scale_3"] and "PORTER_TUNED_UNROLL_scale_3   // rows" in text
    assert "scale_2" not in text


def test_a_body_without_an_end_has_none() -> None:
    assert directives("__global__ void k() {\n#pragma unroll\n", "k") == []
