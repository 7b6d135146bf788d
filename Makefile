# Builds, tests and installs pmgit. 'make help' lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
SECONDS ?= 60
# 'static' builds libgit2 in where its archives are there; 'shared' loads it at each start.
LIBGIT2 ?= static

# Variables of the environment, such as PMGIT_REAL_BACKLOG, reach the tests by themselves.
BINARY = .build/release/pmgit
# The server of 'pmgit web', beside it.
WEB = .build/release/pmgit-web
BINDIR = $(DESTDIR)$(PREFIX)/bin
SHAREDIR = $(DESTDIR)$(PREFIX)/share
MANDIR = $(SHAREDIR)/man
BASH = $(SHAREDIR)/bash-completion/completions
ZSH = $(SHAREDIR)/zsh/site-functions
FISH = $(SHAREDIR)/fish/vendor_conf.d

# Where 'make demo' puts its board.
DEMO ?= $(HOME)/pmgit-demo

# Neither make nor the options of a linker can have a space in a path.
ifneq ($(words $(CURDIR)),1)
$(error the path of this folder, '$(CURDIR)', has a space, with which pmgit can't be built; move it to a path without one)
endif

# 'deps' comes before what needs it, also with 'make -j'.
.NOTPARALLEL:

.DEFAULT_GOAL := build
.PHONY: help deps build demo install uninstall dist deb release check test skipped-tests test-package test-page test-agents test-forges walk-forges test-screen test-recipes proof test-proof sync-model crowd soak fuzz lint benchmark measure-page measure-screen pictures \
  docs site clean

help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' \
	  $(firstword $(MAKEFILE_LIST))

deps: ## Install what is missing on Debian (as root, or by sudo), or say what is
	@Scripts/install-dependencies.sh

# For 'swift build', such as --disable-sandbox where make itself runs in one.
SWIFTFLAGS ?=

# For 'Scripts/build.sh'.
export SWIFT SWIFTFLAGS LIBGIT2

# pmgit-web comes first: the compiler works on its libraries while it waits for the targets that both
# programs have.
build: ## Build .build/release/pmgit and pmgit-web; LIBGIT2=shared loads libgit2
	@Scripts/build.sh pmgit-web pmgit

demo: deps build ## Build, make a board to play with in DEMO (~/pmgit-demo), and show it
	@PMGIT="$(PROGRAM)" Scripts/demo.sh "$(DEMO)"

install: ## Install programs, manual pages and completions below PREFIX (/usr/local)
	@test -x $(BINARY) && test -x $(WEB) || { echo "there is no $(BINARY) yet; run 'make build' first" >&2; exit 1; }
	install -d $(BINDIR) $(MANDIR) $(BASH) $(ZSH) $(FISH)
	install -s -m 755 $(BINARY) $(WEB) $(BINDIR)
	ln -sf pmgit $(BINDIR)/git-pm
	$(BINARY) --generate-completion-script bash > $(BASH)/pmgit
	$(BINARY) --generate-completion-script zsh > $(ZSH)/_pmgit
	$(BINARY) --generate-completion-script fish > $(FISH)/pmgit.fish
	ln -sf pmgit $(BASH)/git-pm
	ln -sf _pmgit $(ZSH)/_git-pm
	@if command -v python3 >/dev/null; then Scripts/man.py $(BINARY) $(MANDIR); \
	else echo "python3 is not installed; the manual pages were left out" >&2; fi

uninstall: ## Remove what 'make install' put below PREFIX
	rm -f $(BINDIR)/pmgit $(BINDIR)/pmgit-web $(BINDIR)/git-pm $(BASH)/pmgit $(BASH)/git-pm \
	  $(ZSH)/_pmgit $(ZSH)/_git-pm $(FISH)/pmgit.fish $(MANDIR)/man1/pmgit.1 $(MANDIR)/man1/git-pm.1 \
	  $(MANDIR)/man1/pmgit-*.1 $(MANDIR)/man5/pmgit-*.5 $(MANDIR)/man7/pmgit-*.7

dist: build ## Pack the built programs into .build/dist: archive, Debian package, sums, bill of materials
	@rm -rf .build/dist && Scripts/dist.sh .build/dist

deb: dist ## The Debian package is among what 'dist' packs; MAINTAINER='Name <address>'

release: ## Write the version, date the changelog, tag and pack: VERSION=1.2.0; DRY_RUN=1 only shows it
	@DRY_RUN="$(DRY_RUN)" Scripts/release.sh "$(VERSION)"

# So many tests at a time. Without a limit a thousand wait for two cores at once, and each that waits for a
# program of its own waits for all the others as well.
WIDTH = 16

# The suites that need no server, no built program and hardly a process of git.
PURE = ^(PlanModelTests|PlanFormatsTests|PlanViewTests|PlanScreenTests|PlanTerminalTests|PlanActionsTests)[.]

check: lint ## Lint, and the tests of what is pure and of the actions: while you work
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) $(SWIFT) test --filter '$(PURE)'

# The tests that run the program run the release build, which starts many times as fast as the debug
# build and is what people get. PROGRAM=FILE runs another one.
PROGRAM = $(CURDIR)/$(BINARY)

# The tests that are in Python, or need it.
IN_PYTHON = Scripts/test-package.sh Scripts/test-page.sh Scripts/test-agents.sh Scripts/test-forges.sh Scripts/test-screen.sh Scripts/test-proof.sh

test: deps build ## Run all tests; PMGIT_REAL_BACKLOG=FILE adds those on a real backlog
	@PMGIT_BINARY="$(PROGRAM)" WIDTH=$(WIDTH) Scripts/test-swift.sh
	@PMGIT="$(PROGRAM)" Scripts/together.sh $(IN_PYTHON)

