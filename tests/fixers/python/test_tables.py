"""The tables of names that Python programs use."""

from porter.tables.environment import variables
from porter.tables.python import counterparts


def test_every_variable_says_why():
    for name, row in variables().items():
        assert row.reason, name
        assert (row.becomes == "renamed") <= bool(row.hip), name


def test_a_renamed_variable_is_none_that_stays():
    kept = {name for name, row in variables().items() if row.becomes == "stays"}
    renamed = {row.hip for row in variables().values() if row.becomes == "renamed"}
    assert "CUDA_VISIBLE_DEVICES" in kept
    assert renamed == {"ROCM_PATH", "AMD_SERIALIZE_KERNEL"}
    assert not renamed & variables().keys()


def test_every_kind_has_rows():
    assert counterparts("library")["cudart"].hip == "amdhip64"
    assert not counterparts("library")["nvidia-ml"].hip
    assert "nvidia-smi" in counterparts("tool")
    assert counterparts("package")["cupy"].stays
