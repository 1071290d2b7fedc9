# The program is killed and resumed; its files must be those of an uninterrupted run. Included by CMakeLists.txt beside it.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  foreach(kills 5 50)
    set(kill ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/kill_test.py $<TARGET_FILE:lilyan_program> ${kills})
    set(steps --set time.steps=$<IF:$<EQUAL:${kills},5>,121,401>)  # few steps for few kills; the grip is turned in the first hundred
    add_test(NAME app.survives_${kills}_kills COMMAND ${kill} ${CMAKE_CURRENT_LIST_DIR}/kill_scene.json ${steps})
    add_test(NAME app.survives_${kills}_kills_with_multigrid COMMAND ${kill} ${CMAKE_CURRENT_LIST_DIR}/kill_scene.json ${steps} --set solver.linear=multigrid)
    add_test(NAME app.survives_${kills}_kills_in_contact COMMAND ${kill} ${CMAKE_CURRENT_LIST_DIR}/kill_contact_scene.json)
    set_tests_properties(app.survives_${kills}_kills app.survives_${kills}_kills_with_multigrid app.survives_${kills}_kills_in_contact PROPERTIES
      ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1" TIMEOUT 600)
  endforeach()
  set_tests_properties(app.survives_50_kills app.survives_50_kills_with_multigrid app.survives_50_kills_in_contact PROPERTIES LABELS long)

  # These limit memory, replace malloc or stand before the calls of libc, all of which a sanitizer does itself.
  if(NOT LILYAN_SANITIZE)
    # Kills at calls that change files, faults of the disk, limits on memory, pairs of processes: a few with every test run, and in full.
    set(attack ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/attack_test.py $<TARGET_FILE:lilyan_program> ${CMAKE_CXX_COMPILER})
    add_test(NAME app.attack COMMAND ${attack} --kills 10 --faults 10 --limits 10 --pairs 10)
    add_test(NAME app.attack_in_full COMMAND ${attack})
    add_test(NAME app.kept_runs COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/kept_runs_test.py $<TARGET_FILE:lilyan_program> ${CMAKE_CXX_COMPILER})
    set_tests_properties(app.kept_runs PROPERTIES LABELS "app;honest" TIMEOUT 300 ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
    add_test(NAME app.no_memory
      COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/no_memory_test.py $<TARGET_FILE:lilyan_program> ${CMAKE_CXX_COMPILER} --runs 40)
    set_tests_properties(app.no_memory PROPERTIES LABELS "app;honest" TIMEOUT 300 ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
    set_tests_properties(app.attack PROPERTIES LABELS "app;honest" TIMEOUT 300)
    set_tests_properties(app.attack_in_full PROPERTIES LABELS long TIMEOUT 7200)
    set_tests_properties(app.attack app.attack_in_full PROPERTIES ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
  endif()
endif()
