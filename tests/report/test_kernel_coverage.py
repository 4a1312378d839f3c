"""Which kernels ran and which did not, and which instances of templates, by their arguments."""

from __future__ import annotations

from porter.report.kernel_coverage import coverage
from porter.verify.coverage import Kernels
from porter.verify.verdict import Verdict

RAN = "void ns::(anonymous namespace)::scan<ns::Tile<2, 4>, float>(ns::Params, int)"
OTHER = "void ns::(anonymous namespace)::scan<ns::Tile<3, 4>, __half>(ns::Params, int)"


def said(present: set[str], launched: set[str], of_libraries: set[str] | None = None) -> list[str]:
    libraries = None if of_libraries is None else frozenset(of_libraries)
    kernels = Kernels(frozenset(present), frozenset(launched), libraries)
    return coverage([Verdict("p", "extension", "c", "gfx942", passed=True, kernels=kernels)])


def test_instances_of_a_template_are_told_by_their_arguments() -> None:
    assert said({RAN, OTHER}, {RAN}) == [
        "p as gfx942: 1 of 1 kernels were launched",
        "  1 of 2 instances of ns::scan never ran: <Tile<3, 4>, __half>",
    ]


def test_kernels_that_never_ran_are_named() -> None:
    assert said({RAN, "fill(int*)"}, {RAN}) == [
        "p as gfx942: 1 of 2 kernels were launched, too few to call the port the same; never: fill"
    ]


def test_overloads_and_kernels_of_class_templates_are_told_apart() -> None:
    overloads = {"fill(int*)", "fill(float*)", "void A<3>::run<(Mode)1>(int)"}
    assert said({*overloads, "void A<4>::run<(Mode)0>(int)"}, {*overloads} - {"fill(float*)"}) == [
        "p as gfx942: 2 of 2 kernels were launched",
        "  1 of 2 instances of A::run never ran: A<4>::run<(Mode)0>",
        "  1 of 2 instances of fill never ran: (float*)",
    ]


def test_that_a_port_has_no_kernels_of_its_own_is_said() -> None:
    """What it computes, a library's kernels do, or the library's own code on the host."""
    ran = {"void thrust::fill<int>(int*)", "void thrust::fill<float>(float*)"}
    assert said(set(), set(), ran) == [
        "p as gfx942: no kernel of its own; of libraries 1 kernel ran: thrust::fill"
    ]
    assert said(set(), set(), set()) == ["p as gfx942: no kernel of its own"]
    assert said(set(), set()) == []  # on a GPU nobody wrote down what ran
    assert said({RAN}, {RAN}, ran) == ["p as gfx942: 1 of 1 kernels were launched"]
