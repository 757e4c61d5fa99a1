# Every target bootstraps .venv by itself: uv through pip, plain pip where uv will not come.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
STAMP := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
PIP = $(if $(wildcard $(BIN)/uv),VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv pip,$(BIN)/python -m pip)

.PHONY: install serve play test browser quick check format bench docs clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip uv 2>/dev/null || true
	@$(MAKE) --no-print-directory $(STAMP)-packages
	@touch $@

# A second make, as only now is it known whether uv came.
$(STAMP)-packages:
	@$(PIP) install --quiet -e .

$(DEV): $(STAMP)
	@$(PIP) install --quiet --group dev -e .
	@touch $@

serve: $(STAMP)
	@$(BIN)/messdeck serve $(ARGS)

play: $(STAMP)
	@$(BIN)/messdeck play $(or $(GAME),voormsi) $(ARGS)

test: $(DEV)
	$(BIN)/pytest -n auto --dist loadgroup $(ARGS)

browser: $(DEV)
	MESSDECK_BROWSER=required $(BIN)/pytest tests/browser $(ARGS)

quick: $(DEV)
	$(BIN)/pytest -n auto -m "not slow" $(ARGS)

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/messdeck bench

docs: $(DEV)
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
