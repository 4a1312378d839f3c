"""How Makefiles are called. Who asks this alone need not load what reads them."""

#: Names that make reads when it is called without one, the first that is there.
MAKEFILE_NAMES = ("GNUmakefile", "makefile", "Makefile")
