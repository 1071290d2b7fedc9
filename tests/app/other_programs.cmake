# What other programs make of a run's frames. Each needs a large program, and skips, naming the Debian packages, where that is missing.
foreach(reader vtk meshio numpy blender)
  add_test(NAME app.frames_are_read_by_${reader}
    COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/other_programs_test.py ${reader} $<TARGET_FILE:lilyan_program>)
  set_tests_properties(app.frames_are_read_by_${reader} PROPERTIES LABELS extern SKIP_RETURN_CODE 77 TIMEOUT 300
    ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMP_THREAD_LIMIT=1")
endforeach()
