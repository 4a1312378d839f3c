"""`ported/` is what porter makes of `csrc_cuda/`, and the hand edits that are named here."""

from __future__ import annotations

import re
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest

from porter.project.settings.settings import ProjectSettings, read
from porter.sync.check import check
from porter.sync.edits.hand_edits import added_paths, edited_lines, port_states
from porter.sync.plan.status import section_for
from porter.sync.run import sync
from porter.sync.write.request import Request

ROOT = Path(__file__).parents[1]


def _of_ac4k() -> dict[str, str]:
    """Return the hand edits of ac4k's port: what tells AMD's architectures from one another."""
    kernels = "lib/rocm"
    found = {
        "README.md": "what each architecture has",
        "include/ac4k_kernel/common/types.h": "the largest float8 of gfx942's format; MX-FP4",
        "lib/bindings/checks.h": "PyTorch's type for it",
        "lib/bindings/mxfp4.h": "MX-FP4",
        "lib/bindings/quantize.h": "no NVFP4",
        "lib/rocm/common/traits.cuh": "conversions to gfx942's float8",
        "lib/rocm/gfx90a/quantize_tensor.cu": "fewer masks of lanes at once",
        "lib/rocm/gfx942/softmax.cuh": "probabilities in it stop at 240",
        "lib/rocm_bindings.cc": "no NVFP4, MX-FP4",
        "python/ac4k_kernel/__init__.py": "MX-FP4",
        "python/ac4k_kernel/extension.py": "the name of gfx942's float8 in Python",
        "python/ac4k_kernel/ops/__init__.py": "MX-FP4",
        "python/ac4k_kernel/ops/attention.py": "MX-FP4",
        "python/ac4k_kernel/ops/missing.py": "why there is no NVFP4, and no MX-FP4",
        "python/ac4k_kernel/ops/quantize.py": "MX-FP4",
        "tests/test_missing.py": "what is refused, and why",
        "tests/test_mxfp4.py": "MX-FP4",
    }
    found |= {
        f"{kernels}/gfx950/{name}": "MX-FP4"
        for name in ("mxfp4.cuh", "quantize_mxfp4.cu", "attention_mxfp4.cu")
    }
    found |= {
        f"porter_compat/{name}.hpp": "what quantize_nvfp4.cu alone included"
        for name in ("half_arithmetic", "half_overloads")
    }
    for arch in ("gfx90a", "gfx942", "gfx950", "gfx1100"):
        found[f"{kernels}/{arch}/ops.h"] = "no warp group products, no NVFP4"
        found[f"{kernels}/{arch}/quantize_nvfp4.cu"] = "no NVFP4"
        found[f"{kernels}/{arch}/mma.cuh"] = (
            "short rows" if arch == "gfx1100" else "warps in pairs; gfx942: products of its float8"
        )
        found[f"{kernels}/{arch}/gemm.cu"] = "tiles of its shared memory and registers"
        found[f"{kernels}/{arch}/attention.cu"] = "tiles of its registers; fewer masks of lanes"
    return found


SETTINGS = read(ROOT)
PORTS = {project.name: project for project in SETTINGS.projects}
#: Those that are compiled; a package that is renamed is the others' Python.
COMPILED = [name for name, one in PORTS.items() if one.to == "hip"]
#: Files of a port that a person wrote or changed, and why.
BY_HAND: dict[str, dict[str, str]] = {
    "ac4k": _of_ac4k(),
    "causal_conv1d": {
        **dict.fromkeys(
            ("docs/architecture.md", "docs/port.md", "docs/usage.md", "requirements.txt"),
            "the port's own documents",
        ),
        **dict.fromkeys(
            ("csrc/causal_conv1d_bwd.cu", "porter_tuning.hpp"), "what porter tune chose"
        ),
        **dict.fromkeys(
            (
                "csrc/causal_conv1d_channellast_bwd.cu",
                "csrc/causal_conv1d_channellast_fwd.cu",
                "csrc/causal_conv1d_unaligned_bwd.cuh",
                "csrc/channel_group.cuh",
            ),
            "fewer scalar registers, so that none is spilled",
        ),
    },
    "efficient_kernels": {
        "README.porter.md": "names the examples of its own, too",
        "docs/architecture.md": "the port's own documents",
        "docs/port.md": "the port's own documents",
        "docs/usage.md": "the port's own documents",
        "requirements.txt": "what to install",
        "examples/gradients.py": "runs without a GPU, too",
        "examples/jit.py": "compiled at first use",
    },
    "warp_kit": {"dynamic_shared.cu": "fewer masks of lanes at once, so that none is spilled"},
}
CODE = {".cu", ".cuh", ".h", ".hpp", ".cc", ".cpp"}
INCLUDED = re.compile(r'#\s*include\s+"(?:[^"]*/)?([^"/]+)"')
REWRITE = "run `python -m tests.test_ported`"


def no_steps(title: str, total: int):
    return nullcontext(lambda files, /: None)


@pytest.mark.skipif(shutil.which("git") is None, reason="git tells what a hand edit is")
@pytest.mark.parametrize("name", PORTS)
def test_the_port_is_what_upstream_rules_and_hand_edits_give(name: str) -> None:
    assert check(SETTINGS, PORTS[name], no_steps, again=True) == [], REWRITE


@pytest.mark.parametrize("name", PORTS)
def test_what_people_changed_is_named_here(name: str) -> None:
    project = PORTS[name]
    section = section_for(SETTINGS, project)
    found = {line.path for line, _ in edited_lines(project, section, port_states(project, section))}
    assert found | set(added_paths(project, section)) == set(BY_HAND.get(name, {}))


@pytest.mark.parametrize("name", COMPILED)
def test_the_ports_readme_tells_how_to_build(name: str) -> None:
    readme = (PORTS[name].port / "README.porter.md").read_text()
    assert "## Build" in readme and "./compile.sh" in readme
    assert "## Run without a GPU" in readme


def test_every_project_has_a_port() -> None:
    projects = {path.name for path in (ROOT / "csrc_cuda").iterdir() if any(path.rglob("*.cu"))}
    assert projects == set(COMPILED)


@pytest.mark.parametrize("name", COMPILED)
def test_every_support_header_is_included(name: str) -> None:
    port = PORTS[name].port
    files = [
        path for path in port.rglob("*") if path.suffix in CODE and ".porter" not in path.parts
    ]
    included = {name for path in files for name in INCLUDED.findall(path.read_text())}
    assert {path.name for path in (port / "porter_compat").iterdir()} - included == set()


def rewrite(project: ProjectSettings) -> None:
    done = sync(SETTINGS, project, Request(again=True, allow_dirty=True), no_steps)
    for change in done.changes:
        print(f"{project.name}: {change.what}: {change.path} {change.conflict}")


if __name__ == "__main__":
    for port in SETTINGS.projects:
        rewrite(port)
