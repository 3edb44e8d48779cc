# make run    set up and run the main job        make test   set up and run all tests
# make check  linters and types                  make bench  side by side with the peers

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test check bench clean

run: $(VENV)/.base
	$(BIN)/plyground study all --scale quick --report report.html
	@echo "Open report.html in a browser. To play, look inside searches and run your own: $(BIN)/plyground serve"

test: $(VENV)/.dev $(VENV)/.browser
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.bench
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Plyground needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": make PYTHON=python3.11 …")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.base: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.base

# The browser tests skip, and say so, where there is no Chromium and no way to get it.
$(VENV)/.browser: $(VENV)/.python
	@command -v chromium >/dev/null || ! command -v apt-get >/dev/null \
	  || { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || echo "chromium could not be installed: the browser tests will be skipped"
	touch $@

$(VENV)/.bench: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps aima3 tqdm
	touch $@ $(VENV)/.base
