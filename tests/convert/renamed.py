"""A small package, and how the tests rename it."""

from __future__ import annotations

from pathlib import Path

from porter.convert.package_target import PackageTarget
from porter.options import Options
from porter.packs.pack import Pack, find
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.port.tree_result import TreeResult

PACK = find("ck_tile")
#: A small package that spells its name in every kind of file.
TREE = {
    "aiter/__init__.py": "from .core import run\nfrom aiter.jit import aiter_core\n",
    "aiter/core.py": (
        "import logging\nimport os\n\nlog = logging.getLogger('aiter')\n"
        "CONF = 'aiter/configs/aiter_conf.json'\nREBUILD = os.environ.get('AITER_REBUILD')\n\n\n"
        "def run():\n    return aiter([]) if REBUILD else 'waiter'\n"
    ),
    "aiter/jit/aiter_core.py": "from ..core import CONF\n",
    "aiter/configs/aiter_conf.json": '{"module_aiter_enum": {"srcs": ["csrc/aiter_enum.cu"]}}\n',
    "csrc/aiter_enum.cu": '#include "aiter_enum.h"\nnamespace aiter { int module_aiter_enum; }\n',
    "csrc/aiter_enum.h": "#ifndef AITER_ENUM_H\n#define AITER_ENUM_H\nclass AiterEnum;\n#endif\n",
    "pyproject.toml": '[project]\nname = "amd-aiter"\n',
    "conf.yaml": "module: aiter.core\n",
    "tuned.csv": "kernel,aiter_us\n_ZN5aiter3fooE,1\n",
    "build.sh": "python -m aiter.core --aiter-dir x\r\n",
    "CMakeLists.txt": "project(aiter)\n",
    "api.h.jinja": "namespace {{ aiter_ns }} {}\n",
    "README.md": "# AITER\nhttps://github.com/ROCm/aiter\n",
}


def put(root: Path, tree: dict[str, str | bytes]) -> Path:
    for path, content in tree.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        (root / path).write_bytes(data)
    return root


def got(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".porter" not in path.parts
    }


def rename(source: Path, out: Path | None, pack: Pack = PACK, **more: object) -> TreeResult:
    way = Destination(OutputMode.IN_PLACE) if out is None else Destination(OutputMode.OUT, out)
    return write_port(
        [source], Options(target=pack.target), way, target=PackageTarget(pack), **more
    )  # type: ignore[arg-type]


def messages(summary: TreeResult, rule: str) -> list[str]:
    return [one.finding.message for _, one in summary.findings if one.finding.rule == rule]
