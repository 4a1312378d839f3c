"""Every instruction, ported and run, gives what an NVIDIA GPU gave for the same inputs."""

import numpy as np
import pytest

from porter.compat.headers import SUPPORT_FOLDER, text, with_dependencies
from porter.execute.cpu import Module
from porter.fixers import Context
from porter.options import Options
from porter.ptx.parse import parse
from porter.ptx.syntax import Instruction
from porter.source import Severity, SourceFile
from porter.tables.names import load as tables
from porter.tables.ptx import load
from porter.testing import convert
from tests.ptx.agreement import differing
from tests.ptx.case import ROWS
from tests.ptx.cases import GROUP_SIZE, kernels
from tests.ptx.record import pool_words, recorded

#: Forms without a recorded result, and why.
UNRECORDED = {
    "clock or scheduler": ("nanosleep", "griddepcontrol", "pmevent"),
    "ends or stops the thread": ("trap", "brkpt"),
    "an opaque policy, a hint": ("createpolicy", "discard", "applypriority", "(O:prefetch"),
    "sm_100's, and what it has is tested in tests/compat/test_ptx_pairs.py": (
        "(O:add|sub|mul).rn?.ftz?.f32x2",
        "fma.rn.ftz?.f32x2",
        "(O:add|sub).(R:rn|rz|rp|rm).f32.(T:f16|bf16)",
        "fma.rn.f32.(T:f16|bf16)",
    ),
    "no result": ("setmaxnreg",),
    "order between threads": ("membar", "fence", "bar", "barrier", "griddepcontrol"),
    "pre-Volta, refused by sm_90": ("vote.ballot.b32", "vote.(M:all|any).pred", "shfl.("),
    "lane election has no fixed winner": ("elect",),
    "identities": ("cvta.(G", "cvta.to.(G"),
    "wait for what other forms copied": (
        "cp.async.wait_all",
        "cp.async.bulk.commit_group",
        "cp.async.bulk.wait_group",
    ),
    "a hint beside a recorded form": (
        "cp.async.(M:ca|cg).(S:shared|shared::cta).global.L2::cache_hint",
    ),
}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """The kernels of all recorded cases, ported."""
    folder = tmp_path_factory.mktemp("ptx")
    source = SourceFile("cases.cu", kernels(recorded()[0]).encode())
    conversion = convert(source, Context(Options(), tables("hip")))
    assert [f for f in conversion.findings if f.severity is Severity.ERROR] == []
    (folder / "cases.cu").write_bytes(conversion.data)
    (folder / SUPPORT_FOLDER).mkdir()
    for name in with_dependencies(conversion.supports):
        (folder / SUPPORT_FOLDER / name).write_bytes(text(name))
    return folder / "cases.cu"


@pytest.mark.toolchain
@pytest.mark.parametrize("arch", ["gfx942", "gfx1100"], ids=["wave64", "wave32"])
def test_results_are_those_of_the_gpu(port, arch: str) -> None:
    cases, words, _ = recorded()
    module = Module.load(port, arch=arch)
    inputs = np.array(pool_words(), np.uint64)
    wrong = []
    for first in range(0, len(cases), GROUP_SIZE):
        out = np.zeros(GROUP_SIZE * 2 * ROWS, np.uint64)
        scratch = np.zeros(ROWS * 2, np.uint64)
        module.kernel(f"cases_{first // GROUP_SIZE}")[1, ROWS](inputs, out, scratch)
        for number, case in enumerate(cases[first : first + GROUP_SIZE]):
            got = out.reshape(-1, 2, ROWS)[number]
            where = np.argwhere(differing(case, words[first + number], got))
            if len(where):
                word, row = where[0]
                wanted = words[first + number][word][row]
                wrong.append(f"{case.name}, row {row}: {wanted:#x}, not {got[word][row]:#x}")
    assert wrong == []


def test_the_comparison_finds_a_wrong_bit() -> None:
    cases, words, _ = recorded()
    case = next(each for each in cases if each.name == "prmt.b32/4")
    wanted = words[cases.index(case)]
    got = wanted.copy()
    got[0, 7] ^= np.uint64(1)
    assert differing(case, wanted, got).sum() == 1


def test_every_form_of_the_table_is_recorded() -> None:
    opcodes = {
        node.opcode
        for case in recorded()[0]
        for node in parse(case.text.replace("@@", "%"), extended=True)
        if isinstance(node, Instruction)
    }
    excused = tuple(prefix for prefixes in UNRECORDED.values() for prefix in prefixes)
    missing = [
        form.ptx
        for forms in load().forms.values()
        for form in forms
        if not form.ptx.startswith(excused)
        and not any(form.opcode.fullmatch(opcode) for opcode in opcodes)
    ]
    assert missing == []
