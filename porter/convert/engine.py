"""Rules × one file → edits and findings. Pure: nothing is read or written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from porter.convert.acceptance import part_accepted
from porter.convert.c_sources import readable_by_c
from porter.convert.includes import inclusions
from porter.convert.rule_index import rule_index
from porter.convert.run_time_sources import held_headers, is_compiled_at_run_time
from porter.errors import described
from porter.fixers import Context, Rule
from porter.fixers.conversion import Conversion
from porter.fixers.language._left_behind import left_behind
from porter.fixers.sides import Sides, sides_of
from porter.options import Options
from porter.source import (
    Conflict,
    Edit,
    Finding,
    Include,
    Severity,
    SourceFile,
    Support,
    apply_edits,
)
from porter.source.preprocessor.dual import NONE
from porter.source.text.acceptances import Accepted
from porter.source.text.apply import erases
from porter.source.text.copies import with_copies_changed
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language
from porter.source.text.spans import holds
from porter.source.text.trees import TooLargeToParse


def convert_file(file: SourceFile, context: Context, rules: Sequence[Rule]) -> Conversion:
    """Run rules over one file.

    If a rule raises, its output for this file is discarded and an error finding is reported; the
    others go on.

    Args:
        file: the file to convert.
        context: options, tables and what the project defines.
        rules: the rules, in order of precedence.

    Returns:
        The new bytes with the edits and findings that explain them.
    """
    edits: list[Edit] = []
    findings: list[Finding] = []
    includes: dict[bytes, Include] = {}
    supports: list[Support | Edit] = []
    held = held_headers(file)
    for rule in rule_index(tuple(rules), file.language).candidates(file):
        for item in _run_rule(rule, file, context):
            if held and isinstance(item, Edit | Finding) and holds(held, item.start):
                continue
            if isinstance(item, Edit):
                edits.append(item)
                if item.support:
                    supports.append(item)
            elif isinstance(item, Finding):
                findings.append(item)
            elif isinstance(item, Include):
                asked = includes.setdefault(item.header, item)
                if asked.by_hipcc or item.is_first:  # who needs it in any case counts
                    includes[item.header] = item
            else:
                supports.append(item)
    edits = list(with_copies_changed(file.data, edits))
    data, applied, conflicts = apply_edits(file.data, edits)
    needed = _needed(supports, applied)
    is_alone = bool(needed) and is_compiled_at_run_time(file)
    if added := inclusions(file, edits, includes.values(), needed.values(), is_alone=is_alone):
        data, applied, conflicts = apply_edits(file.data, [*edits, *added])
    if conflicts:
        findings += _conflict_findings(conflicts, rules, file.data)
    findings = with_severities(_by_reach(file, context, findings), context.options)
    accepted: list[Accepted] = []
    if file.acceptances:
        judged = {rule.id for rule in rules if rule.languages} - _silenced(context.options)
        findings, accepted = part_accepted(file, findings, judged)
    findings.sort(key=lambda finding: (finding.start, finding.rule))
    included = frozenset(() if is_alone else needed)
    return Conversion(file, data, applied, findings, conflicts, included, accepted)


def _needed(asked: Iterable[Support | Edit], applied: Iterable[Edit]) -> dict[str, Support]:
    """Return the support headers that are asked for outright, or by an edit that was applied."""
    texts = {(edit.start, edit.end, edit.text) for edit in applied if edit.support}
    needed: dict[str, Support] = {}
    for one in asked:
        if isinstance(one, Support):
            needed.setdefault(one.name, one)
        elif (one.start, one.end, one.text) in texts:
            needed.setdefault(one.support, Support(one.support, one.rule))
    return needed


def _run_rule(rule: Rule, file: SourceFile, context: Context) -> Iterable[RuleOutput]:
    """Return what a rule yields for a file, or the finding that it could not be applied."""
    try:
        if not rule.is_meant(context.options):
            return ()
        yielded = _in_scope(file, rule, list(rule.run(file, context)))
        yielded = readable_by_c(file, rule, yielded)
        for item in yielded:
            if isinstance(item, Edit | Finding) and not (
                0 <= item.start <= item.end <= len(file.data)
            ):
                raise ValueError(f"{item.start}:{item.end} lies outside the file")
    except TooLargeToParse as error:
        message = f"rule {rule.id} ({rule.name}) was not applied: the file {error.message}"
        hint = "look through the file by hand"
        return (Finding(rule.id, Severity.WARNING, message, 0, 0, hint),)
    except Exception as error:  # a rule's bug must not cost the file
        message = (
            f"rule {rule.id} ({rule.name}) failed and was not applied to this file: "
            f"{described(error)}"
        )
        hint = f"this is a bug in porter; --skip {rule.id} silences it"
        return (Finding(rule.id, Severity.ERROR, message, 0, 0, hint),)
    return yielded


def _in_scope(file: SourceFile, rule: Rule, yielded: Sequence[RuleOutput]) -> Sequence[RuleOutput]:
    """Leave out what a rule yields for branches that it does not apply in.

    Headers are not asked for on behalf of what was left out.
    """
    sides = sides_of(rule.family, rule.id)
    if sides is Sides.ALL:
        return yielded
    dual = file.dual
    if dual is NONE:
        return yielded
    placed = [item for item in yielded if isinstance(item, Edit | Finding)]
    kept = [
        item
        for item in placed
        if not dual.is_cuda(item.start)
        and (sides is Sides.SHARED_AND_HIP or not dual.is_hip(item.start))
    ]
    if placed and not kept:
        return ()
    return [*kept, *(item for item in yielded if not isinstance(item, Edit | Finding))]


def _conflict_findings(
    conflicts: Iterable[Conflict], rules: Sequence[Rule], data: bytes
) -> Iterable[Finding]:
    """Yield a finding for each edit that was dropped and that another run would make.

    There is none where its rule has a lower precedence, or nothing is left for it to change.
    """
    orders = {rule.id: rule.precedence for rule in rules}
    for conflict in conflicts:
        dropped, kept = conflict.dropped, conflict.kept
        is_inside = kept.start <= dropped.start and dropped.end <= kept.end
        if erases(kept, dropped, data):
            continue
        if is_inside and orders.get(dropped.rule, 0) > orders.get(kept.rule, 0):
            continue
        yield Finding(
            dropped.rule,
            Severity.WARNING,
            f"an edit of {dropped.rule} was not applied: {kept.rule} changes the same bytes",
            dropped.start,
            dropped.end,
            f"convert the output once more, or see what --skip {kept.rule} gives",
        )


def _by_reach(file: SourceFile, context: Context, findings: list[Finding]) -> list[Finding]:
    """Make notes of findings about a place in a branch that the port does not compile."""
    if file.language is not Language.CUDA or not any(_stops(one) for one in findings):
        return findings
    unseen = left_behind(file, context)
    return [
        one._replace(
            severity=Severity.NOTE,
            message=f"{one.message}; the port does not compile this branch",
        )
        if _stops(one) and holds(unseen, one.start)
        else one
        for one in findings
    ]


def _stops(finding: Finding) -> bool:
    """Tell whether a finding is more than a note, and about one place."""
    return finding.severity is not Severity.NOTE and finding.occurrences == 1


def with_severities(findings: Iterable[Finding], options: Options) -> list[Finding]:
    """Give findings the severities that the user chose; `off` leaves them out."""
    if not options.severities:
        return list(findings)
    chosen = dict(options.severities)
    return [
        finding._replace(severity=Severity(chosen.get(finding.rule, finding.severity.value)))
        for finding in findings
        if chosen.get(finding.rule) != "off"
    ]


def _silenced(options: Options) -> set[str]:
    """Return the rules whose findings the user does not want."""
    return {rule for rule, severity in options.severities if severity == "off"}
