"""WRP13 and WRP14: what one half of a wavefront cannot do for the other."""

import pytest

FULL = "0xffffffff"


def rules(result) -> list[str]:
    return [finding.rule for finding in result.findings]


def kernel(body: str) -> str:
    return f"__global__ void k(int* p, int n) {{\n{body}\n}}\n"


@pytest.mark.parametrize(
    "body",
    [
        f"if (lane < 4) p[0] = __shfl_sync({FULL}, p[1], 3);",
        f"if (threadIdx.x % 32 == 0) p[0] = __ballot_sync({FULL}, p[1]);",
        "if ((threadIdx.x & 31) < 8) { for (;;) { __syncwarp(); } }",
        "if (threadIdx.x < 8) { p[0] = __any_sync(~0u, p[1]); }",
        "p[0] = laneId > 3 ? __shfl_sync(-1, p[1], 0) : 0;",
        "if (n) { if (lane_id == 0) { p[0] = __all_sync(FULL_MASK, p[1]); } }",
    ],
)
def test_a_branch_that_parts_lanes(converted, body: str) -> None:
    assert rules(converted(kernel(body), "WRP13")) == ["WRP13"]


@pytest.mark.parametrize(
    "body",
    [
        f"if (warp_id == 0) p[0] = __shfl_sync({FULL}, p[1], 3);",
        f"if (threadIdx.x < 64) p[0] = __shfl_sync({FULL}, p[1], 3);",
        "if (threadIdx.x < blockDim.x / 32) p[0] = __shfl_sync(mask, p[1], 3);",
        f"if (lane == __shfl_sync({FULL}, p[1], 3)) p[0] = 1;",
        f"if (__any_sync({FULL}, lane > n)) p[0] = __shfl_sync({FULL}, p[1], 3);",
        f"for (int i = lane; i < n; i += 32) p[0] = __shfl_sync({FULL}, p[1], 3);",
        "if (lane < 16) p[0] = __shfl_sync(0xffff, p[1], 3);",
        f"int x = __shfl_sync({FULL}, p[1], 3); if (lane == 0) p[0] = x;",
    ],
)
def test_no_branch_that_parts_lanes(converted, body: str) -> None:
    assert rules(converted(kernel(body), "WRP13")) == []


@pytest.mark.parametrize(
    ("body", "severities"),
    [
        ("while (atomicCAS(p, 0, 1));", ["error"]),
        ("while (0 != atomicCAS(&p[n], 0, 1)) { }", ["error"]),
        ("do {} while (atomicExch(p, 1) == 1);", ["error"]),
        ("if (lane == 0) while (atomicCAS(p, 0, 1) != 0);", ["warning"]),
        ("if (threadIdx.x % 32 == 0) { while (atomicCAS(p, 0, 1) != 0) ; }", ["warning"]),
        ("if (threadIdx.x == 0) { while (atomicCAS(p, 0, 1) != 0) ; }", []),
        ("if (tid == 0) { while (atomicExch(p, 1)) { __threadfence(); } }", []),
        ("while ((old = atomicCAS(p, seen, seen + 1)) != seen) { seen = old; }", []),
        ("while (atomicCAS(p, 0, 1) != 0) { give_up(); }", []),
        ("bool mine = atomicCAS(p, 0, 1) == 0; while (n) { --n; }", []),
        ("for (;;) { if (atomicCAS(p, 0, 1) == 0) { work(); atomicExch(p, 0); break; } }", []),
    ],
)
def test_locks(converted, body: str, severities: list[str]) -> None:
    found = converted(kernel(body), "WRP14").findings
    assert [finding.severity.value for finding in found] == severities


def test_a_finding_names_the_call(converted) -> None:
    text = kernel(f"  if (lane < 4) p[0] = __shfl_sync({FULL}, p[1], 3);")
    (finding,) = converted(text, "WRP13").findings
    assert text[finding.start : finding.end] == f"__shfl_sync({FULL}, p[1], 3)"
