# make play: try it out.  make test, make check: before a commit.  make help: the rest.

SHELL := /bin/bash
VENV ?= .venv
PORT ?= 8000
python := $(VENV)/bin/python
tools := build/tools
site_pins = sed '/^\# ---/,$$d' constraints.txt
source_pins = sed -n '/^\# --- .*source/,/^\# --- .*tests/p' constraints.txt
tracing_pins = sed -n '/^\# --- .*tracing/,/^\# --- .*comparisons/p' constraints.txt
pins = sed '/^\# --- .*source/,/^\# --- .*tests/d; /^\# --- .*comparisons/,$$d' constraints.txt
pythons := 3.14 3.13 3.12 3.11
machines := manylinux_2_28_x86_64,manylinux2014_x86_64 manylinux_2_28_aarch64,manylinux2014_aarch64 macosx_11_0_arm64
font_packages := $(addsuffix @5.3.0,@fontsource/alegreya-sc $(addprefix @fontsource-variable/atkinson-hyperlegible-,mono next))
sources := accounts api config conquest db deploy feeds games inbox leagues mail ops records reports seasons talk tests training trial web manage.py

.PHONY: play test thorough check lint browser bench year pictures texts board games icons fonts messages pins sbom wheel docs clean help
.DEFAULT_GOAL := help

help: ## say what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: $(VENV)/site ## run the site on this machine until Ctrl-C
	@PLAY=1 $(python) manage.py play --port $(PORT)

test: $(VENV)/dev ## run the tests, on DATABASE_URL and TEST_BROKER_URLS where given
	@$(call run_tests,-m "not thorough")

thorough: $(VENV)/dev ## run all tests: every fault and journey, and the dear ones of every game and language
	@$(call run_tests)

check: lint build/wheels thorough ## everything that must be right before a commit, and no slower than the last release
	@$(MAKE) --no-print-directory bench QUICK=1

lint: $(VENV)/dev $(tools)/tsc ## style, types, direction of imports, migrations, settings
	$(VENV)/bin/ruff format --check $(sources)
	$(VENV)/bin/ruff check $(sources)
	$(VENV)/bin/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html')
	$(VENV)/bin/mypy --no-incremental $(sources)
	$(tools)/node_modules/.bin/tsc -p jsconfig.json
	$(VENV)/bin/lint-imports --no-cache
	@export VAR=$${VAR:-$(CURDIR)/var/test}; $(python) manage.py makemigrations --check --dry-run
	@export VAR=$${VAR:-$(CURDIR)/var/test} SITE_URL=https://play.example.org EMAIL_URL=smtp://mail.example.org \
	IMPRINT_NAME=Zugpost IMPRINT_ADDRESS=Road LOG_DAYS=1 MAIL_LOG_DAYS=1 BACKUP_DAYS=1 \
	SECRET_KEY=$$($(python) -c 'import secrets; print(secrets.token_urlsafe(50))'); \
	$(python) manage.py check --deploy --fail-level WARNING

browser: $(VENV)/dev ## get a chromium for the tests, unless there is one
	@$(python) -m tests.browser

bench: $(VENV)/dev ## measure the rules and the site; with QUICK=1 in three minutes, against the last release
	@$(if $(QUICK),,$(python) -m tests.browser --without "the figures of pages and films will be missing")
	@export VAR=$${VAR:-$(CURDIR)/var/test}; status=0; \
	for part in $(if $(QUICK),"tests.bench quick","conquest bench" tests.bench); do $(python) -m $$part || status=1; done; \
	exit $$status

year: $(VENV)/dev ## let a year of 300 people and 400 games pass, and look for deadlines and letters that are wrong (an hour)
	@export VAR=$${VAR:-$(CURDIR)/var/test}; nice -n 19 $(python) -m tests.simulated_year

pictures: $(VENV)/dev browser ## photograph the pages for docs/pictures
	@$(python) -m tests.pictures

texts: $(VENV)/dev ## keep what the pages, letters and feeds of the gallery say, where it is wanted otherwise
	@export VAR=$${VAR:-$(CURDIR)/var/test}; $(python) -m tests.gallery texts

board: $(VENV)/dev ## work out the land, roads and names of the boards again
	$(python) -m conquest.islands.designs
	$(python) -m conquest.islands.picture.artwork
	$(python) -m conquest --rulesets tests.rulesets boards

games: $(VENV)/dev ## play whole games to each kind of end, for the tests, and those that visitors are shown
	$(python) -m tests.whole_games
	$(python) -m tests.whole_games.answered
	$(python) -m tests.whole_games.samples

icons: $(VENV)/dev ## paint the icons of the site again
	$(python) -m web.icons

fonts: $(VENV)/dev ## write the fonts of pages again, with the characters that they need (npm)
	@npm install --prefix build/fonts --no-save --no-audit --no-fund --silent $(font_packages)
	@$(python) -m venv build/fonttools
	@$(call install_packages,printf '%s\n' fonttools==4.68.0 brotli==1.2.1,build/fonttools)
	@$(python) -m tests.fonts

