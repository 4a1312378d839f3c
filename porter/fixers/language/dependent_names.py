"""Say `template` and `typename` where a name depends on a parameter of a template.

## What it does
`Cast<T, U>::to<N>(…)` becomes `Cast<T, U>::template to<N>(…)` where `Cast` is a class template of
the file that has a member template `to`, or the standard library's `std::allocator_traits`, and its
arguments name a parameter of a template.
`Field::storage()` becomes `typename Field::storage()` where the file calls `Field::storage` a type
elsewhere (`typename Field::storage`), and `Pair::Sum()` becomes `typename Pair::Sum()` in a class
template whose class `Pair` has a type `Sum`. `Field::template mul(…)`, without arguments of a
template, loses the word. `pool->take<true>(…)` becomes `pool->template take<true>(…)` where the
file declares `pool` with a parameter of a template for its type, and `typename Bin::at<N>` becomes
`typename Bin::template at<N>` where `Bin` is one.

## Why
What `Cast<T, U>` and `Field` have is not known before `T` and `Field` are, so that C++ wants a word
in front of the name; without it `<` is less than, and `storage()` calls a function. nvcc reads the
body of a template when it is instantiated and needs no word. Clang reads it at once: `reference to
overloaded function could not be resolved`, `missing 'typename' prior to dependent type name`, `a
template argument list is expected after a name prefixed by the template keyword`.

## What it leaves alone
Classes of other files; members of objects whose type is no parameter; classes whose arguments
depend on nothing; names of which the file says nowhere that they are types.

## References
[temp.names], paragraph 5; [temp.res].
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._dependent_objects import arguments_end, member_calls, on_parameters
from porter.fixers.language._nested_types import Made, nested_types_made
from porter.source import SourceFile
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start
from porter.source.text.spans import Span

rule = Rule("LNG52", "dependent-names", names=(b"template",), handles=())

_CLASS = re.compile(rb"\s*+(?:struct|class)\s++([A-Za-z_]\w*+)[^;{}()]*+(?=\{)")
_HEAD = re.compile(rb"[^;{}()=#]*+(?=\()")
_PARAMETER = re.compile(rb"([A-Za-z_]\w*+)\s*+(?=[,>=])")
_MEMBER = re.compile(rb"\s*+::\s*+([A-Za-z_]\w*+)\s*+(?=<)")
#: Member templates of the standard library's class templates.
_STANDARD = {
    b"allocator_traits": {b"rebind_alloc", b"rebind_traits"},
    b"pointer_traits": {b"rebind"},
}
#: What a file has where there is something to do: most have nothing of it.
_CALL = re.compile(rb">\s*+::\s*+[A-Za-z_]\w*+\s*+<")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
#: A name that is said to be a type, and one that is used as one.
_TYPE = re.compile(rb"typename(?<!\wtypename)\s++([A-Za-z_]\w*+)::([A-Za-z_]\w*+)(?!\s*+[:<])")
_MADE = re.compile(rb"::([A-Za-z_]\w*+)(?=\s*+[({])")
#: A type of a parameter's that takes arguments, as `typename` says.
_NESTED = re.compile(
    rb"typename(?<!\wtypename)\s++(?P<parameter>[A-Za-z_]\w*+)\s*+::\s*+"
    rb"(?!template\b)(?=[A-Za-z_]\w*+\s*+<)"
)
_NO_ARGUMENTS = re.compile(rb"::\s*+(template\s++)[A-Za-z_]\w*+(?=\s*+\()")
#: In front of what is of no scope.
_NO_SCOPE = (b":", b".", b">")

EXAMPLES = (
    Example(
        """
        template <typename To, typename From>
        struct Cast {
          template <int N> static __device__ void to(To* a, const From* b);
        };
        template <typename To, typename From, int N>
        __device__ void cast(To* a, const From* b) { Cast<To, From>::to<N>(a, b); }
        """,
        """
        template <typename To, typename From>
        struct Cast {
          template <int N> static __device__ void to(To* a, const From* b);
        };
        template <typename To, typename From, int N>
        __device__ void cast(To* a, const From* b) { Cast<To, From>::template to<N>(a, b); }
        """,
        title="a member template",
    ),
    Example(
        """
        template <typename Field>
        __device__ typename Field::storage power(const typename Field::storage& x, int n) {
          return n ? Field::template mul(x, x) : Field::storage();
        }
        """,
        """
        template <typename Field>
        __device__ typename Field::storage power(const typename Field::storage& x, int n) {
          return n ? Field::mul(x, x) : typename Field::storage();
        }
        """,
        title="a type, and a word too many",
    ),
    Example(
        """
        template <int N>
        struct Query {
          struct Pair { struct Sum { __device__ int operator()(int a, int b) const; }; };
          __device__ int all(int a) { return Pair::Sum()(a, N); }
          __device__ int one();
        };
        template <int N>
        __device__ int Query<N>::one() { return Pair::Sum()(1, 1); }
        """,
        """
        template <int N>
        struct Query {
          struct Pair { struct Sum { __device__ int operator()(int a, int b) const; }; };
          __device__ int all(int a) { return typename Pair::Sum()(a, N); }
          __device__ int one();
        };
        template <int N>
        __device__ int Query<N>::one() { return typename Pair::Sum()(1, 1); }
        """,
        title="a type of a class that lies in a template",
    ),
    Example(
        """
        template <typename Pool, typename T>
        __device__ bool grow(Pool* pool, const Pool &other, T n) {
          return pool->take<true>(n) && other.size<T>() && other.count<n && n>(2);
        }
        """,
        """
        template <typename Pool, typename T>
        __device__ bool grow(Pool* pool, const Pool &other, T n) {
          return pool->template take<true>(n) && other.template size<T>() && other.count<n && n>(2);
        }
        """,
        title="a member of an object",
    ),
    Example(
        """
        template <typename T, typename A>
        struct Table {
          using allocator = typename std::allocator_traits<A>::rebind_alloc<T>;
          using ints = std::allocator_traits<std::allocator<char>>::rebind_alloc<int>;
        };
        """,
        """
        template <typename T, typename A>
        struct Table {
          using allocator = typename std::allocator_traits<A>::template rebind_alloc<T>;
          using ints = std::allocator_traits<std::allocator<char>>::rebind_alloc<int>;
        };
        """,
        title="a member template of the standard library's",
    ),
    Example(
        """
        template <typename... Bins, size_t... N>
        auto bins(std::index_sequence<N...>) {
          return std::tuple<typename Bins::at<N>..., typename Bins::template at<0>...>{};
        }
        """,
        """
        template <typename... Bins, size_t... N>
        auto bins(std::index_sequence<N...>) {
          return std::tuple<typename Bins::template at<N>..., typename Bins::template at<0>...>{};
        }
        """,
        title="a type of a parameter's",
    ),
    Example(
        """
        template <typename T>
        struct Size {
          template <int N> static __device__ int all();
          static const int one = sizeof(T);
        };
        template <typename T, int N>
        __device__ bool few(int n) {
          return Size<T>::one<n || Size<T>::template all<N>() == Size<float>::all<4>();
        }
        """,
        title="less than, the word that is there, a class that depends on nothing",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the words for names that depend on parameters, and take those off that are too many."""
    for match in _NO_ARGUMENTS.finditer(file.code):
        yield rule.replace(match.span(1), b"")
    made = _made(file)
    calls = list(member_calls(file))
    has_members = _CALL.search(file.code) is not None
    nested = list(_NESTED.finditer(file.code))
    if not made and not calls and not has_members and not nested:
        return
    members, parameters, classes = _templates(file)
    for match in nested:
        if match["parameter"] in parameters:
            yield rule.insert(match.end(), b"template ")
    for place in {
        *_of_parameters(file, made, parameters),
        *nested_types_made(file.code, made, classes),
    }:
        yield rule.insert(place, b"typename ")
    for place in on_parameters(file, calls, parameters):
        yield rule.insert(place, b"template ")
    if has_members:
        yield from _of_classes(file, members, parameters)


