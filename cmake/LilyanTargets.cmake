# How Lilyan's targets are made.

# Compile options that every target of ours shares; nothing global.
add_library(lilyan_options INTERFACE)
target_compile_features(lilyan_options INTERFACE cxx_std_20)
target_compile_options(lilyan_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-psabi
  -Wno-stringop-overflow -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict -Wno-array-bounds  # false alarms of GCC 12 in fmt and in its AVX-512 headers
  -fno-math-errno -fno-trapping-math  # no one reads errno or floating-point traps; lets loops be vectorised
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)  # messages of assert and of sanitizers name files from here, wherever the tree lies
if(LILYAN_WARNINGS_AS_ERRORS)
  target_compile_options(lilyan_options INTERFACE -Werror)
endif()
if(LILYAN_NATIVE)
  target_compile_options(lilyan_options INTERFACE -march=native)
endif()
if(LILYAN_SANITIZE)
  # AddressSanitizer ends a program that follows a null pointer. To look at the alignment of every access, too, takes a third of the
  # time to compile, and is done in the folders that read bytes of files (BYTES).
  target_compile_options(lilyan_options INTERFACE -fsanitize=address,undefined -fno-sanitize=null
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:LILYAN_BYTES>>>:-fno-sanitize=alignment> -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lilyan_options INTERFACE -fsanitize=address,undefined)
endif()
if(LILYAN_SANITIZE_THREADS)
  target_compile_options(lilyan_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer -Wno-tsan)
  target_link_options(lilyan_options INTERFACE -fsanitize=thread)
endif()
if(LILYAN_FUZZ)
  target_compile_options(lilyan_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer -Wno-unknown-warning-option)
  target_link_options(lilyan_options INTERFACE -fsanitize=address,undefined)
endif()

# GCC looks for garbage in its memory as soon as that has grown beyond 128 MB; where there is more, a fifteenth of the time is saved.
cmake_host_system_information(RESULT lilyan_memory_in_mb QUERY TOTAL_PHYSICAL_MEMORY)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND lilyan_memory_in_mb GREATER 12000)
  target_compile_options(lilyan_options INTERFACE --param=ggc-min-heapsize=700000)
endif()

