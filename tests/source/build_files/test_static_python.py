"""Reading build scripts without running them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from porter.source.build_files.static_python import StaticReader
from porter.source.build_files.unknown import UNKNOWN, known
from tests.compile.tree import write_tree


def read(tmp_path: Path, text: str, facts: dict[str, Any] | None = None) -> list[Any]:
    """Return the first argument of every call of `show` in a script."""
    script = tmp_path / "script.py"
    script.write_text(text)
    shown: list[Any] = []

    def on_call(name: str, arguments: list[Any], keywords: dict[str, Any], line: int) -> Any:
        if name == "show":
            shown.append(arguments[0])
        return UNKNOWN

    StaticReader(script, facts or {}, on_call).run()
    return shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("show([1, 2] + [3])", [1, 2, 3]),
        ("a = ['x']\na.append('y')\na += ['z']\nshow(a)", ["x", "y", "z"]),
        ("n = 'k'\nshow(f'{n}_cuda.cu')", "k_cuda.cu"),
        ("show('a.cpp'.split('/')[-1][:-4])", "a"),
        ("show([x for x in ['a.cu', 'b.cpp'] if x.endswith('.cu')])", ["a.cu"]),
        ("def f(x, more=['t']):\n  return x + more\nshow(f(['a']))", ["a", "t"]),
        ("import sys\nshow('w' if sys.platform == 'win32' else 'l')", "l"),
        ("d = {'cxx': []}\nd['cxx'] += ['-O3']\nshow(d)", {"cxx": ["-O3"]}),
        ("import os.path as osp\nshow(osp.join('a', 'b'))", "a/b"),
        ("import os\nshow(os.path.join(os.path.dirname(os.path.curdir), os.pardir))", ".."),
        (
            "from itertools import product\nshow([a + b for a, b in product('x', 'yz')])",
            ["xy", "xz"],
        ),
        ("import os\nshow(os.getenv('FORCE', '0') == '1')", False),
        ("show([*('a', 'b'), 'c'])", ["a", "b", "c"]),
        ("a = set()\na.add('y')\na.update(['x'])\na.discard('y')\nshow(a)", {"x"}),
        ("a = {'z', *'yx'}\nshow([each * 2 for each in a])", ["xx", "yy", "zz"]),
        ("show({each[0] for each in ['xy', 'xz']})", {"x"}),
        (
            "a = []\nfor x in 'abcd':\n  if x == 'b': continue\n  if x == 'd': break\n"
            "  a.append(x)\nshow(a)",
            ["a", "c"],
        ),
    ],
)
def test_what_can_be_computed_is(tmp_path: Path, text: str, expected: object) -> None:
    assert read(tmp_path, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess\nshow(subprocess.check_output(['ls']))",
        "show(open('x').read())",
        "show(undefined)",
        "show(1 / 0)",
        "show(__import__('os').system('true'))",
        "def f():\n  return f()\nshow(f())",
        "show((lambda: 1)())",
    ],
)
def test_the_rest_is_unknown_and_does_nothing(tmp_path: Path, text: str) -> None:
    (value,) = read(tmp_path, text)
    assert not known(value)


def test_a_list_keeps_what_is_known_of_it(tmp_path: Path) -> None:
    ((first, second),) = read(tmp_path, "import x\nshow(['-O3'] + x.flags())")
    assert first == "-O3"
    assert not known(second)


def test_so_does_a_set(tmp_path: Path) -> None:
    text = "import x\na = {'8.0'}\na.add(f'{x.y()}')\nfound = []\n"
    (found,) = read(tmp_path, f"{text}for each in a:\n  found.append(each)\nshow(found)")
    assert len(found) == 2 and "8.0" in found and not known(*found)


def test_an_unknown_condition_is_taken_both_ways(tmp_path: Path) -> None:
    text = "import x\na = []\nif x.y():\n  a.append(1)\nelse:\n  a.append(2)\nshow(a)"
    assert read(tmp_path, text) == [[1, 2]]


def test_facts_decide_conditions_however_they_were_imported(tmp_path: Path) -> None:
    facts = {"torch.version.hip": "6.4", "torch.cuda.is_available": lambda: True}
    for lines in ("import torch\nhip = torch.version.hip", "from torch.version import hip"):
        assert read(tmp_path, f"{lines}\nshow('amd' if hip else 'cuda')", facts) == ["amd"]
    assert read(tmp_path, "import torch\nshow(torch.cuda.is_available())", facts) == [True]


def test_names_stand_for_what_was_imported(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from ext import Cuda, Cpp\nmake = Cpp if False else Cuda\nmake('x')\n")
    called: list[str] = []
    StaticReader(script, {}, lambda name, *_: called.append(name)).run()
    assert called == ["ext.Cuda"]


def test_folders_are_walked_and_listed(tmp_path: Path) -> None:
    write_tree(tmp_path, {"src/a.cu": "", "src/b.txt": "", "src/more/c.cpp": ""})
    text = """
