"""What units begin with is parsed once, where that is what clang would have parsed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from porter.errors import PorterError
from porter.execute.cpu import object_cache, prelude
from porter.execute.cpu.compilation import Compiler
from porter.execute.cpu.prelude import Prelude, begins_with_hip
from porter.execute.cpu.prelude_flags import Flags

HIP = "#include <hip/hip_runtime.h>\n"
KERNEL = """\
#include <cmath>
__global__ void roots(float *x) { x[threadIdx.x] = std::sqrt(x[threadIdx.x]) * warpSize; }
int main() { roots<<<1, 64>>>(nullptr); return hipDeviceSynchronize(); }
"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep precompiled headers apart from those of other tests."""
    monkeypatch.setattr(prelude, "porter_home", lambda: tmp_path / "home")


def write(folder: Path, text: str, name: str = "unit.hip") -> Path:
    source = folder / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text)
    return source


def found(
    source: Path, flags: Sequence[str] = (), arch: str = "gfx942", times: int = 2
) -> Prelude | None:
    """Return what is found for a source when it was asked for so many times."""
    dialect = Compiler.default(arch).dialect
    side = ["--cuda-device-only", "-nogpulib"]
    return [prelude.find(dialect, side, flags, source, "1") for _ in range(times)][-1]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (HIP, True),
        ("// one\n/* two\n * three */\n\n#pragma once\n  #  include <hip/hip_runtime.h>\n", True),
        ('#include "hip/hip_runtime.h"\n', True),
        ("#include <cstdio>\n" + HIP, False),
        ("#define A\n" + HIP, False),
        ("int a;\n" + HIP, False),
        ("#include <hip/hip_runtime_api.h>\n", False),
        ("/* " + HIP + " */", False),
        ("// " + HIP, False),
        ("// goes on \\\n" + HIP, False),
        ("// goes on \\ \r\n" + HIP, False),
        ("", False),
    ],
)
def test_first_line_that_says_something(tmp_path: Path, text: str, *, begins: bool) -> None:
    assert begins_with_hip(write(tmp_path, text)) == begins


def test_a_header_beside_the_source_is_another(tmp_path: Path) -> None:
    source = write(tmp_path, '#include "hip/hip_runtime.h"\n')
    write(tmp_path, "", "hip/hip_runtime.h")
    assert not begins_with_hip(source)


def test_flags_are_told_apart() -> None:
    flags = ["-DA=1", "-D", "B", "-UC", "-Ione", "-isystem", "two", "-O1", "-Wall", "-lm"]
    assert Flags.of(flags) == Flags(("-DA=1", "-DB", "-UC"), (Path("one"), Path("two")), ("-O1",))


def test_what_a_later_flag_decides_makes_no_difference() -> None:
    flags = Flags((), (), ("-O3", "-Ofast", "-std=c++20"))
    assert flags.overridden(["-O2"]).others == ("-Ofast", "-std=c++20")
    assert flags.overridden(["-fPIC"]) == flags


@pytest.mark.parametrize("flag", ["-include", "-nostdinc", "-Xclang", "-imacros=x", "-ivfsoverlay"])
def test_units_that_begin_otherwise_have_none(flag: str) -> None:
    assert Flags.of([flag, "x.h"]) is None


@pytest.mark.toolchain
class TestMade:
    def test_is_made_at_the_second_time(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP)
        assert found(source, times=1) is None
        assert (made := found(source, times=1)) is not None
        assert made.made.is_file()

    def test_a_macro_that_no_header_names_changes_nothing(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP)
        plain, other = found(source), found(source, ["-DMY_OWN_MACRO=3"])
        assert plain is not None and other is not None
        assert plain.made == other.made

    def test_a_macro_that_a_header_names_makes_another(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP)
        plain, other = found(source), found(source, ["-DNDEBUG"], times=3)
        assert plain is not None and other is not None
        assert plain.made != other.made

    def test_a_folder_with_a_header_of_that_name(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP)
        (tmp_path / "own").mkdir()
        assert found(source, [f"-I{tmp_path / 'own'}"]) is not None
        write(tmp_path / "own", "#include_next <math.h>\n", "math.h")
        assert found(source, [f"-I{tmp_path / 'own'}"]) is None

    def test_folders_of_the_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CPATH", str(tmp_path))
        assert found(write(tmp_path, HIP)) is None

    def test_what_clang_refuses_is_not_tried_again(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP)
        assert found(source, ["-fno-such-flag"], times=3) is None


