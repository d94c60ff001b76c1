# In the dynamic arrangement all of MLIR and LLVM is one shared library each.
function(tilefoundry_arrange_libs variable)
  set(libs ${${variable}})
  if(NOT TILEFOUNDRY_STATIC_TOOLS)
    list(TRANSFORM libs REPLACE "^MLIR.+$" "MLIR")
    list(TRANSFORM libs REPLACE "^LLVMSupport$" "LLVM")
    list(REMOVE_DUPLICATES libs)
  endif()
  set(${variable} ${libs} PARENT_SCOPE)
endfunction()

# tilefoundry_add_room(NAME SOURCES ... [ROOMS ...] [LIBS ...] [DEPENDS ...])
#
# One static library per room of the house, called TileFoundry<NAME>. ROOMS are the
# rooms it may use, LIBS other libraries, DEPENDS generated headers. A check
# executable links the room whole together with nothing but what it declares, so an
# undeclared dependency is an undefined symbol at build time.
function(tilefoundry_add_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;LIBS;DEPENDS" ${ARGN})
  set(target TileFoundry${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(TileFoundry::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(${target} PUBLIC $<BUILD_INTERFACE:tilefoundry_options>)
  foreach(room ${ARG_ROOMS})
    target_link_libraries(${target} PUBLIC TileFoundry${room})
  endforeach()
  tilefoundry_arrange_libs(ARG_LIBS)
  target_link_libraries(${target} PUBLIC ${ARG_LIBS})
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
  set_property(GLOBAL APPEND PROPERTY TILEFOUNDRY_UNITTESTS ${name})
endfunction()
