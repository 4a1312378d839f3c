"""What is tried, how it is written, and which candidate is kept."""

from __future__ import annotations

from porter.tables.processors import processors
from porter.tune.choices import AS_IT_IS, Choice, choices, one_attribute
from porter.tune.ranking import Candidate, best
from porter.tune.variants import with_attributes, without_kernels

MI300 = processors()["gfx942"]
TWO = one_attribute("amdgpu_waves_per_eu", 2)
THREE = one_attribute("amdgpu_waves_per_eu", 3)


def test_attributes_take_the_place_of_those_of_their_names() -> None:
    block = one_attribute("amdgpu_flat_work_group_size", 64)
    assert TWO.added_to("") == "__attribute__((amdgpu_waves_per_eu(2)))"
    both = block.added_to(TWO.added_to("__attribute__((noinline))"))
    assert both == (
        "__attribute__((noinline)) __attribute__((amdgpu_waves_per_eu(2))) "
        "__attribute__((amdgpu_flat_work_group_size(1, 64)))"
    )
    assert THREE.added_to(both).endswith("(1, 64))) __attribute__((amdgpu_waves_per_eu(3)))")
    assert "eu(2)" not in THREE.added_to(both)
    assert AS_IT_IS.added_to(both) == both
    assert str(block | TWO) == "flat_work_group_size 64, waves_per_eu 2"


def test_a_kernel_that_spills_is_given_more_registers_and_never_fewer() -> None:
    found = list(choices(MI300, 1024, 128, spills=True, waves=4))
    block = one_attribute("amdgpu_flat_work_group_size", 128)
    waves = [one_attribute("amdgpu_waves_per_eu", one) for one in (1, 2, 3)]
    assert found == [AS_IT_IS, block, *waves, *(block | one for one in waves)]


def test_one_that_does_not_may_have_more_waves() -> None:
    found = list(choices(MI300, 256, None, spills=False, waves=4))
    each = [one.attributes for one in found[1:]]
    assert {one[0][0] for one in each} == {"amdgpu_waves_per_eu", "amdgpu_num_vgpr"}
    assert min(one[0][1] for one in each if one[0][0] == "amdgpu_waves_per_eu") == 4
    assert one_attribute("amdgpu_num_vgpr", 128) in found


def candidate(
    choice: Choice, spills: int, waves: int, cycles: float, seconds: float | None = None
) -> Candidate:
    return Candidate(choice, spills, 4 * spills, 0, waves, cycles, 1, seconds)


def test_the_model_ranks_spills_then_cycles_then_waves() -> None:
    spilling = candidate(AS_IT_IS, 9, 4, 50)
    slow = candidate(TWO, 0, 2, 100)
    fast = candidate(THREE, 0, 3, 80)
    assert best([spilling, slow, fast]) == fast
    assert best([slow, candidate(THREE, 0, 3, 100.5)]).choice == THREE
    # Of equals the kernel stays as it is.
    assert best([candidate(AS_IT_IS, 0, 4, 50), candidate(TWO, 0, 4, 50)]).choice == AS_IT_IS


def test_a_clock_decides() -> None:
    assert best([candidate(AS_IT_IS, 0, 8, 10, 2.0), candidate(TWO, 5, 2, 90, 1.0)]).choice == TWO


MODULE = """\
define protected amdgpu_kernel void @_Z1kPf(ptr %0) local_unnamed_addr #0 !dbg !4 {
  call void @_Z1fv() #2
  ret void
}

define protected amdgpu_kernel void @_Z1qPf(ptr %0) local_unnamed_addr #0 {
  ret void
}

define internal void @_Z1fv() #0 {
  ret void
}

attributes #0 = { "amdgpu-flat-work-group-size"="1,1024" "amdgpu-waves-per-eu"="4" }
attributes #2 = { nounwind }
"""


def test_one_kernel_is_given_an_attribute_and_the_others_keep_theirs() -> None:
    found = with_attributes(MODULE, {"_Z1kPf": TWO, "_Z1qPf": AS_IT_IS})
    assert "@_Z1kPf(ptr %0) local_unnamed_addr #3 !dbg !4 {" in found
    assert "@_Z1qPf(ptr %0) local_unnamed_addr #0 {" in found
    assert (
        'attributes #3 = { "amdgpu-flat-work-group-size"="1,1024" "amdgpu-waves-per-eu"="2" }'
        in found
    )
    assert (
        'attributes #0 = { "amdgpu-flat-work-group-size"="1,1024" "amdgpu-waves-per-eu"="4" }'
        in found
    )


def test_other_kernels_are_left_out() -> None:
    found = without_kernels(MODULE, {"_Z1qPf"})
    assert "_Z1kPf" not in found and "@_Z1qPf" in found and "@_Z1fv" in found
