# Three commands matter: `make play`, `make test` and `make dev`. They set everything up by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# An environment knows its place by heart: in a folder that was renamed or copied it is made anew.
MOVED := $(shell test ! -s $(VENV)/python || test "$$(cat $(VENV)/python)" = "$$(pwd -P)" || rm -rf $(VENV))
CLIENT := $(shell find web -type f -not -path '*/node_modules/*')
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TOGETHER := $(MAKE) --no-print-directory --silent -j3
# Hundreds of programs are started here: what one of them has read and compiled, the next ones need not.
export PYTHONDONTWRITEBYTECODE :=
# A browser's tests look at clocks, so nothing runs beside them; what runs beside anything else takes only what that leaves.
BESIDE := nice -n 19

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

# What compiling could change: the engine and everything that is compiled with it, and that a server runs at all.
PURE := tests/core tests/games tests/golden tests/conformance tests/bots/test_reflexes.py tests/bots/test_guests.py \
  tests/table/test_table_messages.py tests/table/test_races.py tests/table/test_live_races.py \
  tests/server/test_websocket.py tests/server/test_serve.py

.DEFAULT_GOAL := help
.PHONY: help play dev test pure browser client lint types format redteam chaos bench live build engine screenshots docs lock clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | awk -F'\t' '{printf "  make %-11s %s\n", $$1, $$2}'

play: ## set up and play in the browser (ARGS=--lan lets the phones in the house play along)
	@$(TOGETHER) $(VENV)/runs $(VENV)/client
	@$(BIN)/python -m make.play $(ARGS)

dev: ## server and client uncompiled, renewed whenever a file is saved
	@$(TOGETHER) $(VENV)/runs $(VENV)/modules
	@$(BIN)/python -m make.dev

test: ## set up and run every test: compiled, in a browser, and as plain Python
	@$(TOGETHER) engine lint types $(VENV)/client
	@$(PYTEST) -n auto --dist worksteal --ignore tests/browser
	@$(MAKE) --no-print-directory --silent browser
	@$(TOGETHER) pure client

pure: $(VENV)/tools ## test as on a machine without a C compiler what compiling could change
	@SLAMDECK_PURE=1 $(BESIDE) $(PYTEST) -n auto --dist worksteal $(PURE)

browser: engine $(VENV)/tools $(VENV)/client ## play the games in a real browser
	@if tests/browser/chromium >/dev/null; then SLAMDECK_BROWSER=1 $(PYTEST) -n 3 --dist worksteal tests/browser; \
	  else echo "The browser tests are left out."; fi

client: $(VENV)/client ## check and test the browser client
	@$(BESIDE) web/npm run --silent check
	@$(BESIDE) web/npm run --silent lint
	@$(BESIDE) web/npm test --silent

lint: $(VENV)/tools ## check style
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml

types: $(VENV)/tools ## check types
	@$(BIN)/mypy

format: $(VENV)/tools ## put the code into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

redteam: engine $(VENV)/tools $(VENV)/client ## attack a server in every way we know, and say what an honest table felt
	@$(BIN)/python -m tests.redteam $(ARGS)

chaos: engine $(VENV)/tools ## kill servers a thousand times, strike nodes, send a million hostile frames, play under attack, run all races of the fairness study
	@SLAMDECK_KILLS=1000 SLAMDECK_HOSTILE=1000000 $(BIN)/python -m pytest -s \
	  tests/server/store/test_kill.py tests/server/test_server_kill.py tests/redteam/test_hostile.py
	@SLAMDECK_CHAOS_FAULTS=102 SLAMDECK_CHAOS_TABLES=200 $(BIN)/python -m pytest -n 0 -s tests/server/chaos
	@$(BIN)/python -m tests.redteam.soak
	@$(BIN)/slamdeck fairness --races 10000
	@SLAMDECK_LIVE_RACES=600 $(PYTEST) -s tests/measure/fairness/test_live.py

bench: engine $(VENV)/peers ## measure our speed against other engines, in one run
	@$(BIN)/slamdeck bench

live: engine ## measure what an input costs, beside other game servers (needs Node)
	@cd bench/peers && npm ci --silent --no-audit --no-fund
	@$(BIN)/slamdeck bench --live

build: engine $(VENV)/client ## compile the engine and build the browser client

engine: $(VENV)/runs ## compile the engine, unless it was compiled from these very sources
	@$(BIN)/python -m make.engine
	@$(BIN)/slamdeck --version

screenshots: engine $(VENV)/tools $(VENV)/client ## photograph every page and game into docs/images
	@tests/browser/chromium >/dev/null
	@$(BIN)/python -m tests.browser.screenshots docs/images

docs: $(VENV)/site ## the documents as a site to be read offline, every link checked
	@$(BIN)/python -m make.docs

lock: $(VENV)/tools ## renew the locked versions
	@$(LOCK) requirements/dev.in pyproject.toml --extra postgres -o requirements/dev.txt
	@$(LOCK) requirements/dev.in pyproject.toml --extra postgres --extra bench -o requirements/bench.txt
	@$(LOCK) requirements/play.in pyproject.toml --extra postgres -c requirements/dev.txt -o requirements/postgres.txt
	@$(LOCK) requirements/play.in pyproject.toml -c requirements/dev.txt -o requirements/play.txt
	@$(LOCK) requirements/build.in -c requirements/dev.txt -o requirements/build.txt
	@$(LOCK) requirements/node.in -o requirements/node.txt
	@$(LOCK) requirements/docs.in -c requirements/dev.txt -o requirements/docs.txt

clean: ## remove everything that was built
	rm -rf $(VENV) build src/*.egg-info src/slamdeck/web web/node_modules

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Slamdeck needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@pwd -P > $@

# Only what runs; what compiling needs is fetched when something is compiled.
$(VENV)/runs: $(VENV)/python requirements/play.txt pyproject.toml setup.py
	@echo "installing what runs …"
	@$(PIP) --require-hashes -r requirements/play.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/tools: $(VENV)/runs requirements/dev.txt
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/modules: $(VENV)/python web/package-lock.json
	@web/npm ci --silent
	@touch $@

$(VENV)/client: $(VENV)/modules $(CLIENT)
	@echo "building the browser client …"
	@web/npm run --silent build -- --logLevel warn
	@touch $@

$(VENV)/site: $(VENV)/runs requirements/docs.txt
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

$(VENV)/peers: $(VENV)/tools requirements/bench.txt
	@$(PIP) --require-hashes -r requirements/bench.txt
	@touch $@
