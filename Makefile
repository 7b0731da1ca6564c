# Two commands matter: `make play` and `make test`. Both set everything up by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src -name '*.py') pyproject.toml setup.py

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help play test pure lint types format chaos bench live build lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

play: $(VENV)/built ## set up and play in this terminal
	@$(BIN)/slamdeck play

test: $(VENV)/built lint types ## set up and run every test, compiled and as plain Python
	@$(BIN)/python -m pytest -n auto
	@$(MAKE) --no-print-directory pure

pure: $(VENV)/pure ## run every test as on a machine without a C compiler
	@PYTHONPATH=$(VENV)/pure $(BIN)/python -c 'import slamdeck, sys; sys.exit(slamdeck.is_compiled())'
	@PYTHONPATH=$(VENV)/pure $(BIN)/python -m pytest -n auto

lint: $(VENV)/installed ## check style
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/installed ## check types
	@$(BIN)/mypy

format: $(VENV)/installed ## put the code into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

chaos: $(VENV)/built ## kill servers a thousand times under load and look for anything lost
	@SLAMDECK_KILLS=1000 $(BIN)/python -m pytest -s tests/server/test_kill.py tests/server/test_server_kill.py

bench: $(VENV)/peers ## measure our speed against other engines, in one run
	@$(BIN)/slamdeck bench

live: $(VENV)/built ## measure what an input costs, beside other game servers (needs Node)
	@cd bench/peers && npm ci --silent --no-audit --no-fund
	@$(BIN)/slamdeck bench --live

build: $(VENV)/built ## compile the engine

lock: $(VENV)/installed ## renew the locked versions
	@$(COMPILE) requirements/dev.in pyproject.toml -o requirements/dev.txt
	@$(COMPILE) requirements/dev.in pyproject.toml --extra bench -o requirements/bench.txt

clean: ## remove everything that was built
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -delete

$(VENV)/installed: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit("Slamdeck needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# Compiled modules win over edited sources, so every change of a source builds again.
$(VENV)/built: $(VENV)/installed $(ENGINE)
	@echo "building the engine (about a minute) …"
	@find src -name '*.so' -delete
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/slamdeck --version
	@touch $@

# A copy, so that nothing compiled earlier can slip in; the compiler that is asked for does not exist.
$(VENV)/pure: $(VENV)/installed $(ENGINE)
	@rm -rf $@ $@-source && mkdir $@-source && cp -r pyproject.toml setup.py README.md LICENSE src $@-source
	@find $@-source -name '*.so' -delete && rm -rf $@-source/src/*.egg-info
	@CC=no-such-compiler $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --no-build-isolation --target $@ ./$@-source
	@touch $@

$(VENV)/peers: $(VENV)/built requirements/bench.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
