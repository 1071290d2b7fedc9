# What one types to build, run and test Lilyan. Everything here is a thin layer over CMake's presets.

program := build/release/bin/lilyan
# Set JOBS=N to compile with N processes; without it, as many as there are cores.
jobs := $(if $(JOBS),-j $(JOBS))
# The tests parallelise over programs, so the libraries below them must not start threads of their own.
ctest := OPENBLAS_NUM_THREADS=1 OMP_THREAD_LIMIT=1 ctest -j2 --output-on-failure --no-tests=error
apart := ^(long|browser|extern|compiles)$$
# The tests that run under the sanitizers: everything that reads input or handles memory by hand; not the long physics, whose tests
# have the label <folder>_physics (cmake/LilyanTargets.cmake).
sanitized := $(foreach folder,core algebra minimise mesh mesh_files meshing materials space energy constraints dynamics adaption reduction coarsening multidomain run convert output render report scene app,\
  $(if $(wildcard tests/$(folder)/CMakeLists.txt),$(folder)))
empty :=
sanitized_labels := ^($(subst $(empty) $(empty),|,$(strip $(sanitized))))$$
sanitized_programs := $(sanitized) simulations

# Tests that want real meshes find them here; a relative path is relative to this folder.
ifneq ($(LILYAN_TEST_DATA),)
export override LILYAN_TEST_DATA := $(abspath $(LILYAN_TEST_DATA))
endif

.PHONY: help run build build-all test test-compiles test-sanitize test-browser test-all bench reference format clean dependencies
.NOTPARALLEL:

help:
	@echo "make run            install what is missing, build, and simulate a twisting bar by three methods"
	@echo "make build          build the library and the program $(program)"
	@echo "make build-all      build the programs of the long tests and the benchmarks, too"
	@echo "make test           install what is missing, build, and run the tests"
	@echo "make test-sanitize  run the core and input tests under AddressSanitizer and UBSan"
	@echo "make test-compiles  see that the benchmarks and the long tests compile"
	@echo "make test-browser   open the pages of reports in headless Chromium"
	@echo "make test-all       run the long tests, too"
	@echo "make bench          build and run the benchmarks"
	@echo "make reference      write docs/reference anew from the registries"
	@echo "make format         lay out the C++ sources with clang-format"
	@echo "make clean          remove build/"

# configure PRESET: quiet where it succeeds; the whole story where it does not.
define configure
	@mkdir -p build
	@cmake --preset $(1) >build/configure.log 2>&1 || { cat build/configure.log >&2; \
	  echo "Lilyan: could not configure; scripts/install-dependencies installs what Debian 12 lacks" >&2; exit 1; }
endef

# compile PRESET,WHAT: a line of progress on a terminal; elsewhere quiet if it succeeds, and everything if it does not.
define compile
	@begin=$$(date +%s); \
	if [ -t 1 ] && [ "$$TERM" != dumb ]; then cmake --build --preset $(1) $(jobs) $(2) || exit 1; \
	else cmake --build --preset $(1) $(jobs) $(2) >build/build-$(1).log 2>&1 || { cat build/build-$(1).log >&2; exit 1; }; fi; \
	echo "Lilyan: built in $$(($$(date +%s) - begin)) s"
endef

dependencies:
	@scripts/install-dependencies

run: dependencies build
	@echo "Lilyan: the same bar by three methods: one keeps its energy, one explodes, one dies"
	@$(program) compare scenes/twisting_bar.json --integrators avf,implicit_midpoint,backward_euler
	@echo "Lilyan: open that page in a browser; README.md goes on from here to a film of your own OBJ"

build:
	@echo "Lilyan: building $(program) (some minutes the first time)"
	$(call configure,release)
	$(call compile,release,--target lilyan lilyan_program)

build-all: dependencies
	@echo "Lilyan: building the program, all its tests and the benchmarks (preset release; some minutes the first time)"
	$(call configure,release -DLILYAN_LONG_TESTS=ON)
	$(call compile,release,--target all bench/all)

test: dependencies
	@echo "Lilyan: building the program and its tests (preset release; some minutes the first time)"
	$(call configure,release)
	$(call compile,release,)
	@echo "Lilyan: running the tests"
	@cd build/release && $(ctest) -LE '$(apart)'

test-compiles: dependencies
	$(call configure,release)
	@echo "Lilyan: compiling the benchmarks and the long tests"
	@cd build/release && $(ctest) -L '^compiles$$'

test-browser: dependencies
	@echo "Lilyan: building the program"
	$(call configure,release)
	$(call compile,release,--target lilyan_program)
	@echo "Lilyan: running the tests that need Chromium"
	@cd build/release && $(ctest) -L '^browser$$'

test-all: dependencies
	@echo "Lilyan: building the program and all its tests (preset release; some minutes the first time)"
	$(call configure,release -DLILYAN_LONG_TESTS=ON)
	$(call compile,release,)
	@echo "Lilyan: running all tests, the long ones included"
	@cd build/release && $(ctest)

test-sanitize: dependencies
	@echo "Lilyan: building with AddressSanitizer and UBSan (some minutes the first time): tests of $(sanitized)"
	$(call configure,asan)
	$(call compile,asan,--target $(addsuffix _tests,$(sanitized_programs)))
	@echo "Lilyan: running them"
	@cd build/asan && ASAN_OPTIONS=strict_string_checks=1:check_initialization_order=1 \
	  UBSAN_OPTIONS=print_stacktrace=1 $(ctest) -L '$(sanitized_labels)' -LE '$(apart)'

bench: dependencies
	@test -f bench/CMakeLists.txt || { echo "Lilyan: there are no benchmarks in bench/" >&2; exit 1; }
	@echo "Lilyan: building and running the benchmarks"
	$(call configure,release)
	$(call compile,release,--target bench/all)
	@for bench in build/release/bench/*_bench; do echo "Lilyan: $$bench"; OPENBLAS_NUM_THREADS=1 $$bench || exit 1; done

reference: build
	@echo "Lilyan: writing docs/reference"
	@mkdir -p docs/reference && rm -f docs/reference/*.md
	@for page in $$($(program) reference | sed 's/^pages: //; s/,//g'); do $(program) reference $$page >docs/reference/$$page.md || exit 1; done

format:
	@echo "Lilyan: laying out the C++ sources"
	@command -v clang-format >/dev/null || { echo "Lilyan: apt-get install clang-format" >&2; exit 1; }
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

clean:
	@echo "Lilyan: removing build/"
	@rm -rf build
