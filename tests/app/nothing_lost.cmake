# Nothing of a run folder is lost or mixed, whoever writes there and whatever lies there. Included by CMakeLists.txt beside it.
foreach(test foreign_folders odd_files one_writer replace resumed_pictures signals whole_films)
  add_test(NAME app.${test}
    COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py $<TARGET_FILE:lilyan_program>)
  set_tests_properties(app.${test} PROPERTIES LABELS "app;honest" TIMEOUT 300
    ENVIRONMENT LILYAN_TEST_SLOWNESS=$<IF:$<BOOL:${LILYAN_SANITIZE}>,5,1>)  # sanitized programs are several times as slow
endforeach()

# Every command that writes, some hundred starts of the program: a test per promise.
foreach(promise each_is_refused_while_another_writes_there what_takes_long_is_refused_before_it_begins each_locks_its_place_before_it_touches_anything_until_it_is_done
    a_new_folder_is_locked_before_its_files_are_made nothing_is_written_into_a_file_that_is_linked_to_the_lock
    a_signal_leaves_nothing_of_a_folder_that_was_begun what_a_kill_leaves_is_removed_by_the_next_writer another_user_is_refused_as_well
    a_run_of_one_user_is_not_replaced_by_another_until_it_is_gone)
  add_test(NAME app.writers.${promise}
    COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/writers_test.py $<TARGET_FILE:lilyan_program> Writers.test_${promise})
  set_tests_properties(app.writers.${promise} PROPERTIES LABELS "app;honest" TIMEOUT 300 ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
endforeach()

# Pairs of commands that are started at once: all kinds of them are some hundreds.
add_test(NAME app.pairs_of_writers COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/writers_test.py $<TARGET_FILE:lilyan_program> --pairs 200)
set_tests_properties(app.pairs_of_writers PROPERTIES LABELS long TIMEOUT 1800)

# Scenes that mean harm: a few with every test run, and in full.
set(hostile /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/hostile_scenes_test.py $<TARGET_FILE:lilyan_program>)
add_test(NAME app.hostile_scenes COMMAND ${hostile})
add_test(NAME app.hostile_scenes_in_full COMMAND ${hostile} --scenes 500 --seed 2)
set_tests_properties(app.hostile_scenes PROPERTIES LABELS "app;honest" TIMEOUT 300)
set_tests_properties(app.hostile_scenes_in_full PROPERTIES LABELS long TIMEOUT 3600)
set_tests_properties(app.hostile_scenes app.hostile_scenes_in_full PROPERTIES
  ENVIRONMENT LILYAN_TEST_SLOWNESS=$<IF:$<BOOL:${LILYAN_SANITIZE}>,5,1>)

# Checkpoints and models that were changed and have the right checksum: a few with every test run, and in full.
foreach(kind checkpoints models)
  set(forged /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/forged_${kind}_test.py $<TARGET_FILE:lilyan_program>)
  add_test(NAME app.forged_${kind} COMMAND ${forged})
  add_test(NAME app.forged_${kind}_in_full COMMAND ${forged} --forgeries 500 --seed 2)
  set_tests_properties(app.forged_${kind} PROPERTIES LABELS "app;honest" TIMEOUT 300)
  set_tests_properties(app.forged_${kind}_in_full PROPERTIES LABELS long TIMEOUT 3600)
  set_tests_properties(app.forged_${kind} app.forged_${kind}_in_full PROPERTIES
    ENVIRONMENT LILYAN_TEST_SLOWNESS=$<IF:$<BOOL:${LILYAN_SANITIZE}>,5,1>)
endforeach()