skipped-tests: build ## The tests that 'make test' skips without the tools of Scripts/install-test-tools.sh
	@PMGIT="$(PROGRAM)" PMGIT_BINARY="$(PROGRAM)" WIDTH=$(WIDTH) ONLY_SKIPPED=1 \
	  Scripts/together.sh Scripts/test-swift.sh $(IN_PYTHON)

test-package: build ## Run the tests of the tutorial, the manual, the package and the jobs of hosts
	@PMGIT="$(PROGRAM)" Scripts/test-package.sh

test-page: build ## Run the tests of 'pmgit web', in Chromium where it is installed
	@PMGIT="$(PROGRAM)" Scripts/test-page.sh

test-agents: build ## Run the tests of 'pmgit agents mcp' with the client of the Python package 'mcp'
	@PMGIT="$(PROGRAM)" Scripts/test-agents.sh

test-forges: build ## Run the tests of bridges with gh and glab, and a server that plays GitHub and GitLab
	@PMGIT="$(PROGRAM)" Scripts/test-forges.sh

walk-forges: build ## Change a board and 1200 issues at random with faults, for an hour; ISSUES=n, MINUTES=n, SEED=n
	@PMGIT="$(PROGRAM)" PMGIT_FORGE_ISSUES=$(or $(ISSUES),1200) PMGIT_FORGE_MINUTES=$(or $(MINUTES),60) \
	  PMGIT_FORGE_SEED=$(or $(SEED),$(shell date +%s)) Scripts/test-forges.sh both_sides_agree

test-screen: build ## Run the tests of 'pmgit screen' in terminals that the Python package 'pyte' reads
	@PMGIT="$(PROGRAM)" Scripts/test-screen.sh

test-recipes: build ## Follow the recipes of CONTRIBUTING.md in a copy of the sources, and compile it
	@Scripts/test-recipes.sh

proof: ## Check the proofs of the merge with Coq, and print the axioms of each theorem
	@Scripts/proof.sh

test-proof: build ## Compare the proved model with the program; PROOF_MERGES=20000, PROOF_SEED=n
	@PMGIT="$(PROGRAM)" PMGIT_REQUIRE_PROOF=1 Scripts/test-proof.sh

sync-model: ## Check all orders of the steps of syncs, for few clones, with Spin; LONG=1 adds larger cases
	@LONG="$(LONG)" Scripts/sync-model.sh

crowd: build ## The crowd test alone; CROWD_PLANS=n, CROWD_SEED=n
	@PMGIT="$(PROGRAM)" python3 -B Tests/AgentTests/test_crowd.py

soak: deps ## Run the long random tests for SECONDS (60) in all, with fresh seeds
	@Scripts/soak.sh $(SECONDS)

fuzz: ## Feed the pure code with random bytes for SECONDS (60), where Swift has libFuzzer
	@Scripts/fuzz.sh $(SECONDS)

lint: ## Check the sources, the paths in the docs, comments and commit subjects, reports, the page, and the shell scripts
	$(SWIFT) format lint --strict --recursive Sources Tests Fuzz Package.swift
	@Scripts/check-paths.sh
	@Scripts/built-in-files.sh --check
	@Scripts/check-page.sh
	@Scripts/check-voice.sh
	@Scripts/check-reports.sh
	@if command -v shellcheck >/dev/null; then \
	  echo "shellcheck Scripts/*.sh ci/*.sh hooks/* packaging/arch/PKGBUILD .ci/run" && shellcheck Scripts/*.sh ci/*.sh hooks/* packaging/arch/PKGBUILD .ci/run; \
	else \
	  echo "shellcheck is not installed; the shell scripts were not checked" >&2; \
	fi

benchmark: build ## Measure commands beside git and peers, in a quarter of an hour; QUICK=1 in a minute
	@QUICK="$(QUICK)" LARGE="$(LARGE)" PMGIT="$(CURDIR)/$(BINARY)" python3 -B Scripts/benchmark

measure-page: build ## Measure 'pmgit web' in Chromium; PLANS=2000 CHANGES=10000
	@PMGIT="$(CURDIR)/$(BINARY)" PYTHONPATH="$(CURDIR)/.build/page-tests" python3 -B Scripts/measure-page.py

measure-screen: build ## Measure 'pmgit screen' in a terminal: keys, the first screen, rest; PLANS=10000 KEYS=200
	@PMGIT="$(CURDIR)/$(BINARY)" PYTHONPATH="$(CURDIR)/.build/screen-tests" python3 -B Scripts/measure-screen.py

pictures: build ## Make the pictures of the docs anew, with the libraries of test-page and test-screen
	@PMGIT="$(CURDIR)/$(BINARY)" PYTHONPATH="$(CURDIR)/.build/screen-tests" python3 -B Scripts/screen-pictures.py
	@PMGIT="$(CURDIR)/$(BINARY)" PYTHONPATH="$(CURDIR)/.build/page-tests" python3 -B Scripts/pictures.py

site: ## Make the pages of docs/ a site with a search, in .build/site
	@Scripts/site.sh

docs: build ## Write docs/commands.md and the output in docs/tutorial.md anew, and make the site
	PMGIT_RECORD_DOCS=1 $(SWIFT) test --filter CommandsDocumentTests
	cd Tests/PackageTests && PMGIT_RECORD_DOCS=1 PMGIT="$(PROGRAM)" python3 -B -m unittest test_tutorial
	@Scripts/site.sh

clean: ## Remove what was built
	rm -rf .build
