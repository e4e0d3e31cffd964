PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test product-test research-test chromium perl lint docs bench clean

demo: $(VENV)/.installed  ## the main job on the bundled examples, English and Chinese
	$(BIN)/voxpop demo
	$(BIN)/voxpop demo --lang zh

test: $(VENV)/.dev $(VENV)/.research chromium perl  ## the whole suite, of the product and of research
	$(BIN)/pytest -n 2

product-test: $(VENV)/.dev chromium perl  ## the tests of the product alone, which need no torch
	$(BIN)/pytest -n 2 tests

research-test: $(VENV)/.dev $(VENV)/.research  ## the tests of research alone
	$(BIN)/pytest -n 2 research/tests

chromium:  ## the browser that walks through the web app; without it those tests are skipped
	@command -v chromium >/dev/null || apt-get install -y -q chromium >/dev/null 2>&1 || \
	  echo '!!! No Chromium here, and it cannot be installed: the web app will NOT be tested in a browser. !!!'

perl:  ## what the Perl script of ROUGE needs; without it those tests are skipped
	@perl -MXML::DOM -e1 2>/dev/null || apt-get install -y -q libxml-dom-perl >/dev/null 2>&1 || true

lint: $(VENV)/.dev  ## style, formatting, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.dev  ## the documentation site, in build/site
	$(BIN)/python docs/site/build.py

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

$(VENV)/.research: research/requirements.lock $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement research/requirements.lock
	touch $@

$(VENV)/.bench: research/benchmarks/requirements.txt $(VENV)/.research
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement research/benchmarks/requirements.txt
	touch $@
