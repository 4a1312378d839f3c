# Two commands on a fresh Debian-like machine with Python 3.11.5 or newer (venv) and make: `make demo`, `make test`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORTER := $(BIN)/porter
DEMO   := build/demo
MINUTES ?= 60
START  ?= 0

# Hundreds of tests start porter: without bytecode each would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo verify check test test-all fuzz bench lint docs clean

setup: $(VENV)/.ready
	@$(PORTER) toolchain install
	@$(PORTER) toolchain install cuda-headers

$(VENV)/.ready: pyproject.toml
	@echo "setting up $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5))' \
	  || { echo "porter needs Python 3.11.5 or newer: make PYTHON=python3.12 …" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check torch==2.13.0 setuptools psutil
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: setup
	@$(PORTER) toolchain status
	@rm -rf $(DEMO) $(DEMO)-ac4k
	$(PORTER) convert csrc_cuda --to hip --exclude ac4k --out $(DEMO)
	$(PORTER) build $(DEMO) --arch gfx942,gfx1100 --syntax-only
	$(PORTER) convert csrc_cuda/ac4k --project multiarch --out $(DEMO)-ac4k
	$(PORTER) build $(DEMO)-ac4k --arch gfx942,gfx1100 --syntax-only
	@$(MAKE) --no-print-directory verify

# Every project against an H200's recordings, without a GPU. Extensions at one wave size, compiled fast:
# LLVM takes minutes for all their kernels, once.
verify: setup
	$(PORTER) verify --ref cuda warp_kit
	PORTER_CPU_OPTIMIZE=0 $(PORTER) verify --ref cuda --on hip:cpu:gfx1100 efficient_kernels causal_conv1d

# For work on a rule or on porter's Python: under two minutes, nothing to install but the packages.
# Left to `make test`: the executor, what is killed at every step, downloads, and how the steps of rules grow.
# A third worker, since some tests wait more than they compute.
UNCHECKED := tests/execute tests/toolchain tests/sync/write tests/tensor_cores tests/fixers/test_growth.py
check: lint
	@$(BIN)/pytest -n 3 --dist worksteal -m "not slow and not toolchain" $(UNCHECKED:%=--ignore %)

# What tests of the executor's libraries need beside the rest; without it they are skipped.
.PHONY: libraries
libraries: setup
	@$(PORTER) toolchain install cuda-library-headers host-blas \
	  || echo "the executor's libraries of mathematics are not tested: see above" >&2

# What slow tests of operators compile; without it they are skipped, and the last lines say so.
.PHONY: composable-kernel
composable-kernel: setup
	@$(PORTER) toolchain install ck || echo "operators of Composable Kernel are not tested: see above" >&2

test: libraries lint
	@$(BIN)/pytest -n 3 --dist worksteal -m "not slow"
	@$(MAKE) --no-print-directory verify

# The report in a real browser; without Chromium and its driver these tests are skipped.
.PHONY: browser pictures
browser: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[browser]'
	@$(BIN)/pytest tests/report/html

# The pictures of docs/report.md, and the cast of README.md.
pictures: browser
	$(BIN)/python -m tests.report.cast docs/pictures/terminal.svg
	$(BIN)/python -m tests.report.html.screenshots docs/pictures

# The documentation as a site, with a reference in which every CUDA name has an anchor.
.PHONY: site
site: $(VENV)/.ready
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@$(BIN)/python -m porter.cli._site docs build/site-pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

test-all: libraries composable-kernel lint browser
	@PORTER_TEST_ALL=1 $(BIN)/pytest -n 2 -rs

# Mutated sources through every reader and conversion; what breaks is kept in tests/fuzz/corpus.
# `make fuzz MINUTES=60 TARGETS=convert_cuda START=1`: another START gives other cases.
fuzz: setup
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) --start $(START) $(TARGETS)

bench: setup
	$(BIN)/python -m benchmarks

lint: $(VENV)/.ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

docs: $(VENV)/.ready
	@$(BIN)/python -m porter.report.rule_pages docs/rules

clean:
	rm -rf build $(VENV)
