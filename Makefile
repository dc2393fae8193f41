# Every task of Dragonpost. Each target works alone on a fresh machine with Python 3.11+, pip, venv and make.
#   make play HOST=0.0.0.0 PORT=8000 DATA=/srv/dragonpost

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.run-stamp
TEST_STAMP := $(VENV)/.test-stamp
PACKAGES := domain projections services workers
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate

# Tests start hundreds of processes: each would compile all that it imports, where this is set.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play install setup test check audit format bench bench-large chaos pictures lock clean

help: ## Show the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

play: $(RUN_STAMP) ## Start the server on this machine (HOST, PORT and DATA are passed on when set)
	@$(BIN)/dragonpost serve $(if $(HOST),--host "$(HOST)") $(if $(PORT),--port "$(PORT)") $(if $(DATA),--data "$(DATA)")

# What setuptools leaves in build/ would be installed again, modules that are gone by then too.
install: ## Install into an environment of its own, apart from this checkout (INTO names it: INTO=/opt/dragonpost/.venv)
	$(if $(INTO),,$(error INTO names the environment: make install INTO=/opt/dragonpost/.venv))
	$(PYTHON) -m venv $(INTO)
	$(INTO)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	rm -rf build
	$(INTO)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation .
	rm -rf build

setup: $(TEST_STAMP) ## Set up everything for tests and checks in .venv

test: $(TEST_STAMP) ## Run the tests on all processors (ARGS are passed to pytest; -n 0 takes one)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

check: $(TEST_STAMP) ## Lint, check format, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

audit: $(TEST_STAMP) ## Ask advisory services whether a locked dependency has a known fault
	$(BIN)/python .ci/audit.py

format: $(TEST_STAMP) ## Sort imports, apply safe fixes and format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(TEST_STAMP) ## Run the benchmarks
	$(BIN)/python -m tests.benchmarks $(ARGS)

chaos: $(TEST_STAMP) ## Kill every process again and again while games are played, then compare (ARGS=--help says more)
	$(BIN)/python -m tests.chaos $(ARGS)

bench-large: $(TEST_STAMP) ## Run the benchmarks that take long: memory of the store, 100,000 games
	$(BIN)/python -m tests.benchmarks $(or $(ARGS),memory stored)

pictures: $(TEST_STAMP) ## Take a picture of every page and state, and renew those in the README (ARGS name some, or a folder)
	$(BIN)/python -m tests.pictures $(ARGS)

lock: $(TEST_STAMP) ## Renew requirements.lock and requirements-test.lock (ARGS=--upgrade for newer versions)
	$(COMPILE) $(ARGS) requirements.in -o requirements.lock
	$(COMPILE) $(ARGS) requirements-test.in -o requirements-test.lock

clean: ## Remove the virtual environment and all caches; games are kept
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps. Dragonpost itself is installed in place; its build backend comes from the lock, so nothing else is fetched.
IN_PLACE = $(INSTALL) --no-build-isolation --config-settings editable_mode=compat --editable .

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Setting up $(VENV) for running"
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(IN_PLACE)
	@touch $@

# uv is taken from the lock first, because it installs the rest several times faster than pip. It does not read pip's
# settings; where those name a mirror that it cannot do without, pip does the work.
$(TEST_STAMP): requirements-test.lock pyproject.toml | $(BIN)/python
	@echo "Setting up $(VENV) for tests and checks"
	@awk '/^[^ #]/ { wanted = /^uv==/ } wanted' requirements-test.lock > $(VENV)/uv-only.txt
	@$(INSTALL) --require-hashes -r $(VENV)/uv-only.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements-test.lock \
		|| $(INSTALL) --require-hashes -r requirements-test.lock
	@$(IN_PLACE)
	@touch $@ $(RUN_STAMP)
