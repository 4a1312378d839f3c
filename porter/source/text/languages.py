"""The language of a file, by its name."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Language(StrEnum):
    """A language that rules are written for; `OTHER` is copied as it is.

    `BUILD` is any other description of a build or of what it takes; `WORKFLOW` says what a service
    runs for each change; `MARKUP` is text for people.
    """

    CUDA = "cuda"
    PYTHON = "python"
    NOTEBOOK = "notebook"
    CMAKE = "cmake"
    MAKE = "make"
    BUILD = "build"
    SHELL = "shell"
    DOCKERFILE = "dockerfile"
    WORKFLOW = "workflow"
    MARKUP = "markup"
    OTHER = "other"


#: Languages of texts that hold command lines beside other things.
WITH_COMMANDS = (Language.SHELL, Language.DOCKERFILE, Language.WORKFLOW, Language.MARKUP)


#: C, C++ and CUDA are one language here: any of them may hold CUDA names.
_SUFFIXES: dict[str, Language] = {
    **dict.fromkeys(
        (
            ".cu .cuh .hip .h .hh .hpp .hxx .h++ .c .cc .cpp .cxx .c++ "
            ".inl .inc .ipp .tpp .tcc .txx .icc .tcu .impl "
            ".cu.in .h.in .hpp.in .cuh.in .cpp.in .cc.in .inl.in .cu.j2 .cuh.j2 .h.j2 .cu.jinja "
            ".cu.template .cuh.template .h.template .cu.tmpl .cuh.tmpl .h.tmpl .cu.mako "
            # what `configure_file` makes sources of
            ".h.cmake .hh.cmake .hpp.cmake .hxx.cmake .cuh.cmake .cu.cmake .cpp.cmake .c.cmake "
            # what a Makefile copies where CUDA is chosen
            ".h.cuda .hpp.cuda .c.cuda .cc.cuda .cpp.cuda .h.gpu .hpp.gpu .c.gpu .cc.gpu .cpp.gpu"
        ).split(),
        Language.CUDA,
    ),
    ".py": Language.PYTHON,
    ".pyi": Language.PYTHON,
    ".ipynb": Language.NOTEBOOK,
    ".cmake": Language.CMAKE,
    ".cmake.in": Language.CMAKE,
    **dict.fromkeys((".mk", ".mak", ".make", ".mk.in", ".mak.in"), Language.MAKE),
    ".bzl": Language.BUILD,
    ".bazel": Language.BUILD,
    **dict.fromkeys(
        (".sh", ".bash", ".zsh", ".ksh", ".sh.in", ".slurm", ".sbatch"), Language.SHELL
    ),
    ".dockerfile": Language.DOCKERFILE,
    **dict.fromkeys((".md", ".markdown", ".rst"), Language.MARKUP),
}
_NAMES: dict[str, Language] = {
    "CMakeLists.txt": Language.CMAKE,
    "Makefile": Language.MAKE,
    "makefile": Language.MAKE,
    "GNUmakefile": Language.MAKE,
    **dict.fromkeys(("make.inc", "Make.inc", "Makefile.inc", "makefile.inc"), Language.MAKE),
    **dict.fromkeys(
        "MANIFEST.in pyproject.toml setup.cfg meson.build BUILD compile_flags.txt "
        "CMakePresets.json CMakeUserPresets.json".split(),
        Language.BUILD,
    ),
    **dict.fromkeys(("Dockerfile", "Containerfile"), Language.DOCKERFILE),
    **dict.fromkeys(("Jenkinsfile", ".gitlab-ci.yml", ".travis.yml"), Language.WORKFLOW),
    **dict.fromkeys(("README", "README.txt", "INSTALL", "INSTALL.txt"), Language.MARKUP),
    **dict.fromkeys(("readme", "readme.txt", "Readme.txt", "ReadMe.txt"), Language.MARKUP),
}

#: Makefiles with an end of their own, and what they include under names of the same form.
_MAKEFILE = re.compile(
    r"(?:GNUm|[Mm])akefile[._-](?!PL$|orig$|bak$|log$|md$|txt$|html$)[\w.-]+"
    r"|[Mm]ake\.(?:config|include|def|defs|sys|common|rules|vars|opts|options|in)"
)

#: Ends of Makefiles that say for which GPUs, and ends of sources.
_FOR_GPUS = frozenset({"hip", "cu", "cuda"})

#: What a release changed is no instruction: CHANGELOG.md, v3.0.0.rst.
_CHANGES = re.compile(r"(?i)change(?:s|log)|news|history|releases?(?:[-_ ]?notes)?|v?\d+(?:\.\d+)+")

#: Folders of services that build each change.
_HOSTS = frozenset({".github", ".gitea", ".forgejo"})
_DOCKERFILE = re.compile(r"(?:Docker|Container)file[._-][\w.-]+(?<!\.md)|[\w.-]+[._-]Dockerfile")
#: The first line of a script that a shell runs.
_SHELL = re.compile(rb"#![ \t]*[^\s]*/(?:env[ \t]+(?:-S[ \t]+)?)?(?:ba|da|z|k)?sh\b")

#: How templates end of which nothing says what is made of them.
_TEMPLATES = (".template", ".tmpl", ".tpl", ".j2", ".jinja", ".jinja2", ".mako")
_MARK = re.compile(rb"\b__(?:global|device)__\b")
_INCLUDE = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include\b")

#: Suffixes of files that nvcc takes for device code, whatever they include.
DEVICE_SUFFIXES = frozenset({".cu", ".cuh", ".cu.in", ".cuh.in"})
#: Of what compilers are given, as headers are not.
UNIT_SUFFIXES = (".cu", ".cpp", ".cc", ".cxx", ".c", ".hip")


def language_of(path: str) -> Language:
    """Return the language of the file called `path`."""
    name = path.rpartition("/")[2]
    named = _NAMES.get(name)
    if named is not None:
        return named
    stem, dot, last = name.rpartition(".")
    found = Language.OTHER
    if dot and stem:
        if "." not in stem:
            found = _SUFFIXES.get("." + last.lower(), Language.OTHER)
        else:
            found = _by_suffix(stem.rpartition(".")[2].lower(), last.lower())
    if found is Language.MARKUP and _CHANGES.fullmatch(stem):
        return Language.OTHER
    # `makefile.hip` is one for hipcc; `makefile.c` and `makefile.py` are what they end with.
    is_open = found is Language.OTHER or last in _FOR_GPUS
    if is_open and name[:1] in "MmG" and _is_makefile(name):
        return Language.MAKE
    if found is not Language.OTHER:
        return found
    if "ockerfile" in name or "ontainerfile" in name:
        return Language.DOCKERFILE if _DOCKERFILE.fullmatch(name) else found
    if name.endswith((".yml", ".yaml", ".txt", ".in")):
        folders = path.split("/")[:-1]
        if _is_workflow(folders, name):
            return Language.WORKFLOW
        if _is_requirements(folders, name):
            return Language.BUILD
    return found


def _is_workflow(folders: list[str], name: str) -> bool:
    """Tell whether a file is one of a service that builds each change or starts containers."""
    stem, _, last = name.rpartition(".")
    if last not in ("yml", "yaml"):
        return False
    if stem.startswith(("azure-pipelines", "compose", "docker-compose")):
        return True
    if stem in ("appveyor", ".appveyor") or stem.endswith(".gitlab-ci") or ".gitlab" in folders:
        return True
    if folders[-1:] == [".circleci"] and stem == "config":
        return True
    return any(
        folders[at + 1 :] == ["workflows"] or folders[at + 1 : at + 2] == ["actions"]
        for at, folder in enumerate(folders)
        if folder in _HOSTS
    )


def _is_requirements(folders: list[str], name: str) -> bool:
    """Tell whether a file lists what pip or Conda installs."""
    stem, _, last = name.rpartition(".")
    if last in ("txt", "in"):
        is_listed = "requirements" in stem or folders[-1:] == ["requirements"]
        return is_listed or (last == "txt" and stem.startswith("constraints"))
    is_recipe = folders[-1:] == ["conda"] and name == "meta.yaml"
    return is_recipe or "environment" in stem or "conda" in stem


def may_be_script(name: str) -> bool:
    """Tell whether a file of this name may be a script that only its first line tells of."""
    return "." not in name and name not in _NAMES


def is_shell_script(beginning: bytes) -> bool:
    """Tell whether a file that begins with these bytes is run by a shell."""
    return _SHELL.match(beginning) is not None


def may_be_template(name: str) -> bool:
    """Tell whether a script may make a source of a file of this name, whose text alone tells."""
    return name.endswith(_TEMPLATES)


def is_device_code(data: bytes) -> bool:
    """Tell whether a text includes headers, or pieces of sources, and marks functions for a GPU."""
    return _MARK.search(data) is not None and _INCLUDE.search(data) is not None


def _is_makefile(name: str) -> bool:
    """Tell whether the name is one of a Makefile: `Makefile.linux`, `make.config`."""
    return _MAKEFILE.fullmatch(name) is not None


@lru_cache(maxsize=512)
def _by_suffix(second: str, last: str) -> Language:
    """Return the language of `name.second.last`."""
    return _SUFFIXES.get(f".{second}.{last}") or _SUFFIXES.get(f".{last}", Language.OTHER)