@pytest.mark.toolchain
class TestTaken:
    @pytest.mark.parametrize("arch", ["gfx942", "sm_80"])
    @pytest.mark.parametrize("side", ["host_object", "device_object"])
    def test_objects_are_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arch: str, side: str
    ) -> None:
        text = KERNEL.replace("hip", "cuda") if arch == "sm_80" else HIP + KERNEL
        source, compiler = write(tmp_path, text), Compiler.default(arch)
        cache = tmp_path / "objects"
        monkeypatch.setattr(object_cache, "porter_home", lambda: cache)
        made = []
        for _ in range(3):  # the first without, the last with what the second has made
            made.append(getattr(compiler, side)(source).read_bytes())
            shutil.rmtree(cache)
        assert made[0] == made[2]
        assert len([*(tmp_path / "home").rglob("*.pch")]) == 1

    def test_a_header_that_changes_is_read_anew(self, tmp_path: Path) -> None:
        compiler = Compiler.default("gfx942")
        for i in range(2):
            compiler.host_object(write(tmp_path, HIP + KERNEL, f"unit{i}.hip"))
        (made,) = (tmp_path / "home").rglob("*.pch")
        made.with_name("prelude.hip").write_text(HIP + "\n")  # clang looks at size and time
        compiler.host_object(write(tmp_path, HIP + KERNEL, "unit2.hip"))
        assert not made.exists()

    def test_a_cache_that_cannot_be_written_is_done_without(self, tmp_path: Path) -> None:
        (tmp_path / "home").touch()
        compiler = Compiler.default("gfx942")
        for i in range(2):
            compiler.host_object(write(tmp_path, HIP + KERNEL, f"unit{i}.hip"))

    def test_messages_are_those_of_the_unit(self, tmp_path: Path) -> None:
        source = write(tmp_path, HIP + "int a = no_such_name;\n")
        compiler = Compiler.default("gfx942")
        for _ in range(3):
            with pytest.raises(PorterError, match=r"unit\.hip:2:9: error: use of undeclared"):
                compiler.host_object(source)


@pytest.mark.toolchain
class TestOfPyTorch:
    """PyTorch's headers, of which a small one with the folders of the real ones is made here."""

    TEXT = (
        "#pragma once\n#ifdef TUNED\nusing Number = double;\n#else\nusing Number = float;\n#endif\n"
    )
    UNIT = "#include <torch/extension.h>\n__global__ void kernel(Number *x) { *x = 1; }\n"

    @pytest.fixture
    def flags(self, tmp_path: Path) -> list[str]:
        for name in ("ATen", "c10", "torch", "own"):
            (tmp_path / "include" / name).mkdir(parents=True)
        write(tmp_path / "include" / "torch", self.TEXT, "extension.h")
        return [
            f"-I{tmp_path}/include/own",
            "-I",
            f"{tmp_path}/include",
            "-DTORCH_EXTENSION_NAME=a",
        ]

    def test_is_made_at_once(self, tmp_path: Path, flags: list[str]) -> None:
        made = found(write(tmp_path, self.UNIT), flags, times=1)
        assert made is not None
        assert made.pytorch == "torch/extension.h"
        assert made.made.is_file()

    def test_is_one_for_all_extensions(self, tmp_path: Path, flags: list[str]) -> None:
        one = found(write(tmp_path, self.UNIT), flags, times=1)
        other = found(
            write(tmp_path, self.UNIT), [*flags[:-1], "-DTORCH_EXTENSION_NAME=b"], times=1
        )
        assert one is not None and other is not None
        assert one.made == other.made

    def test_a_macro_that_it_names_makes_another(self, tmp_path: Path, flags: list[str]) -> None:
        one = found(write(tmp_path, self.UNIT), flags, times=1)
        other = found(write(tmp_path, self.UNIT), [*flags, "-DTUNED"], times=1)
        assert one is not None and other is not None
        assert one.made != other.made

    def test_a_macro_of_the_unit_that_it_names(self, tmp_path: Path, flags: list[str]) -> None:
        made = found(write(tmp_path, "#define TUNED\n" + self.UNIT), flags, times=1)
        assert made is None or not made.pytorch

    def test_a_unit_that_asks_for_what_it_defines(self, tmp_path: Path, flags: list[str]) -> None:
        write(tmp_path / "include" / "torch", self.TEXT + "#define NEW 1\n", "extension.h")
        text = "#ifdef NEW\nint a;\n#endif\n" + self.UNIT
        made = found(write(tmp_path, text), flags, times=1)
        assert made is None or not made.pytorch

    @pytest.mark.parametrize("side", ["host_object", "device_object", "cpp_object"])
    def test_objects_are_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str], side: str
    ) -> None:
        text = HIP + self.UNIT if side != "cpp_object" else self.UNIT.replace("__global__", "")
        source, compiler = write(tmp_path, text), Compiler.default("gfx942", flags)
        cache = tmp_path / "objects"
        monkeypatch.setattr(object_cache, "porter_home", lambda: cache)
        made = []
        for is_taken in (True, False):
            if not is_taken:
                for name in ("find", "find_pytorch"):
                    monkeypatch.setattr(prelude, name, lambda *_: None)
            made.append(getattr(compiler, side)(source).read_bytes())
            shutil.rmtree(cache)
        assert made[0] == made[1]
        assert len([*(tmp_path / "home").rglob("*.pch")]) == 1