messages: $(VENV)/dev ## gather the texts to translate, and compile the translations (gettext)
	RULESETS=tests.rulesets $(python) manage.py makemessages --locale de --no-obsolete --add-location file --ignore var --ignore build --ignore "tests/[!r]*" --ignore "*/rulesets/*/tests/*"
	$(python) manage.py compilemessages --locale de --ignore $(VENV)

pins: $(VENV)/dev ## write the hashes of what constraints.txt pins, as INDEX tells them (the address of a package index)
	@test -n "$(INDEX)" || { echo "make pins INDEX=<the address of a package index>"; exit 1; }
	$(python) -m tests.pins $(INDEX)

sbom: $(VENV)/bin/python ## list what the site is made of in build/sbom.json (CycloneDX); with TRACING=1 that extra, too
	@rm -rf build/sbom && $(python) -m venv build/sbom && $(python) -m venv build/cyclonedx
	@$(call install_packages,$(site_pins),build/sbom)
	@$(call build_packages,$(source_pins),build/sbom)
	@$(if $(TRACING),$(call install_packages,$(tracing_pins),build/sbom,--no-deps))
	@$(call install_packages,echo cyclonedx-bom==7.5.0,build/cyclonedx)
	@build/cyclonedx/bin/cyclonedx-py environment --pyproject pyproject.toml --mc-type application \
	--output-reproducible -o build/sbom.json build/sbom/bin/python
	@echo "build/sbom.json"

wheel: $(VENV)/dev ## build the rules as a package of their own, zugpost-rules, into build/dist
	@cd conquest && $(abspath $(python)) -m hatchling build -d $(CURDIR)/build/dist

docs: $(VENV)/dev ## build the documentation of the rules as a library into build/docs (Sphinx)
	@$(python) -m sphinx -b html -c docs/rules -q -W --keep-going docs build/docs
	@echo "build/docs/rules/index.html"

clean: ## remove all that is made here, the data of trials included
	rm -rf $(VENV) var build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@python3=$${PYTHON3:-$$($(newest))}; [ -n "$$python3" ] || { \
	echo "Zugpost needs a Python of 3.11 to 3.14 with its venv module, and there is none here."; exit 1; }; \
	printf "%s" "Making $(VENV) with $$python3: this takes a minute, once …"; \
	$$python3 -m venv $(VENV) && echo " $$SECONDS s" || { echo " failed after $$SECONDS s"; exit 1; }

$(VENV)/site: constraints.txt | $(VENV)/bin/python
	@$(call install_packages,$(site_pins),$(VENV))
	@$(call build_packages,$(source_pins),$(VENV))
	@touch $@

$(VENV)/dev: constraints.txt | $(VENV)/bin/python
	@$(call install_packages,$(pins),$(VENV))
	@$(call build_packages,$(source_pins),$(VENV))
	@touch $@ $(VENV)/site

$(tools)/tsc: Makefile
	@command -v npm > /dev/null || { echo "The types of the scripts are checked by tsc, which needs Node.js and npm."; exit 1; }
	@npm install --prefix $(tools) --no-save --no-audit --no-fund --silent typescript@5.9.3
	@touch $@

# Nothing is compiled anywhere: a person who changes a pin asks the index for its wheels, once.
build/wheels: constraints.txt | $(VENV)/dev
	@for version in $(pythons); do for machine in $(machines); do \
	echo "Wheels for Python $$version on $${machine%%,*}"; \
	$(pins) | $(python) -m pip install -q --dry-run --ignore-installed --only-binary=:all: \
	--python-version $$version --platform $${machine//,/ --platform } --target build/none \
	-r /dev/stdin || exit 1; done; done
	@mkdir -p build && touch $@

# Each test process would otherwise compile all tests again, which takes eleven seconds.
run_tests = $(python) -m tests.browser --without "the journeys in tests/journeys are skipped" && \
	export VAR=$${VAR:-$(CURDIR)/var/test} PYTHONDONTWRITEBYTECODE= && $(python) -m pytest -n 4 $(1)

# Prints the newest Python that runs here and can make a venv.
newest = for python3 in $(pythons:%=python%) python3; do $$python3 -c "import ensurepip, sys; \
	sys.exit(not (3, 11) <= sys.version_info < (3, 15))" 2> /dev/null && { echo $$python3; break; }; done

# Installs the packages that $(1) prints into the venv $(2).
install_packages = $(call run_pip,$(1),$(2),Installing packages into,$(3))

# The same for source archives: with the setuptools that is installed there, as pip would fetch the newest.
build_packages = $(call run_pip,$(1),$(2),Building packages from source in,--no-deps --no-build-isolation --use-pep517)

# Tells in one line what it does, and why if it fails.
run_pip = printf "%s" "$(3) $(2) …"; mkdir -p build; \
	if $(1) | $(2)/bin/python -m pip install -q $(4) -r /dev/stdin > build/pip.log 2>&1; then echo " $$SECONDS s"; \
	else why=$$(grep -m1 -oE "$(network_faults)" build/pip.log || grep -m1 ^ERROR build/pip.log || tail -n1 build/pip.log); \
	echo " failed after $$SECONDS s: $${why:-pip does not say why} (build/pip.log)"; exit 1; fi
network_faults = Failed to establish a new connection[^'\"]*|Failed to resolve [^(]*|[Rr]ead timed out|Connection to [^ ]* timed out
