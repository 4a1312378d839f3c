"""Random histories of upstream and of people at work in the port: nothing is lost."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.sync.check import check
from porter.sync.plan.merge import has_markers
from tests.sync.trees import Repository, no_steps
from tests.thorough import amount

NAMES = ("a.cu", "b.cuh", "k/c.cu", "k/d.txt", "e.bin", "m/f.cu", "g.cu")
LINES = 12

_edits = st.tuples(st.sampled_from(NAMES), st.integers(0, LINES - 1))
_actions = st.one_of(
    st.tuples(st.just("upstream edits"), _edits),
    st.tuples(st.just("port edits"), _edits),
    st.tuples(st.just("upstream removes"), st.sampled_from(NAMES)),
    st.tuples(st.just("upstream adds"), st.sampled_from(NAMES)),
    st.tuples(st.just("upstream moves"), st.tuples(*[st.sampled_from(NAMES)] * 2)),
    st.tuples(st.just("port removes"), st.sampled_from(NAMES)),
    st.tuples(st.just("port adds"), st.sampled_from(NAMES)),
    st.tuples(st.just("mode"), st.sampled_from(NAMES)),
    st.tuples(st.just("sync"), st.just("")),
)


class World:
    """A repository in which each change writes a word that no other change writes."""

    def __init__(self, root: Path) -> None:
        self.repository = Repository(root)
        self.words = itertools.count()
        #: Words that people wrote into the port, which no sync may lose.
        self.by_hand: dict[str, set[bytes]] = {}
        for name in NAMES[:3]:
            self.fresh(self.repository.up / name)

    def word(self) -> bytes:
        return b"word%d" % next(self.words)

    def fresh(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        head = b"\0" if path.suffix == ".bin" else b""
        text = b"".join(b"int %s = cudaSuccess;\n" % self.word() for _ in range(LINES))
        path.write_bytes(head + text)

    def edit(self, path: Path, line: int) -> bytes:
        word = self.word()
        lines = path.read_bytes().split(b"\n")
        at = min(line, len(lines) - 1)
        lines[at] = (b"\0" if lines[at].startswith(b"\0") else b"") + b"// " + word
        path.write_bytes(b"\n".join(lines))
        return word

    def act(self, what: str, value) -> None:
        up, port = self.repository.up, self.repository.port
        if what == "upstream edits" and (up / value[0]).is_file():
            self.edit(up / value[0], value[1])
        elif what == "port edits" and (port / value[0]).is_file():
            before = (port / value[0]).read_bytes()
            word = self.edit(port / value[0], value[1])
            after = (port / value[0]).read_bytes()
            mine = self.by_hand.setdefault(value[0], set())
            self.by_hand[value[0]] = {one for one in mine if one in after or one not in before}
            self.by_hand[value[0]].add(word)
        elif what == "upstream removes" and (up / value).is_file():
            (up / value).unlink()
        elif what == "upstream adds" and not (up / value).exists():
            self.fresh(up / value)
        elif what == "upstream moves" and (up / value[0]).is_file():
            target = up / value[1]
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                (up / value[0]).rename(target)
        elif what == "port removes" and (port / value).is_file():
            (port / value).unlink()
            self.by_hand.pop(value, None)
        elif what == "port adds" and not (port / value).exists():
            self.fresh(port / value)
            self.by_hand.setdefault(value, set()).update((port / value).read_bytes().split()[1::4])
        elif what == "mode" and (up / value).is_file():
            (up / value).chmod(0o755)
        elif what == "sync":
            self.sync()

    def sync(self) -> None:
        repository = self.repository
        done = repository.sync()
        self.nothing_is_lost()
        if done.conflicts:
            for change in done.conflicts:
                path = repository.port / change.path
                data = path.read_bytes()
                if has_markers(data):
                    marks = (b"<<<<<<<", b"=======", b">>>>>>>")
                    lines = [one for one in data.split(b"\n") if not one.startswith(marks)]
                    path.write_bytes(b"\n".join(lines))
            repository.resume()
        self.in_step()

    def nothing_is_lost(self) -> None:
        """Every word that people wrote is in the port, wherever the file went."""
        text = b"\n".join(self.repository.ported().values())
        words = set(text.replace(b"\0", b"").split())
        for path, mine in self.by_hand.items():
            assert mine <= words, (path, mine - words)

    def in_step(self) -> None:
        repository = self.repository
        found = check(repository.settings, repository.project, no_steps)
        # People write CUDA into ports here; everything else is a fault.
        assert [one for one in found if one.kind != "unconverted"] == []
        assert repository.sync().is_current
        self.untouched_is_pure()

    def untouched_is_pure(self) -> None:
        """A file that nobody touched is upstream's with CUDA's names in HIP's words."""
        from porter.sync.plan.status import section_for

        section = section_for(self.repository.settings, self.repository.project)
        for path, line in section.files.items():
            if line.port == line.base and line.source is not None:
                source = (self.repository.up / line.source).read_bytes()
                is_code = path.endswith((".cu", ".cuh"))
                wanted = source.replace(b"cudaSuccess", b"hipSuccess") if is_code else source
                found = (self.repository.port / path).read_bytes()
                lines = [one for one in found.split(b"\n") if not one.startswith(b"#include")]
                assert b"\n".join(lines).strip() == wanted.strip()


@settings(
    max_examples=amount(12, 200),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(_actions, min_size=6, max_size=18))
def test_nothing_is_lost_and_check_agrees_after_every_sync(actions) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "r")
        world.sync()
        for what, value in actions:
            world.act(what, value)
        world.sync()
