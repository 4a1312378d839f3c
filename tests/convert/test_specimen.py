"""What processes share because the specimen was converted before they parted."""

import subprocess
import sys
from pathlib import Path

_SCRIPT = """\
import functools, sys
from pathlib import Path
from porter.convert.project_index import ProjectIndex
from porter.convert.targets import find
from porter.convert.worker import FileConverter
from porter.options import Options
from porter.project.discover import Entry
from porter.source.text.languages import Language

def loaded():
    return {
        f"{module.__name__}.{name}"
        for module in list(sys.modules.values())
        if module.__name__.startswith("porter.tables")
        for name, held in vars(module).items()
        if isinstance(held, functools._lru_cache_wrapper) and held.cache_info().currsize
    }

root, options = Path(sys.argv[1]), Options()
paths = [str(path.relative_to(root)) for path in root.rglob("*.cu")]
views = ProjectIndex(options, paths).views
converter = FileConverter(root, options, views, find("hip").rules)
converter.warm_up(all_rules=True)
before = loaded()
assert "porter.clang.semantics" not in sys.modules or not (
    sys.modules["porter.clang.semantics"].semantics_of.cache_info().currsize
), "libclang would stay in every process"
for path in paths:
    result = converter.convert_data(Entry(path, Language.CUDA), (root / path).read_bytes())
    assert result.counts, path
print(len(paths), *sorted(loaded() - before))
"""


def test_tables_that_files_ask_are_read_before_processes_part() -> None:
    root = Path(__file__).parents[2] / "csrc_cuda" / "warp_kit"
    command = [sys.executable, "-c", _SCRIPT, str(root)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert int(told[0]) > 10
    assert told[1:] == []
