# The libraries of a target of this build, as TILEFOUNDRY_STATIC_TOOLS has them.
function(tilefoundry_arrange_libs variable)
  if(NOT TILEFOUNDRY_STATIC_TOOLS)
    tilefoundry_use_shared_mlir(${variable})
    set(${variable} ${${variable}} PARENT_SCOPE)
  endif()
endfunction()

# tilefoundry_add_room(NAME SOURCES ... [ROOMS ...] [LIBS ...] [DEPENDS ...])
#
# One static library per room of the house, called TileFoundry<NAME>. ROOMS are the
# rooms it may use, LIBS other libraries, DEPENDS generated headers. A check
# executable links the room whole together with nothing but what it declares, so an
# undeclared dependency is an undefined symbol at build time. Installed as
# TileFoundry::<NAME>; there LIBS are the archives by name, and the package's
# configuration puts the shared libraries in their place where they are wanted.
function(tilefoundry_add_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;LIBS;DEPENDS" ${ARGN})
  set(target TileFoundry${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(TileFoundry::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_link_libraries(${target} PUBLIC $<BUILD_INTERFACE:tilefoundry_options>
    $<INSTALL_INTERFACE:TileFoundry::MLIRHeaders>
    "$<INSTALL_INTERFACE:${ARG_LIBS}>")
  foreach(room ${ARG_ROOMS})
    target_link_libraries(${target} PUBLIC TileFoundry${room})
  endforeach()
  tilefoundry_arrange_libs(ARG_LIBS)
  target_link_libraries(${target} PUBLIC "$<BUILD_INTERFACE:${ARG_LIBS}>")
  install(TARGETS ${target} EXPORT TileFoundryTargets ARCHIVE
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  if(ARG_DEPENDS)
    add_dependencies(${target} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY TILEFOUNDRY_ROOMS ${name})

  if(TILEFOUNDRY_ENABLE_TESTS)
    set(check check-room-${name})
    add_executable(${check} "${PROJECT_SOURCE_DIR}/utils/cmake/RoomMain.cpp")
    target_link_libraries(${check} PRIVATE
      -Wl,--whole-archive $<TARGET_FILE:${target}> -Wl,--no-whole-archive ${target})
    set_target_properties(${check} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/rooms")
  endif()
endfunction()

# tilefoundry_add_plugin(NAME SOURCES ... EXPORTS ...)
#
# A module that holds every room and links the shared MLIR, whatever the tools
# link: what a program on the shared MLIR can load. It exports the C symbols
# EXPORTS, and the variables of MLIR's and LLVM's inline functions: the loader must
# make one of each, since the identity of a trait (`TypeID`) is such a variable's
# address.
function(tilefoundry_add_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;EXPORTS" ${ARGN})
  foreach(space 4mlir 4llvm)
    list(APPEND ARG_EXPORTS _ZZN${space}* _ZZNK${space}* _ZGVZN${space}*
      _ZGVZNK${space}*)
  endforeach()
  list(JOIN ARG_EXPORTS "; " exports)
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${name}.map")
  file(CONFIGURE OUTPUT "${script}" CONTENT "{ global: ${exports}; local: *; };\n")
  get_property(rooms GLOBAL PROPERTY TILEFOUNDRY_ROOMS)
  list(TRANSFORM rooms PREPEND TileFoundry)
  add_library(${name} MODULE ${ARG_SOURCES})
  add_dependencies(${name} ${rooms})
  list(TRANSFORM rooms REPLACE "^(.+)$" "$<TARGET_FILE:\\1>")
  target_link_libraries(${name} PRIVATE tilefoundry_options
    -Wl,--start-group ${rooms} -Wl,--end-group
    ${TILEFOUNDRY_SHARED_MLIR} ISL::ISL)
  target_link_options(${name} PRIVATE "-Wl,--version-script=${script}")
  if(NOT TILEFOUNDRY_SANITIZE)
    # A sanitizer's runtime is the program's.
    target_link_options(${name} PRIVATE -Wl,-z,defs)
  endif()
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    LINK_DEPENDS "${script}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
endfunction()

# tilefoundry_add_unittest(NAME SOURCES ... LIBS ...): a GoogleTest executable that
# ctest runs whole.
function(tilefoundry_add_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS" ${ARGN})
  tilefoundry_arrange_libs(ARG_LIBS)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE tilefoundry_options ${ARG_LIBS}
    GTest::gtest GTest::gtest_main)
  # The tests run without NDEBUG so that assertions in headers fire.
  target_compile_options(${name} PRIVATE -UNDEBUG)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unittests")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "${TILEFOUNDRY_SANITIZER_ENVIRONMENT}")
  set_property(GLOBAL APPEND PROPERTY TILEFOUNDRY_UNITTESTS ${name})
endfunction()
