"""What Python that calls a bound function tells of its arguments: the tensors that it makes.

A function of autograd makes outputs and memory to work in of sizes that C++ takes as they are:
`dist = torch.zeros(batch, n)`, beside `batch, n, _ = xyz.size()`. Its way back is given gradients
of what the way forward has returned, and what that has saved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from porter.verify.drafting.allocations import Allocation, allocation, same_tensor
from porter.verify.drafting.argument import plain_name
from porter.verify.drafting.bindings import Bound
from porter.verify.drafting.python_callers import callers
from porter.verify.drafting.python_checks import Number, Product, PythonChecks
from porter.verify.drafting.python_code import PythonCode
from porter.verify.drafting.space import Slot, Space


def take_caller(bound: Bound, python: PythonCode, space: Space, *, is_named_alone: bool) -> None:
    """Add what the first caller of a function says to what is known of its arguments.

    Args:
        bound: the function.
        python: the project's Python.
        space: what is added to.
        is_named_alone: no other function that is bound is called so.
    """
    owner = "" if is_named_alone else bound.module.rpartition(".")[2]
    parameters = bound.function.parameters
    found = next(callers(python.trees(), bound.name, owner, len(parameters)), None)
    if found is None:
        return
    tensors: dict[str, str] = {}
    numbers: dict[str, str] = {}
    given: dict[str, ast.expr] = {}
    for parameter, argument in zip(parameters, found.call.args, strict=True):
        name, passed = plain_name(parameter.name), same_tensor(argument)
        if isinstance(passed, ast.Name):
            (tensors if parameter.kind == "tensor" else numbers)[passed.id] = name
            if parameter.kind == "tensor" and _is_dense(found.function, argument, passed.id):
                space.contiguous.add(name)
        if parameter.kind == "int":
            given[name] = argument
    checked = {*space.ranks}
    if found.forward is not None:  # what it fills with a number is something else on the way back
        before = dict(_before(found.function, found.forward, tensors))
        _take_body(found.forward, before, {}, space, None)
    checks = _take_body(found.function, tensors, numbers, space, found.call)
    for name, argument in given.items():
        size = checks.value(argument)
        if isinstance(size, Slot) and size.tensor in space.ranks:
            space.tie(size, name)
    space.settle(sorted(tensors.values()))
    _share_batch(space, sorted(tensors.values()))
    for name in {*tensors.values()} - checked:
        if not all(_is_told(slot, space) for slot in space.shape(name, 0)):
            space.loose.add(name)


def _is_told(slot: Slot, space: Space) -> bool:
    """Tell whether a size has a name, or is known otherwise."""
    is_made = space.scaled_of(slot) or space.composed_of(slot)
    limits = space.limits(slot)
    return bool(is_made or space.name(slot) or limits.values or space.argument(slot))


def _share_batch(space: Space, tensors: list[str]) -> None:
    """Take first sizes that the code gives no name for the batch, which it names of another."""
    firsts = [Slot(one, 0) for one in tensors if space.ranks.get(one, 0) > 2]
    batch = next((one for one in firsts if space.name(one)), None)
    for slot in firsts:
        if batch is not None and not space.name(slot) and not space.limits(slot).values:
            space.same_size(batch, slot)


def _before(
    backward: ast.FunctionDef, forward: ast.FunctionDef, tensors: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the names that tensors of the way back have on the way forward, with the parameter."""
    returned: list[ast.expr] = []
    saved: list[ast.expr] = []
    for node in ast.walk(forward):
        if isinstance(node, ast.Return) and node.value is not None:
            returned = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            saved = list(node.args) if node.func.attr == "save_for_backward" else saved
    gradients: list[ast.expr] = [ast.Name(one.arg) for one in backward.args.args[1:]]
    pairs = list(zip(returned, gradients, strict=False))
    for node in ast.walk(backward):
        if isinstance(node, ast.Assign) and "saved_tensors" in ast.unparse(node.value):
            target = node.targets[0]
            names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            pairs += zip(saved, names, strict=False)
    for there, here in pairs:
        if isinstance(there, ast.Name) and isinstance(here, ast.Name) and here.id in tensors:
            yield there.id, tensors[here.id]


def _take_body(
    function: ast.FunctionDef,
    tensors: dict[str, str],
    numbers: dict[str, str],
    space: Space,
    call: ast.Call | None,
) -> PythonChecks:
    """Add what a function says; return what it calls sizes.

    Args:
        function: of Python.
        tensors: its names of tensors, and which parameters of the bound function they are.
        numbers: likewise.
        space: what is added to.
        call: by which the tensors are passed as they are made; None for another function's.
    """
    made = dict(_allocated(function, tensors))
    own = {local: name for local, name in tensors.items() if name not in made}
    checks = PythonChecks(space, own, numbers)
    checks.take(function)
    for name, what in made.items():
        local = next(one for one, known in tensors.items() if known == name)
        is_fresh = call is not None and _is_fresh(function, call, local)
        _take(name, what if is_fresh else what._replace(filler=None), checks, tensors)
    return checks


def _is_fresh(function: ast.FunctionDef, call: ast.Call, name: str) -> bool:
    """Tell whether a tensor is passed as it was made: its name occurs nowhere before the call."""
    own = {id(node) for node in ast.walk(call)}
    named = [one for one in ast.walk(function) if isinstance(one, ast.Name) and one.id == name]
    before = [one for one in named if one.lineno <= call.lineno and id(one) not in own]
    return len(before) == 1


def _is_dense(function: ast.FunctionDef, argument: ast.expr, name: str) -> bool:
    """Tell whether a tensor is made dense where it is passed, or before."""
    values = [argument]
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            values += [node.value] if target.id == name else []
    methods = (one for value in values for one in ast.walk(value) if isinstance(one, ast.Attribute))
    return any(one.attr == "contiguous" for one in methods)


def _allocated(
    function: ast.FunctionDef, tensors: Mapping[str, str]
) -> Iterator[tuple[str, Allocation]]:
    """Yield the tensors that a function makes, by the parameter that they are passed for."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            made = allocation(node.value) if target.id in tensors else None
            if made is not None:
                yield tensors[target.id], made


def _take(name: str, made: Allocation, checks: PythonChecks, tensors: Mapping[str, str]) -> None:
    space = checks.space

    def of(node: ast.expr | None) -> str:
        passed = same_tensor(node) if node is not None else None
        return tensors.get(passed.id, "") if isinstance(passed, ast.Name) else ""

    if made.dtype and not space.dtypes(name):
        space.allow_dtypes(name, (made.dtype,))
    elif not made.dtype and (other := of(made.typed)):
        space.same_dtype(other, name)
    if made.filler is not None:
        space.filled[name] = made.filler
    if name in space.ranks:  # by a check or a comment, whose sizes count
        return
    if made.sizes is None:
        if other := of(made.like):
            space.same_shape(other, name)
        return
    sizes = [checks.value(node) for node in made.sizes]
    if not all(isinstance(one, (Slot, int, Number, Product)) for one in sizes):
        return
    space.ranks[name] = len(sizes)
    for index, size in enumerate(sizes):
        slot = space.size(Slot(name, index))
        match size:
            case Slot():
                space.same_size(size, slot)
            case int():
                space.limits(slot).values = (size,)
            case Number():
                space.tie(slot, size.name)
            case Product(one, int(times)):
                space.scale(slot, one, times)
            case Product(one, Slot() as two):
                space.compose(slot, "*", (one, two))
