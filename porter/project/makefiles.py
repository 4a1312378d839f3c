"""The file names that make reads by default."""

#: What make reads when it is told nothing: the first of these that is there.
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
