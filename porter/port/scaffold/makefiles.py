"""The names that make reads of itself."""

#: What make reads when it is told nothing: the first of these that is there.
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
