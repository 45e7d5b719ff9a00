# Everything is set up in .venv inside this checkout; `make` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := requirements/pins.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Kept, the package's bytecode saves every program that a test starts a quarter of its time.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play web site test tests fetched lint lint-code lint-page format bench kernels docs clean

help: ## List the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

play: $(VENV)/.installed ## Set everything up and start a game
	@$(BIN)/inarow play

web: $(VENV)/.web ## Set everything up and open the web app
	@scripts/fetch-pyodide || echo "The page works without it; only code that you write in the course cannot run."
	@$(BIN)/inarow web

site: $(VENV)/.installed ## Build the page as plain files for any web host, in build/site
	@scripts/fetch-pyodide
	@$(BIN)/inarow site build build/site --pyodide tools/site/node_modules/pyodide

test: ## Set everything up, check the style and types, and run every test
	@$(MAKE) --no-print-directory --jobs=2 lint tests

tests: $(VENV)/.developed fetched
	@# More workers than cores: half of the tests wait, for a page, a clock or another program.
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder

fetched: # What the tests need beside Python's packages
	@scripts/install-from-debian
	@scripts/install-connectx
	@scripts/fetch-pyodide || true

lint: lint-code lint-page ## Check the style, the types and the layers

lint-code: $(VENV)/.developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/page/api_types.py --check
	@scripts/check-types

lint-page:
	@scripts/check-page

format: $(VENV)/.developed ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.developed ## Print the engines' signatures and the speed of the solver
	$(BIN)/inarow bench

kernels: $(VENV)/.developed ## Rebuild the shipped kernels after a change
	$(BIN)/python tools/kernels/build.py

docs: $(VENV)/.developed ## Build the documentation as a site in build/docs, and check its links
	$(BIN)/sphinx-build -q -W --keep-going docs build/docs
	@echo "build/docs/index.html"

clean: ## Remove the virtual environment and the caches
	rm -rf $(VENV) .venv-connectx build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache tools/*/node_modules
	find src tests -name __pycache__ -type d -exec rm -rf {} +

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml requirements/pins.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.web: pyproject.toml requirements/pins.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --editable '.[web]'
	@touch $@ $(VENV)/.installed

$(VENV)/.developed: pyproject.toml requirements/pins.txt | $(VENV)/bin/pip
	@# Most of what is installed is never imported, and Python compiles what is when it is.
	$(BIN)/pip install --quiet --no-compile --editable '.[dev]'
	@touch $@ $(VENV)/.installed $(VENV)/.web
