# The same commands on a laptop and in CI. Each sets up what it needs in .venv, and says so.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help build serve check fix diff test changes prove quick lint bench links ages canary lock clean

help: ## Show the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build: $(VENV)/runtime ## Build the site into site/
	$(BIN)/mkdocs build --strict

serve: $(VENV)/runtime ## Preview with live reload; some generated pages alone: ONLY=models/gpt2
	ONLY="$(ONLY)" ATLAS_FAIL_ON_MACRO_ERROR=false $(BIN)/mkdocs serve --no-strict

check: $(VENV)/runtime ## Check the data alone
	@$(BIN)/python -m macros check --format $(or $(FORMAT),text)

diff: $(VENV)/runtime ## Say what lies between two states of the data: OLD=main NEW=.
	@$(BIN)/python -m macros diff "$(or $(OLD),HEAD)" "$(or $(NEW),.)" --format $(or $(FORMAT),text)

fix: $(VENV)/runtime ## Bring generated files up to date: schemas, schema lines, published addresses
	@$(BIN)/python -m macros fix $(if $(DRY_RUN),--dry-run)

PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile

test: $(VENV)/tools lint ## Everything: code, data, site, browser
	$(BIN)/python -m tests.support.chromium
	$(PYTEST)

changes: $(VENV)/tools ## Try every kind of change to today's data: check, build, compare
	$(PYTEST) tests/site/test_data_changes.py

prove: $(VENV)/tools ## The proofs at their full size, which tests run in part
	$(BIN)/python -m tests.support.chromium
	$(BIN)/python -m pytest --prove -m proof

quick: $(VENV)/tools lint ## The part of the tests that needs no built site and no browser
	$(PYTEST) tests/unit

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/bench ## Measure all that has a bound, in half an hour; or a part: ONLY="checks pages"
	$(BIN)/python -m tests.support.chromium
	$(BIN)/python -m bench $(if $(ONLY),--only $(ONLY))

# These three print their report, or write it to the file REPORT.
TO = $(if $(REPORT),--report "$(REPORT)")

links: $(VENV)/runtime ## Ask whether the addresses in the data still answer
	@$(BIN)/python -m upkeep links $(TO)

ages: $(VENV)/runtime ## List the facts that are past their age rule today
	@$(BIN)/python -m upkeep ages $(TO)

canary: $(VENV)/runtime ## Build with the newest dependencies and other builders
	@$(BIN)/python -m upkeep canary $(TO)

LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras \
	--allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock: $(VENV)/tools ## Lock the requirements anew
	$(LOCK) --output-file requirements.txt requirements.in
	$(LOCK) --output-file requirements-dev.txt requirements-dev.in
	$(LOCK) --output-file requirements-bench.txt requirements-bench.in

clean: ## Remove what the commands made
	rm -rf $(VENV) site .site.* bench/work .mypy_cache .ruff_cache .pytest_cache

$(VENV)/python:
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/runtime: requirements.txt | $(VENV)/python
	@echo "Installing the locked requirements into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/tools: requirements-dev.txt | $(VENV)/runtime
	@echo "Installing the locked tools for tests into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# Locked to the versions that the tests use: it adds, and changes none of them.
$(VENV)/bench: requirements-bench.txt | $(VENV)/tools
	@echo "Installing what the benchmark compares with into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
	@touch $@