from os import path, walk, listdir
def find_sources(root, with_cuda=True):
    found = []
    for folder, _, files in walk(root):
        for name in files:
            if path.splitext(name)[1] in ([".cpp", ".cu"] if with_cuda else [".cpp"]):
                found.append(path.join(folder, name))
    return found
show(find_sources("src"))
show(listdir("src"))
show([folder for folder, _, _ in walk("..")])
"""
    walked, listed, above = read(tmp_path, text)
    assert walked == ["src/a.cu", "src/more/c.cpp"]
    assert listed == ["a.cu", "b.txt", "more"]
    assert not known(*above)


def test_paths_and_globs_are_those_of_the_script(tmp_path: Path) -> None:
    write_tree(tmp_path, {"csrc/b.cu": "", "csrc/a.cu": "", "csrc/x.cpp": ""})
    assert read(tmp_path, "import glob\nshow(glob.glob('csrc/*.cu'))") == [
        ["csrc/a.cu", "csrc/b.cu"]
    ]
    here = "from pathlib import Path\nHERE = Path(__file__).parent.resolve()\n"
    assert read(tmp_path, here + "show(str(HERE / 'csrc'))") == [str(tmp_path / "csrc")]
    text = here + "show([str(p) for p in (HERE / 'csrc').glob('*.cu')])"
    assert read(tmp_path, text) == [[str(tmp_path / "csrc/a.cu"), str(tmp_path / "csrc/b.cu")]]


@pytest.mark.parametrize(
    "text",
    [
        "for a in range(9999):\n  for b in range(9999):\n    n = 0\nshow(1)",
        "a = 'x' * 999\na = a * 999\na = a * 999\na = a * 999\na = a * 999\nshow(a)",
        "show(list(range(999999999999)))",
        "def f(n):\n  for i in range(999):\n    f(n)\nf(0)\nshow(1)",
    ],
)
def test_what_would_not_end_ends(tmp_path: Path, text: str) -> None:
    assert all(not known(value) for value in read(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        "exec(open('pack/version.py').read())\nshow(name)",
        "exec(compile(open('pack/version.py').read(), 'v', 'exec'), globals())\nshow(name)",
        "import os\nfrom pathlib import Path\nabout = {}\n"
        "exec(Path('pack', 'version.py').read_text(), about)\nshow(about['name'])",
        "import io\nexec(io.open('pack/version.py').read())\nshow(name)",
    ],
)
def test_a_file_that_a_script_executes_gives_it_names(tmp_path: Path, text: str) -> None:
    version = "__version__ = '0.1.40'\nname = f'pack_{__version__.replace(\".\", \"_\")}'\n"
    write_tree(tmp_path, {"pack/version.py": version})
    assert read(tmp_path, text) == ["pack_0_1_40"]


@pytest.mark.parametrize(
    "text",
    [
        "name = 'own'\nexec(open('../version.py').read())\nshow(name)",
        "name = 'own'\nexec(open('none.py').read())\nshow(name)",
        "name = 'own'\nexec(open('script.py.txt').read(), {})\nshow(name)",
        "name = 'own'\nexec('name = 2')\nshow(name)",
    ],
)
def test_what_it_executes_otherwise_is_not_followed(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "port"
    write_tree(tmp_path, {"version.py": "name = 'other'\n", "port/script.py.txt": "name = 'x'\n"})
    assert read(folder, text) == ["own"]
