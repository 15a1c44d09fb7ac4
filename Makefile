# The same commands run on a laptop and in CI. Each installs what it needs into .venv first.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help build serve check fix diff test pytest changes prove quick lint bench links watch ages canary release lock clean

help: ## List the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build: $(VENV)/runtime ## Build the site into site/
	$(BIN)/mkdocs build --strict

serve: $(VENV)/runtime ## Preview with live reload; ONLY=models/gpt2 builds only matching generated pages
	ONLY="$(ONLY)" ATLAS_FAIL_ON_MACRO_ERROR=false $(BIN)/mkdocs serve --no-strict

check: $(VENV)/runtime ## Check the data only; FORMAT=text, github or json
	@$(BIN)/python -m macros check --format $(or $(FORMAT),text)

diff: $(VENV)/runtime ## Compare two versions of the data: OLD=main NEW=. FORMAT=text, markdown or json
	@$(BIN)/python -m macros diff "$(or $(OLD),HEAD)" "$(or $(NEW),.)" --format $(or $(FORMAT),text)

fix: $(VENV)/runtime ## Update generated files: schemas, schema lines, published addresses; DRY_RUN=1 lists them
	@$(BIN)/python -m macros fix $(if $(DRY_RUN),--dry-run)

# One process more than processors: tests wait for browsers and for builds in processes of their own.
PROCESSES = $(shell $(BIN)/python -c "import os; print(os.cpu_count() + 1)")
PYTEST = $(BIN)/python -m pytest --numprocesses $(PROCESSES) --dist loadfile --no-loadscope-reorder

test: $(VENV)/tools ## Run all tests: code, data, built site, browser
	@$(MAKE) --no-print-directory --jobs 2 lint pytest

pytest: $(VENV)/tools
	$(BIN)/python -m upkeep.chromium
	$(PYTEST)

changes: $(VENV)/tools ## Test each kind of data change on the real data: check, build, compare
	$(PYTEST) --prove tests/site/test_data_changes.py

prove: $(VENV)/tools ## Run the long tests at full size; `make test` runs a part of them
	$(BIN)/python -m upkeep.chromium
	$(BIN)/python -m pytest --prove -m proof

quick: $(VENV)/tools lint ## Run the unit tests: no built site, no browser
	$(PYTEST) tests/unit

SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema

lint: $(VENV)/tools ## Check format, style and types of the code, and the workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/zizmor --offline --pedantic --quiet .github .pre-commit-config.yaml
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(SCHEMA) vendor.gitlab-ci --data-transform gitlab-ci .gitlab-ci.yml

bench: $(VENV)/bench ## Measure build time, memory and sizes, in half an hour; a part: ONLY="check sizes"
	$(BIN)/python -m bench $(if $(ONLY),--only $(ONLY))

# These print a report, or write it to the file named by REPORT.
TO = $(if $(REPORT),--report "$(REPORT)")

release: $(VENV)/tools ## Make the files of a release of the data from site/, into release/
	@$(BIN)/python -m upkeep.release --to release

links: $(VENV)/runtime ## Find broken and moved links in the data
	@$(BIN)/python -m upkeep links $(TO)

watch: $(VENV)/runtime ## List newer versions that upstreams have published
	@$(BIN)/python -m upkeep watch $(TO)

ages: $(VENV)/runtime ## List facts older than the age rule allows today
	@$(BIN)/python -m upkeep ages $(TO)

canary: $(VENV)/tools ## Build and test with the newest dependencies and with ProperDocs
	@$(BIN)/python -m upkeep canary $(TO)

LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras \
	--allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock: $(VENV)/tools ## Update the locked requirements to the newest versions
	$(LOCK) --output-file requirements/runtime.txt requirements/runtime.in
	$(LOCK) --output-file requirements/dev.txt requirements/dev.in
	$(LOCK) --output-file requirements/bench.txt requirements/bench.in

clean: ## Delete everything these commands created
	rm -rf $(VENV) site release .site.* .bench .mypy_cache .ruff_cache .pytest_cache

$(VENV)/python:
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/runtime: requirements/runtime.txt | $(VENV)/python
	@echo "Installing the locked requirements into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/runtime.txt
	@touch $@

$(VENV)/tools: requirements/dev.txt | $(VENV)/runtime
	@echo "Installing the locked tools for tests into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# Its versions are constrained by dev.txt, so it changes none that the tests use.
$(VENV)/bench: requirements/bench.txt | $(VENV)/tools
	@echo "Installing the requirements of the benchmark into $(VENV)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
