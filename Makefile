PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test chromium lint bench clean

demo: $(VENV)/.installed  ## the main job on the bundled examples, English and Chinese
	$(BIN)/voxpop demo
	$(BIN)/voxpop demo --lang zh

test: $(VENV)/.dev chromium  ## the whole suite
	$(BIN)/pytest -n 2

chromium:  ## the browser that walks through the web app; without it those tests are skipped
	@command -v chromium >/dev/null || apt-get install -y -q chromium >/dev/null 2>&1 || \
	  echo '!!! No Chromium here, and it cannot be installed: the web app will NOT be tested in a browser. !!!'

lint: $(VENV)/.dev  ## style, formatting, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.bench  ## speed beside the peers, in one run
	$(BIN)/python -m research.benchmarks

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.installed

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@
