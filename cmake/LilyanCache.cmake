# Compiled pieces are kept in ccache. Paths below the source folder count as relative ones, so that two clones share what they compile.
if(LILYAN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(LILYAN_CCACHE_PROGRAM ccache)
  if(LILYAN_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime ${LILYAN_CCACHE_PROGRAM})
  endif()
endif()
