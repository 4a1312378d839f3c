"""Findings as SARIF: what a code host goes by."""

from __future__ import annotations

import json
from pathlib import Path

from porter.fixers.registry import rules
from porter.options import Options
from porter.port.destination import Destination, OutputMode
from porter.port.run import write_port
from porter.report.sarif import write_sarif
from porter.rule_ids import ALIASES


def test_a_code_host_knows_a_rule_again_by_the_ids_it_had(tmp_path: Path) -> None:
    """Without `deprecatedIds` what was dismissed under a former id is reported once more."""
    source = tmp_path / "src"
    source.mkdir()
    (source / "a.cu").write_text(
        "void f() { cudaMallocMipmappedArray(&a, &b, c, 4); cudaFooBar(x); }\n"
    )
    result = write_port([source], Options(), Destination(OutputMode.OUT, tmp_path / "port"))
    write_sarif(tmp_path / "a.sarif", result)
    (run,) = json.loads((tmp_path / "a.sarif").read_text())["runs"]
    told = {rule["name"]: rule for rule in run["tool"]["driver"]["rules"]}

    by_name = {rule.name: rule.id for rule in rules()}
    former = [alias for alias, id in ALIASES.items() if id == by_name["textures"]]
    assert former
    assert told["textures"]["id"] == by_name["textures"]
    assert told["textures"]["deprecatedIds"] == former
    assert by_name["left-over"] not in ALIASES.values()
    assert "deprecatedIds" not in told["left-over"]
