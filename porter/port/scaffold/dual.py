"""A project for both sides: HIP's build files beside CUDA's, or both sides in upstream's own."""

from __future__ import annotations

import re

from porter.compat.headers import SUPPORT_FOLDER
from porter.convert.emission import Emission, EmittedFile
from porter.convert.gates.build_files import can_hold_both, gated_build_file
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.source.build_files.makefile_names import MAKEFILE_NAMES

#: Files that upstream may have, too -> what HIP's is called then.
_BESIDE = {"setup.py": "setup_hip.py", "Makefile": "Makefile.hip", "compile.sh": "compile_hip.sh"}
#: How HIP's script calls a file -> how it calls it under the other name.
_CALLS = {
    "setup.py": (b" setup.py build_ext", b" setup_hip.py build_ext"),
    "Makefile": (b"make -j", b"make -f Makefile.hip -j"),
}
#: Files that would have a say in how CUDA's side is built and installed.
_OF_THE_PACKAGE = ("pyproject.toml", "setup.cfg")

#: What a package brings along that compiles at first use with porter's own loader.
_OF_A_LOADER = re.compile(rf"/hip_extension\.py\Z|/{SUPPORT_FOLDER}/")


def stand_beside(emission: Emission, conversion: TreeConversion) -> None:
    """Give HIP's build files names of their own where upstream has files of theirs.

    Nothing of upstream's is left out. Python that compiles at first use is left to PyTorch, whose
    own converter finds HIP's side in the sources already.
    """
    present = {entry.path for entry in conversion.project.entries}
    if not present.isdisjoint(MAKEFILE_NAMES):
        present.add("Makefile")  # upstream's would be read in its place, whatever it is called
    emission.left_out.clear()
    renamed: list[str] = []
    for path in list(emission.files):
        if path in _OF_THE_PACKAGE or _OF_A_LOADER.search(path):
            del emission.files[path]
        elif path in present and path in _BESIDE:
            emission.files[_BESIDE[path]] = emission.files.pop(path)
            renamed.append(path)
        elif path in present:
            del emission.files[path]
            emission.notes.append(f"{path} is as it was: PyTorch's own load() compiles for it")
    for script in ("compile.sh", "compile_hip.sh"):
        if script in emission.files:
            data = emission.files[script].data
            for path in renamed:
                if path in _CALLS:
                    data = data.replace(*_CALLS[path])
            emission.files[script] = EmittedFile(data, is_executable=True)


def hold_both(emission: Emission, conversion: TreeConversion) -> None:
    """Put both sides into those of upstream's files that a port of its own has others for.

    Nothing of upstream's is left out. Files that cannot hold both stay as they are, with a note.
    """
    languages = {entry.path: entry.language for entry in conversion.project.entries}
    emission.left_out.clear()
    for path in sorted(emission.files.keys() & languages.keys()):
        was, file = conversion.project.read(path), emission.files.pop(path)
        if not can_hold_both(path, languages[path]):
            continue
        try:
            made = gated_build_file(languages[path], was, file.data)
        except (ValueError, PorterError) as error:
            emission.notes.append(f"{path} cannot hold both sides, it is as it was: {error}")
        else:
            emission.files[path] = EmittedFile(made, file.is_executable)
    names = {path.rpartition("/")[2] for path in languages}
    switches = {
        "CMakeLists.txt": "cmake -DUSE_HIP=ON",
        **dict.fromkeys(MAKEFILE_NAMES, "make HIP=1"),
        "setup.py": "setup.py where PyTorch is ROCm's",
    }
    known = sorted({text for name, text in switches.items() if name in names})
    if known:
        conversion.about.append(f"HIP's side is built by {', '.join(known)}; all else is CUDA's")
