# SPDX-License-Identifier: GPL-2.0-only
#
# Every entry point of the project; `make help` lists them.

BUILD_DIR ?= build
# Test files side by side, where there are CPUs and memory for two guests.
JOBS ?= $(shell [ "$$(nproc)" -ge 2 ] && awk '/^MemAvailable/ { exit $$2 < 14000000 }' /proc/meminfo && echo 2 || echo 1)
PROVE_FLAGS ?= --timer
TESTS ?= $(wildcard tests/*.t tools/hugetlbctl/tests/*.t)
# Each runs on a kernel of its own: configs/NAME.config.
CHECKERS ?= $(wildcard tests/checkers/*.t)
TOOL = tools/hugetlbctl

# The kernel's build takes no blanks in paths, and neither does make.
ifneq ($(words $(CURDIR)),1)
$(error the path '$(CURDIR)' has a blank in it: move the checkout)
endif

# What scripts read; given on the command line or in the environment.
override BUILD_DIR := $(abspath $(or $(strip $(BUILD_DIR)),build))
export BUILD_DIR
export KERNEL KERNEL_SRC REFRESH

# One after the other: every step uses all CPUs by itself.
.NOTPARALLEL:
.PHONY: help deps test-deps fetch kernel tool initramfs guest demo test test-checkers fuzz deb bench lint apply clean distclean

help:
	@echo "make demo       fetch, build and boot both kernels; resize a pool in each and compare"
	@echo "make test       build what is missing and run the tests in guests"
	@echo "                TESTS='tests/25-boot.t ...' runs some, PROVE_FLAGS=-v shows more,"
	@echo "                JOBS=n runs n files side by side (here $(JOBS)),"
	@echo "                UPSTREAM=all adds the long ones of the kernel's own tests"
	@echo "make test-checkers    the same under KASAN, with line coverage, and KCSAN; memory accounts (hours)"
	@echo "                CHECKERS=tests/checkers/kcsan.t runs one"
	@echo "make bench      measure stock against patched; SCENARIO=a,b ROUNDS=n WITH=thp"
	@echo "make guest      a shell in a guest; GUEST='--kernel stock --mem 16G --append ...'"
	@echo "make kernel     build the stock and the patched kernel"
	@echo "make tool       build hugetlbctl on this machine"
	@echo "make fuzz       fuzz hugetlbctl's parsers with libFuzzer (needs clang); FUZZ_RUNS=n"
	@echo "make deb        build hugetlbctl's Debian package, and let lintian look at it"
	@echo "make lint       checkpatch, sparse, shellcheck, man page and generated code"
	@echo "make apply KERNEL_SRC=/path    apply the project to a kernel tree of yours"
	@echo "make fetch      get the kernel sources; make deps installs packages"
	@echo "make clean      remove what was built; make distclean also the fetched trees"
	@echo
	@echo "KERNEL=SERIES chooses the series ($(notdir $(wildcard patches/*))); the default is the newest one that can be had."
	@echo "KERNEL_SRC=/path builds from a copy of that tree.  BUILD_DIR=dir builds there."
	@echo "demo, test, bench, guest, kernel, deb, lint install missing Debian packages first."

deps:
	@scripts/deps

fetch: deps
	@scripts/fetch

kernel: fetch
	@scripts/build-kernel stock
	@scripts/build-kernel patched

# BUILD is the tool's own variable.
tool: deps
	@echo "[tool] $(TOOL)/build/hugetlbctl"
	@$(MAKE) -s -C $(TOOL) BUILD=build all

initramfs: fetch tool
	@scripts/mkinitramfs

# The options first: what is to be built depends on them.
guest:
	@scripts/guest $(GUEST) --shell --build

demo: kernel initramfs
	@scripts/demo

test-deps:
	@scripts/deps --test

# These take long to build; not every choice of tests needs them.
test: test-deps kernel initramfs
	@$(if $(filter %-debug.t %-faults.t,$(TESTS))$(filter debug,$(TEST_KERNEL)),scripts/build-kernel debug)
	@$(if $(filter %-off.t,$(TESTS)),scripts/build-kernel off)
	@$(if $(filter %-upstream.t %-debug.t,$(TESTS)),scripts/build-selftests)
	@$(MAKE) -s -C $(TOOL) BUILD=build tested
	@HUGETLBCTL=$(abspath $(TOOL))/build/hugetlbctl UNIT=$(abspath $(TOOL))/build/unit \
		REPLAY=$(abspath $(TOOL))/build/replay PATH="$$PATH:$(BUILD_DIR)/unpacked/usr/bin" \
		prove -j$(or $(strip $(JOBS)),1) $(PROVE_FLAGS) $(TESTS)

deb: test-deps
	@scripts/make-deb

# Takes clang, which nothing else here does.
fuzz: deps
	@command -v $(or $(FUZZ_CC),clang) >/dev/null || { echo "make fuzz: clang is not installed (packages clang, libclang-rt-dev)" >&2; exit 1; }
	@$(MAKE) -C $(TOOL) BUILD=build fuzz

# Kernels that watch every access, count lines or keep account of memory: hours.
test-checkers: kernel initramfs
	@set -e; for c in $(basename $(notdir $(CHECKERS))); do scripts/build-kernel debug+$$c; done
	@scripts/build-selftests
	@prove -j$(or $(strip $(JOBS)),1) $(PROVE_FLAGS) $(CHECKERS)

bench: kernel initramfs
	@bench/run $(if $(WITH),--with $(WITH)) $(if $(SCENARIO),--scenario $(SCENARIO)) $(if $(ROUNDS),--rounds $(ROUNDS))

lint: kernel tool
	@scripts/lint

apply:
	@test -n "$(KERNEL_SRC)" || { echo "make apply: say which tree: KERNEL_SRC=/path" >&2; exit 2; }
	@scripts/apply "$(KERNEL_SRC)"

# Trees, objects and images; the sources and the downloads stay.
clean:
	@scripts/clean
	@$(MAKE) -s -C $(TOOL) BUILD=build clean

distclean:
	@scripts/clean --all
	@$(MAKE) -s -C $(TOOL) BUILD=build clean