def _made(file: SourceFile) -> dict[bytes, dict[bytes, list[int]]]:
    """Return where a qualified name without the word is called: by the scope, by the name."""
    found: dict[bytes, dict[bytes, list[int]]] = {}
    for match in _MADE.finditer(file.code):
        start = word_start(file.code, match.start())
        scope = file.code[start : match.start()]
        if not scope or file.code.endswith(_NO_SCOPE, 0, start):
            continue
        word_end = file.previous(start) + 1
        if file.code[word_start(file.code, word_end) : word_end] not in (b"typename", b"using"):
            found.setdefault(scope, {}).setdefault(match[1], []).append(start)
    return found


def _of_parameters(file: SourceFile, made: Made, parameters: Collection[bytes]) -> Iterator[int]:
    """Yield where a type of a parameter's that lacks the word is called."""
    for parameter, kind in set(_TYPE.findall(file.code)) if made else ():
        if parameter in parameters:
            yield from made.get(parameter, {}).get(kind, ())


def _of_classes(
    file: SourceFile, members: dict[bytes, set[bytes]], parameters: Collection[bytes]
) -> Iterator[RuleOutput]:
    """Yield the word for member templates of classes whose arguments name a parameter."""
    for owner in _STANDARD.keys() & file.names:
        members[owner] = members.get(owner, set()) | _STANDARD[owner]
    for owner, templates in members.items():
        for start in file.occurrences(owner):
            opening = file.next(start + len(owner))
            end = arguments_end(file, opening)
            member = _MEMBER.match(file.code, end) if end else None
            if member is None or member[1] not in templates:
                continue
            words = set(_WORD.findall(file.code, opening, end))
            if words.intersection(parameters) and arguments_end(file, member.end()):
                yield rule.insert(member.start(1), b"template ")


def _templates(
    file: SourceFile,
) -> tuple[dict[bytes, set[bytes]], set[bytes], list[tuple[Span, bytes]]]:
    """Return member templates by class, the templates' parameters, and class templates' braces."""
    classes: list[tuple[Span, bytes]] = []
    members: dict[bytes, set[bytes]] = {}
    parameters: set[bytes] = set()
    bodies: list[tuple[int, bytes]] = []
    for start in file.occurrences(b"template"):
        end = arguments_end(file, file.next(start + len(b"template")))
        if not end:
            continue
        named = _PARAMETER.findall(file.code, start, end)
        parameters.update(named)
        bodies = [one for one in bodies if one[0] > start]
        if owner := _CLASS.match(file.code, end):
            owner_end = closing(file.code, owner.end()) or 0
            bodies.append((owner_end, owner[1]))
            if named and owner_end:
                classes.append(((owner.end(), owner_end), owner[1]))
        elif bodies and (head := _HEAD.match(file.code, end)):
            name_end = file.previous(head.end()) + 1
            name = file.code[word_start(file.code, name_end) : name_end]
            members.setdefault(bodies[-1][1], set()).add(name)
    return members, parameters, classes
