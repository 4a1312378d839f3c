import pytest

from porter.source import SourceFile
from porter.source.python.code import PythonCode, literal, python_of
from porter.source.text.languages import Language


def code(text: str) -> PythonCode:
    return PythonCode(SourceFile("a.py", text.encode(), Language.PYTHON))


def test_names_mean_what_imports_bind_them_to():
    read = code("import cupy as cp\nfrom torch import cuda as c\ncp.x.y\nc.z\nmine.z\n(f()).z\n")
    meanings = [read.meanings(node) for node in read.nodes("attribute")]
    assert {"cupy.x.y"} in meanings
    assert {"torch.cuda.z"} in meanings
    assert {"mine.z"} in meanings
    assert set() in meanings


def test_a_name_bound_to_two_modules_means_neither_alone():
    read = code("try:\n    import cupy as np\nexcept ImportError:\n    import numpy as np\nnp.x\n")
    node = read.nodes("attribute")[-1]
    assert read.meanings(node) == {"cupy.x", "numpy.x"}
    assert not read.means(node, "cupy.x")


def test_arguments_by_position_and_by_keyword():
    (call,) = code("f(1, name='x', *rest)\n").calls
    assert call.name == "f"
    assert call.argument(0) is not None
    assert call.argument(1) is None
    assert call.argument(9, "name") is not None


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("x = 'a'", "a"),
        ('x = r"a"', "a"),
        ("x = '''a'''", "a"),
        ("x = f'a{b}'", None),
        (r"x = 'a\n'", None),
        ("x = 'a' 'b'", None),
        ("x = 1", None),
    ],
)
def test_literals_are_plain_strings(text: str, content: str | None):
    read = code(text)
    value = read.nodes("assignment")[0].child_by_field_name("right")
    assert literal(read, value) == content


@pytest.mark.parametrize(
    ("text", "knows"),
    [
        ("torch.version.hip", True),
        ("getattr(torch.version, 'hip', None)", True),
        ("IS_HIP_EXTENSION", True),
        ("rocm_home = 1", True),
        ("hipSetDevice(0)", True),
        ("left_hip = joints[3]", False),
        ("hippocampus = relationship", False),
        ("# ROCm is not supported", False),
    ],
)
def test_which_files_speak_of_hip(text: str, knows: bool):
    assert code(text + "\n").knows_hip is knows


def test_a_file_that_does_not_parse_is_not_read():
    file = SourceFile("a.py", b"import cupy\ndef f(:\n", Language.PYTHON)
    assert python_of(file) is None
    assert file.position(PythonCode(file).error or 0)[0] == 2
