"""API60, host-environment: what its examples do not show."""

import pytest

from porter.testing import apply


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('_putenv_s("CUDA_LAUNCH_BLOCKING", "0");', '_putenv_s("AMD_SERIALIZE_KERNEL", "0");'),
        ('_dupenv_s(&at, &n, "CUDA_HOME");', '_dupenv_s(&at, &n, "ROCM_PATH");'),
        (
            'putenv(const_cast<char *>("CUDA_LAUNCH_BLOCKING=1"));',
            'putenv(const_cast<char *>("AMD_SERIALIZE_KERNEL=3"));',
        ),
        ('auto s = ::secure_getenv( "CUDA_PATH" );', 'auto s = ::secure_getenv( "ROCM_PATH" );'),
    ],
)
def test_every_way_to_the_environment(before: str, after: str) -> None:
    assert apply(before + "\n", "API60").data == after.encode() + b"\n"


@pytest.mark.parametrize(
    "text",
    [
        '// getenv("CUDA_HOME")\nputs("getenv(\\"CUDA_HOME\\")");\n',
        'putenv("CUDA_HOME");\n',
        'putenv("CUDA_HOME_OF_MINE=1");\n',
        "getenv(name); getenv(); setenv();\n",
        'struct S { const char *getenv(const char *); } s; auto a = s.getenv("CUDA_HOME");\n',
    ],
)
def test_what_stays(text: str) -> None:
    result = apply(text, "API60")
    assert result.data == text.encode()
    assert not result.findings


def test_a_value_that_nobody_knows_is_told() -> None:
    result = apply('setenv("CUDA_LAUNCH_BLOCKING", "2", 1);\n', "API60")
    assert [finding.rule for finding in result.findings] == ["API60"]
    assert "AMD_SERIALIZE_KERNEL" in result.findings[0].hint
