# The program is killed and resumed; its files must be those of an uninterrupted run. Included by CMakeLists.txt beside it.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  foreach(kills 5 50)
    add_test(NAME app.survives_${kills}_kills
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/kill_test.py $<TARGET_FILE:lilyan_program> ${kills} ${CMAKE_CURRENT_LIST_DIR}/kill_scene.json)
    set_tests_properties(app.survives_${kills}_kills PROPERTIES
      ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1" TIMEOUT 600)
  endforeach()
  set_tests_properties(app.survives_50_kills PROPERTIES LABELS long)
endif()
