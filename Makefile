# Two commands matter: `make play` and `make test`. Both set everything up by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src -name '*.py') pyproject.toml setup.py
CLIENT := $(shell find web -type f -not -path '*/node_modules/*')
PYTEST := $(BIN)/python -m pytest

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help play test pure browser client lint types format chaos bench live build screenshots lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

play: $(VENV)/built $(VENV)/client ## set up and play in the browser
	@$(BIN)/slamdeck

test: $(VENV)/built lint types client ## set up and run every test: compiled, in a browser, and as plain Python
	@$(PYTEST) -n auto --ignore tests/browser
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory pure

pure: $(VENV)/pure ## run every test of the engine and the server as on a machine without a C compiler
	@PYTHONPATH=$(VENV)/pure $(BIN)/python -c 'import slamdeck, sys; sys.exit(slamdeck.is_compiled())'
	@PYTHONPATH=$(VENV)/pure $(PYTEST) -n auto --ignore tests/browser

browser: $(VENV)/built $(VENV)/client ## play the games in a real browser
	@if tests/browser/chromium >/dev/null; then SLAMDECK_BROWSER=1 $(PYTEST) -n 2 --dist worksteal tests/browser; \
	  else echo "The browser tests are left out."; fi

client: $(VENV)/client ## check and test the browser client
	@web/npm run --silent check
	@web/npm run --silent lint
	@web/npm test --silent

lint: $(VENV)/installed ## check style
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml

types: $(VENV)/installed ## check types
	@$(BIN)/mypy

format: $(VENV)/installed ## put the code into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

chaos: $(VENV)/built ## kill servers a thousand times under load and look for anything lost
	@SLAMDECK_KILLS=1000 $(BIN)/python -m pytest -s tests/server/store/test_kill.py tests/server/test_server_kill.py

bench: $(VENV)/peers ## measure our speed against other engines, in one run
	@$(BIN)/slamdeck bench

live: $(VENV)/built ## measure what an input costs, beside other game servers (needs Node)
	@cd bench/peers && npm ci --silent --no-audit --no-fund
	@$(BIN)/slamdeck bench --live

build: $(VENV)/built $(VENV)/client ## compile the engine and build the browser client

screenshots: $(VENV)/built $(VENV)/client ## photograph every page and game into docs/images
	@tests/browser/chromium >/dev/null
	@$(BIN)/python -m tests.browser.screenshots docs/images

lock: $(VENV)/installed ## renew the locked versions
	@$(COMPILE) requirements/dev.in pyproject.toml -o requirements/dev.txt
	@$(COMPILE) requirements/dev.in pyproject.toml --extra bench -o requirements/bench.txt
	@$(COMPILE) requirements/node.in -o requirements/node.txt

clean: ## remove everything that was built
	rm -rf $(VENV) build src/*.egg-info src/slamdeck/web web/node_modules
	find src -name '*.so' -delete

$(VENV)/installed: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit("Slamdeck needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# Compiled modules win over edited sources, so every change of a source builds again.
$(VENV)/built: $(VENV)/installed $(ENGINE)
	@echo "building the engine (a few minutes) …"
	@find src -name '*.so' -delete
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/slamdeck --version
	@touch $@

$(VENV)/modules: $(VENV)/installed web/package-lock.json
	@web/npm ci --silent
	@touch $@

$(VENV)/client: $(VENV)/modules $(CLIENT)
	@echo "building the browser client …"
	@web/npm run --silent build -- --logLevel warn
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
