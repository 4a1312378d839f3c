"""Headers are found beside what includes them, in the folders told, and by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.recording.included_files import IncludedFiles


@pytest.mark.parametrize(
    ("files", "told", "texts", "folders"),
    [
        ({"a.cu": '#include "b.h"\n#include <d/c.h>\n', "b.h": "", "c.h": ""}, (), {"b.h"}, ()),
        # In brackets, but none of the system's: a build would have to say `-I.`.
        ({"s/a.cu": "#include <c.h>\n", "s/c.h": ""}, (), {"s/c.h"}, ("s",)),
        ({"s/a.cu": "#include <math.h>\n", "s/math.h": ""}, (), set(), ()),
        ({"s/a.cu": '#include "b.h"\n', "inc/b.h": ""}, ("inc",), {"inc/b.h"}, ()),
        ({"s/a.cu": '#include "p/b.h"\n', "inc/p/b.h": '#include "p/c.h"\n', "inc/p/c.h": ""}, (),
         {"inc/p/b.h", "inc/p/c.h"}, ("inc",)),
        ({"s/a.cu": '#include "b.h"\n', "b.h": ""}, (), {"b.h"}, (".",)),
        # Nobody can tell which.
        ({"s/a.cu": '#include "b.h"\n', "x/b.h": "", "y/b.h": "int b;\n"}, (), set(), ()),
        ({"s/a.cu": '#include "b.h"\n', "x/b.h": '#include "c.h"\n', "y/b.h": '#include "c.h"\n'},
         (), set(), ()),
        # The same file twice.
        ({"s/a.cu": '#include "b.h"\n', "x/b.h": "int b;\n", "y/b.h": "int b;\n"}, (), {"x/b.h"},
         ("x",)),
        ({"a.cu": '#include "../b.h"\n#include "gone.h"\n'}, (), set(), ()),
        # In angle brackets a name is looked for in those folders alone.
        ({"s/a.cu": "#include <p/b.h>\n#include <math.h>\n", "inc/p/b.h": "", "x/math.h": ""},
         ("inc",), {"inc/p/b.h"}, ()),
    ],
)  # fmt: skip
def test_files(
    tmp_path: Path,
    files: dict[str, str],
    told: tuple[str, ...],
    texts: set[str],
    folders: tuple[str, ...],
) -> None:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    source = next(iter(files))
    found = IncludedFiles(tmp_path, files).of(source, folders=told)
    assert (found.texts.keys(), found.folders) == ({source} | texts, folders)