# A faster linker than GNU's, if there is one.
include(CheckLinkerFlag)
foreach(linker mold lld)
  check_linker_flag(CXX -fuse-ld=${linker} LILYAN_LINKS_WITH_${linker})
  if(LILYAN_LINKS_WITH_${linker})
    target_link_options(lilyan_options INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()

# One alignment for every Eigen type, whatever processor the library or its user is compiled for.
set(lilyan_eigen EIGEN_MAX_ALIGN_BYTES=32 EIGEN_DONT_PARALLELIZE)

# Code that runs once is compiled in few, quickly optimised pieces: it is most of the build and none of the run time.
function(lilyan_compile_quickly target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# lilyan_folder(<name> SOURCES ... [LINK ...] [COLD] [TOGETHER] [APART] [BYTES]): the folder src/lilyan/<name> as an object library
# lilyan_<name>, gathered into the library lilyan. COLD: nothing in it runs in a time step. TOGETHER: its files are compiled in few
# pieces, fully optimised. APART: it is a library of its own. BYTES: it reads bytes of files.
function(lilyan_folder name)
  cmake_parse_arguments(ARG "COLD;TOGETHER;APART;BYTES" "" "SOURCES;LINK" ${ARGN})
  add_library(lilyan_${name} OBJECT ${ARG_SOURCES})
  set_target_properties(lilyan_${name} PROPERTIES LILYAN_BYTES ${ARG_BYTES})
  target_include_directories(lilyan_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(lilyan_${name} PUBLIC ${lilyan_eigen})
  target_link_libraries(lilyan_${name} PUBLIC Eigen3::Eigen PRIVATE $<BUILD_INTERFACE:lilyan_options> ${ARG_LINK})
  if(ARG_COLD)
    lilyan_compile_quickly(lilyan_${name})
  endif()
  if(ARG_TOGETHER)
    set_target_properties(lilyan_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  if(NOT ARG_APART)
    set_property(GLOBAL APPEND PROPERTY LILYAN_FOLDERS ${name})
    set_property(GLOBAL APPEND PROPERTY LILYAN_LINK ${ARG_LINK})
  endif()
endfunction()

# lilyan_compiles(<name> SOURCES ... [LINK ...] [DEFINITIONS ...]): objects, not optimised, of sources that nothing else builds. The
# target `compiles` makes all of them, so that a change that breaks one is seen (make test-compiles).
function(lilyan_compiles name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;DEFINITIONS" ${ARGN})
  add_library(${name}_compiles OBJECT EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_compile_options(${name}_compiles PRIVATE $<$<CONFIG:Release>:-O0>)
  target_include_directories(${name}_compiles PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${name}_compiles PRIVATE ${lilyan_eigen} ${ARG_DEFINITIONS})
  target_link_libraries(${name}_compiles PRIVATE lilyan_options Eigen3::Eigen ${ARG_LINK})
  if(NOT TARGET compiles)
    add_custom_target(compiles)
  endif()
  add_dependencies(compiles ${name}_compiles)
endfunction()

set(lilyan_test_libraries Eigen3::Eigen fmt::fmt nlohmann_json::nlohmann_json GTest::gtest GTest::gmock)

# lilyan_test(<name> FOLDERS ... SOURCES ... [SUPPORT] [LABELS ...] [TIMEOUT seconds] [PHYSICS filter] [DEFINITIONS ...] [DEPENDS ...]):
# a GoogleTest program that links only the named folders, and tests/support if asked; every test in it becomes a test of ctest. Programs
# with the label long or extern, which `make test` does not run, exist only with LILYAN_LONG_TESTS. Suites whose names begin with Honest carry the label <name>_honest:
# they ask that no wrong result passes in silence and that nothing is lost (ctest -L honest). Tests that PHYSICS names, as a filter of GoogleTest, carry the
# label <name>_physics: they take many steps through code that shorter tests reach, too, and `make test-sanitize` leaves them out.
# Starting a sanitized program takes longer than most of its tests. With LILYAN_SANITIZE, ctest therefore sees four tests per program, a
# quarter of its tests in each; Honest suites are among them, and those of PHYSICS are not there.
function(lilyan_test name)
  cmake_parse_arguments(ARG "SUPPORT" "TIMEOUT;PHYSICS" "FOLDERS;SOURCES;LABELS;DEFINITIONS;DEPENDS" ${ARGN})
  if(NOT LILYAN_LONG_TESTS AND ("long" IN_LIST ARG_LABELS OR "extern" IN_LIST ARG_LABELS))
    lilyan_compiles(${name}_tests SOURCES ${ARG_SOURCES} LINK ${lilyan_test_libraries} DEFINITIONS ${ARG_DEFINITIONS})
    return()
  endif()
  add_executable(${name}_tests ${ARG_SOURCES})
  lilyan_compile_quickly(${name}_tests)
  foreach(folder IN LISTS ARG_FOLDERS)
    target_link_libraries(${name}_tests PRIVATE lilyan_${folder})
  endforeach()
  if(ARG_SUPPORT)
    target_link_libraries(${name}_tests PRIVATE test_support)
  endif()
  target_include_directories(${name}_tests PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_tests PRIVATE lilyan_options GTest::gtest_main ${lilyan_test_libraries})
  target_compile_definitions(${name}_tests PRIVATE ${ARG_DEFINITIONS})
  if(ARG_DEPENDS)
    add_dependencies(${name}_tests ${ARG_DEPENDS})
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS ${name})  # an empty value would be lost on the way to the test's properties
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  set(environment "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
  if(LILYAN_SANITIZE)
    foreach(part RANGE 3)
      set(test ${name}.part_${part})
      add_test(NAME ${test} COMMAND ${name}_tests --gtest_filter=-${ARG_PHYSICS})
      set_tests_properties(${test} PROPERTIES LABELS ${ARG_LABELS} TIMEOUT ${ARG_TIMEOUT}
        ENVIRONMENT "${environment};GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part}")
    endforeach()
    set_tests_properties(${name}.part_0 PROPERTIES FAIL_REGULAR_EXPRESSION "Running 0 tests")
    return()
  endif()
  set(prefix "")
  if("long" IN_LIST ARG_LABELS)
    set(prefix "long.")  # ctest gives the properties of a test to the first of its name: one that is also there in short would be long
  endif()
  set(honest "Honest*:*/Honest*")
  set(groups "-${honest}=${ARG_LABELS}" "${honest}=${ARG_LABELS}_honest")
  if(ARG_PHYSICS)
    set(groups "-${honest}:${ARG_PHYSICS}=${ARG_LABELS}" "${honest}=${ARG_LABELS}_honest" "${ARG_PHYSICS}=${ARG_LABELS}_physics")
  endif()
  foreach(group IN LISTS groups)
    string(REPLACE "=" ";" group ${group})
    list(GET group 0 filter)
    list(GET group 1 label)  # one label each: gtest_discover_tests takes a list apart
    gtest_discover_tests(${name}_tests NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST TEST_FILTER "${filter}" TEST_PREFIX "${prefix}"
      PROPERTIES LABELS ${label} TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${environment}")
  endforeach()
endfunction()
