"""Python around CUDA: what the examples of the rules do not show."""

import ast

import pytest


def test_a_copied_environment_is_the_environment(converted):
    text = (
        "import os, subprocess\nenv = os.environ.copy()\nenv['CUDA_LAUNCH_BLOCKING'] = '1'\n"
        "other = {}\nother['CUDA_LAUNCH_BLOCKING'] = '1'\n"
        "subprocess.run(x, env={**os.environ, 'CUDA_LAUNCH_BLOCKING': '1'})\n"
    )
    result = converted(text, "PYT02", path="a.py").data.decode()
    assert result.count("'AMD_SERIALIZE_KERNEL'] = '3'") == 1
    assert "'AMD_SERIALIZE_KERNEL': '3'}" in result
    assert "other['CUDA_LAUNCH_BLOCKING'] = '1'" in result
    ast.parse(result)


@pytest.mark.parametrize("value", ["value", "'2'", "f'{n}'", "str(int(debug))"])
def test_a_value_that_is_not_known_is_reported(converted, value):
    text = f"import os\nos.environ['CUDA_LAUNCH_BLOCKING'] = {value}\n"
    result = converted(text, "PYT02", path="a.py")
    assert result.data.decode() == text
    assert [finding.message.split(":")[0] for finding in result.findings] == [
        "nothing on ROCm reads CUDA_LAUNCH_BLOCKING"
    ]


def test_a_default_that_names_cuda_keeps_the_read_as_it_is(converted):
    text = "import os\nos.environ.get('CUDA_HOME', 'C:/cuda/v12')\n"
    result = converted(text, "PYT02", path="a.py")
    assert result.data.decode() == text
    assert len(result.findings) == 1


def test_a_library_goes_with_all_its_functions_or_not_at_all(converted):
    good = (
        "import ctypes\nlib = ctypes.CDLL('libcuda.so')\nlib.cuInit(0)\n"
        "getattr(lib, 'cuCtxGetDevice')\n"
    )
    result = converted(good, "PYT06", path="a.py").data.decode()
    assert "libamdhip64.so" in result
    assert "lib.hipInit(0)" in result
    assert "getattr(lib, 'hipCtxGetDevice')" in result
    for use in ("lib.cuNoSuchThing()", "register(lib)", "getattr(lib, name)"):
        text = f"{good}{use}\n"
        result = converted(text, "PYT06", path="a.py")
        assert result.data.decode() == text
        assert [finding.severity.value for finding in result.findings] == ["error"]


def test_crlf_stays(converted):
    text = "import os\r\nhome = os.environ['CUDA_HOME']\r\n"
    assert (
        converted(text, "PYT02", path="a.py").data
        == text.replace("CUDA_HOME", "ROCM_PATH").encode()
    )


def test_a_file_that_does_not_parse_is_left_alone_and_told(converted):
    text = "import os, cupy\nhome = os.environ['CUDA_HOME'\n"
    result = converted(text, path="a.py")
    assert result.data.decode() == text
    assert [finding.rule for finding in result.findings] == ["PYT01"]
