# Every target bootstraps .venv by itself: uv through pip, plain pip where uv will not come.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
STAMP := $(VENV)/.installed

.PHONY: install serve play test quick check format bench docs clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv 2>/dev/null || true
	@if [ -x $(BIN)/uv ]; then \
		VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv pip install --quiet --group dev -e . ; \
	else \
		$(BIN)/python -m pip install --quiet --upgrade pip && \
		$(BIN)/python -m pip install --quiet --group dev -e . ; \
	fi
	@touch $@

serve: $(STAMP)
	@$(BIN)/messdeck serve $(ARGS)

play: $(STAMP)
	@$(BIN)/messdeck play $(or $(GAME),voormsi) $(ARGS)

test: $(STAMP)
	$(BIN)/pytest -n auto $(ARGS)

quick: $(STAMP)
	$(BIN)/pytest -n auto -m "not slow" $(ARGS)

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/messdeck bench

docs: $(STAMP)
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
