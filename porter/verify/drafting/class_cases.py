"""Cases of classes that C++ binds: an object is made, and a method of it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from porter.verify.comparison.time_words import CLOCK
from porter.verify.drafting.argument import Given, plain_name
from porter.verify.drafting.arguments import draw
from porter.verify.drafting.bound_arguments import bound_arguments
from porter.verify.drafting.bound_classes import BoundClass
from porter.verify.drafting.cpp_code import CppCode, Function
from porter.verify.drafting.cpp_parameters import Parameter
from porter.verify.drafting.parameter_values import Maker
from porter.verify.drafting.reading import Reader
from porter.verify.drafting.text import CaseText

#: Methods that tell how long something took.
_CLOCK = re.compile(rf"{CLOCK}|elapsed", re.IGNORECASE)
_RETURNS_NOTHING = re.compile(r"(?:\w+\s+)*void\s*")


@dataclass(frozen=True)
class ClassCases:
    """Writes the cases of a class.

    A method that takes something has a case; behind its call the object is asked for all that it
    tells without arguments. Of a class whose methods take nothing, all are called in order.

    Attributes:
        code: the project's sources.
        bound: the class.
        owner: the expression of what Python finds it in.
        enumeration: how a value of an enumeration is given; None for other parameters.
    """

    code: CppCode
    bound: BoundClass
    owner: str
    enumeration: Callable[[Parameter], Given | None]

    def cases(self) -> Iterator[CaseText | str]:
        """Yield the cases, and for a method that has none why."""
        bound = self.bound
        if wrong := self._not_given(bound.made_by.parameters):
            yield f"{bound.name}: nothing tells how {wrong} is made, which its constructor takes"
            return
        told = [name for name, one in bound.methods if _tells(name, one)]
        with_arguments = [(name, one) for name, one in bound.methods if one.parameters]
        for name, method in with_arguments:
            takes = (*bound.made_by.parameters, *method.parameters)
            if wrong := self._not_given(method.parameters):
                yield f"{bound.name}.{name}: nothing tells how {wrong} is made"
            elif not told and not _returns(method) and all(p.kind != "tensor" for p in takes):
                yield f"{bound.name}.{name}: it returns nothing, and no tensor is passed to it"
            elif not name.startswith("__") or name == "__call__":
                yield self._case(f"{bound.name}_{name}", name, method, told)
        if not with_arguments and told:
            done = [(name, one) for name, one in bound.methods if _may_be_asked(name)]
            calls = [f"made.{name}()" for name, _ in done]
            yield self._drawn(bound.name, bound.made_by, (), [], calls)

    def _case(self, case: str, name: str, method: Function, told: Sequence[str]) -> CaseText:
        others = [f"made.{one}()" for one in told]
        made_by = self.bound.made_by
        taken = {one.name for one in method.parameters}
        names = {one.name: f"own_{one.name}" if one.name in taken else one.name
                 for one in made_by.parameters}  # fmt: skip
        own = [one._replace(name=names[one.name]) for one in made_by.parameters]
        both = replace(method, parameters=(*own, *method.parameters))
        return self._drawn(case, both, [Maker(made_by, names)], [name], others)

    def _drawn(
        self, case: str, function: Function, made_by: Sequence[Maker], called: Sequence[str],
        others: Sequence[str],
    ) -> CaseText:  # fmt: skip
        """Write a case.

        Args:
            case: what it is called.
            function: what is read, with the parameters of the constructor in front.
            made_by: the constructor where that is another function.
            called: the method; none where the function is the constructor.
            others: what the object is asked behind the call.
        """
        reader = Reader(self.code)
        arguments = bound_arguments(function, self.enumeration)
        space = reader.read(function, *made_by)
        made = draw(arguments, space, with_gradients=False)
        own = len(self.bound.made_by.parameters)
        given = [made.given[plain_name(one.name)] for one in function.parameters]
        calls = [f"made.{name}({', '.join(given[own:])})" for name in called] + [*others]
        result = f"[{', '.join(calls)}]" if len(calls) > 1 else calls[0]
        before = f"made = {self.owner}.{self.bound.name}({', '.join(given[:own])})"
        origin = f"{function.path}: {self.bound.name}"
        return CaseText(case, result, made, space, True, origin, (before,))

    def _not_given(self, parameters: Sequence[Parameter]) -> str:
        """Return the first parameter of which nothing tells how it is made; "" for none."""
        unknown = (one.name for one in parameters if one.kind in ("other", "str", "tensors")
                   and not one.default and self.enumeration(one) is None)  # fmt: skip
        return next(unknown, "")


def _tells(name: str, method: Function) -> bool:
    """Tell whether an object can be asked for what a method returns, without arguments."""
    return not method.parameters and _may_be_asked(name) and _returns(method)


def _may_be_asked(name: str) -> bool:
    """Tell whether a method is neither one that Python itself calls nor of a clock."""
    return not name.startswith("__") and _CLOCK.search(name) is None


def _returns(method: Function) -> bool:
    type_ = method.body.parent and method.body.parent.child_by_field_name("type")
    return not _RETURNS_NOTHING.fullmatch(method.text(type_) if type_ is not None else "")
