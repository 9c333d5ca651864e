# The whole vocabulary of this repository; the pipeline calls nothing else.
# Tools/Checks contains the work of the targets, one program each.

ARGS ?=
PACKAGE ?=
SEED ?= 1
MINUTES ?= 10
REPLAY ?=
PREFIX ?= $(HOME)/.local
APP ?= Standups
CHECKS := Tools/Checks
.DEFAULT_GOAL := help
.PHONY: help run inspect install uninstall test test-browser test-sanitize torture explore mutants bench format lint \
  check-swiftui docs site site-serve api-check release clean

help: ## Lists the targets, each with one line
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | \
	  while IFS='|' read -r name line; do printf '%-20s %s\n' "$$name" "$$line"; done

run: ## Runs the stand-up keeper's demo; ARGS="list" runs a command, APP=Quotes another program
	@$(CHECKS)/run-app $(APP) $(if $(strip $(ARGS)),$(ARGS),demo)

inspect: ## Records the stand-up keeper's demo, and writes its page for a browser; prints the path
	@$(CHECKS)/run-app Standups demo --record .build/inspect.jsonl >/dev/null
	@swift run --quiet --package-path Tools/Inspect --scratch-path .build \
	  --disable-build-manifest-caching strata-inspect open .build/inspect.jsonl

install: ## Installs the programs with man pages and completions; PREFIX=~/.local
	@$(CHECKS)/install-programs $(PREFIX) $(ARGS)

uninstall: ## Removes what install has installed; PREFIX=~/.local
	@$(CHECKS)/install-programs --remove $(PREFIX)

test: ## Tests every package, or PACKAGE=Stores; ends with one line: N passed, N failed
	@$(CHECKS)/run-tests $(PACKAGE) $(ARGS)

test-browser: ## Tests the page of recordings, and the site if it is there, in a headless Chromium
	@Tests/Browser/run $(ARGS)
	@if [ -e .docs/site/search.json ]; then Tests/Browser/site; else echo "There is no site: make site"; fi

test-sanitize: ## Tests the libraries under the thread sanitizer, once it has found a planted race
	@$(CHECKS)/run-sanitizer $(ARGS)

torture: ## Attacks decoders and programs with damaged input; SEED=1 MINUTES=10
	@$(CHECKS)/run-torture $(SEED) $(MINUTES)

explore: ## Tries the interleavings of small programs; ARGS="--bound 2", or REPLAY="…" for one of them
	@$(CHECKS)/run-explorer $(if $(strip $(REPLAY)),--replay "$(REPLAY)",$(ARGS))

mutants: ## Changes one place of PACKAGE=Core at a time, and names what no test notices; ARGS="--seed 2"
	@$(CHECKS)/run-mutants $(ARGS) $(or $(PACKAGE),Core)

bench: ## Measures the library against this machine's floors; ARGS are the benchmark's own
	@$(if $(strip $(ARGS)),,$(CHECKS)/install-programs $(CURDIR)/.build-release/programs Standups)
	@swift run --quiet -c release --package-path Tools/Benchmarks --scratch-path .build-release \
	  Benchmarks $(ARGS)

format: ## Formats all Swift sources in place
	@$(CHECKS)/run-lint --format

lint: ## Checks format, manifests, layers and rooms, escape hatches, sizes, a consumer by URL, and the API
	@$(CHECKS)/run-lint $(ARGS)
	@$(if $(strip $(ARGS)),,$(CHECKS)/check-api)

check-swiftui: ## Type-checks what is written for SwiftUI and Combine against declarations alone
	@$(CHECKS)/run-lint swiftui

docs: ## Builds the documentation of each module into .docs; warnings are errors
	@$(CHECKS)/build-docs $(ARGS)

site: ## Merges the documentation into one site of static files, .docs/site, with a search
	@Tools/Site/build-site $(ARGS)

site-serve: ## Shows the site at http://localhost:8000/, on this machine alone
	@python3 -m http.server 8000 --bind 127.0.0.1 --directory .docs/site

api-check: ## Compares the public API with the committed baseline; ARGS=--update writes it anew
	@$(CHECKS)/check-api $(ARGS)

release: ## Builds the pages, checks that version, changelog, API and pages agree, and prints the commands of a release
	@$(CHECKS)/build-docs
	@$(CHECKS)/check-release

clean: ## Removes everything that the other targets have made
	rm -rf .build .build-* .docs
