"""Architectures, jobs and the lock; nothing is compiled."""

import signal
import time

import pytest
from ck_tile.jit import compiler, jobs
from ck_tile.jit import gpu_archs as archs
from ck_tile.jit.lock import build_lock
from ck_tile.jit.settings import jit_dir, log_more


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch):
    monkeypatch.delenv("GPU_ARCHS", raising=False)
    monkeypatch.setattr(archs, "detected", list)


def test_without_a_gpu_the_default_is_taken():
    assert archs.gpu_archs() == ("gfx942",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gfx90a", ("gfx90a",)),
        ("gfx942;gfx1100", ("gfx942", "gfx1100")),
        ("gfx942:sramecc+:xnack-, gfx942", ("gfx942",)),
        ("gfx940;gfx941;gfx942", ("gfx942",)),
        ("gfx950;gfx1201", ("gfx950", "gfx1201")),
    ],
)
def test_gpu_archs_are_named(monkeypatch, text, found):
    monkeypatch.setenv("GPU_ARCHS", text)
    assert archs.gpu_archs() == found


def test_a_stepping_that_was_never_sold_is_told(monkeypatch, caplog):
    monkeypatch.setattr(archs.logger, "propagate", True)
    monkeypatch.setenv("GPU_ARCHS", "gfx940")
    archs.gpu_archs()
    assert "gfx940 is built as gfx942" in caplog.text


def test_a_real_compiler_is_taken_where_a_processor_is_named(monkeypatch, tmp_path):
    for path in ("rocm/bin/hipcc", "bin/porter-hipcc"):
        program = tmp_path / path
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setattr(compiler, "detected", list)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("HIPCC", raising=False)
    for name in ("ROCM_PATH", "ROCM_HOME", "HIP_PATH", "HIP_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("ROCM_HOME", "HIP_HOME"):
        with monkeypatch.context() as patch:
            patch.setenv(name, str(tmp_path / "rocm"))
            for text, found in (("gfx942", "rocm/bin/hipcc"), ("", "bin/porter-hipcc")):
                patch.setenv("GPU_ARCHS", text)
                compiler.hipcc.cache_clear()
                assert compiler.hipcc() == str(tmp_path / found)
    compiler.hipcc.cache_clear()


@pytest.mark.parametrize("text", ["gfx906", "sm_80", ";", "native"])
def test_gpu_archs_are_validated(monkeypatch, text):
    monkeypatch.setenv("GPU_ARCHS", text)
    with pytest.raises(archs.UnknownArchitecture, match=r"gfx90a \(MI250X\)|name one"):
        archs.gpu_archs()


def test_gpus_are_detected_by_their_driver(monkeypatch, tmp_path):
    for number, version in enumerate((0, 90010, 90402, 110000)):
        (tmp_path / str(number)).mkdir()
        text = f"cpu_cores_count 8\ngfx_target_version {version}\n"
        (tmp_path / str(number) / "properties").write_text(text)
    assert archs._from_driver(tmp_path) == ["gfx90a", "gfx942", "gfx1100"]
    monkeypatch.setattr(archs, "detected", lambda: ["gfx90a", "gfx90a"])
    monkeypatch.setenv("GPU_ARCHS", "native")
    assert archs.gpu_archs() == ("gfx90a",)


def test_gpus_are_detected_by_rocminfo(monkeypatch, tmp_path):
    tool = tmp_path / "rocminfo"
    tool.write_text("#!/bin/sh\necho '  Name:                    gfx942'\necho '  Name:  EPYC'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert archs._from_rocminfo() == ["gfx942"]


@pytest.mark.parametrize(
    ("cores", "gib", "found"), [(16, 64.0, 16), (16, 9.0, 4), (4, 1.0, 1), (1, 64.0, 1)]
)
def test_jobs_follow_from_cores_and_memory(cores, gib, found):
    assert jobs.jobs_for(cores, gib) == found


def test_a_containers_memory_counts(tmp_path):
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:   33554432 kB\n")
    (tmp_path / "max").write_text("4294967296\n")
    assert jobs.memory_gib(tmp_path / "meminfo", tmp_path / "none") == 32.0
    assert jobs.memory_gib(tmp_path / "meminfo", tmp_path / "max") == 4.0


def test_max_jobs_is_obeyed_and_validated(monkeypatch):
    monkeypatch.setenv("MAX_JOBS", "3")
    assert jobs.max_jobs() == 3
    for text in ("0", "-1", "many"):
        monkeypatch.setenv("MAX_JOBS", text)
        with pytest.raises(ValueError, match="no positive number"):
            jobs.max_jobs()


def test_the_cache_lies_in_the_home_unless_told(monkeypatch, tmp_path):
    monkeypatch.delenv("CK_TILE_JIT_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert jit_dir() == tmp_path / ".ck_tile" / "jit"
    monkeypatch.setenv("CK_TILE_JIT_DIR", "/elsewhere")
    assert str(jit_dir()) == "/elsewhere"


def test_numbers_are_validated(monkeypatch):
    monkeypatch.setenv("CK_TILE_LOG_MORE", "much")
    with pytest.raises(ValueError, match="CK_TILE_LOG_MORE='much' is no number"):
        log_more()


def test_the_lock_of_a_killed_process_is_free(start, tmp_path):
    path = tmp_path / "module_norm.lock"
    code = (
        "import time\nfrom pathlib import Path\nfrom ck_tile.jit.lock import build_lock\n"
        f"with build_lock(Path({str(path)!r})):\n"
        "    print('held', flush=True)\n    time.sleep(600)\n"
    )
    holder = start(code)
    assert holder.stdout.readline() == "held\n"
    waiter = start(code)
    time.sleep(0.5)
    assert waiter.poll() is None
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert waiter.stdout.readline() == "held\n"
    waiter.kill()
    waiter.wait()
    with build_lock(path):
        assert path.read_text().startswith("process ")
