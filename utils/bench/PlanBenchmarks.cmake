# Benchmarks of the IR-free planning engines (included by utils/bench/CMakeLists.txt).
foreach(engine Allocation Timeline)
  add_executable(${engine}Bench "${CMAKE_CURRENT_LIST_DIR}/${engine}Bench.cpp")
  target_link_libraries(${engine}Bench PRIVATE tilefoundry_options
    TileFoundryAnalysis${engine})
  set_target_properties(${engine}Bench PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
endforeach()

# Its generator of packing questions is the tests'.
target_include_directories(AllocationBench PRIVATE
  "${PROJECT_SOURCE_DIR}/test/Analysis/Allocation")

# A constraint library to compare with, where one is installed. It throws and needs
# type information, so it stays in an object of its own.
find_path(GECODE_INCLUDE_DIR gecode/int.hh)
foreach(part support kernel int search)
  find_library(GECODE_${part}_LIBRARY gecode${part})
  list(APPEND gecode_libraries ${GECODE_${part}_LIBRARY})
endforeach()
if(GECODE_INCLUDE_DIR AND GECODE_search_LIBRARY AND GECODE_int_LIBRARY
   AND GECODE_kernel_LIBRARY AND GECODE_support_LIBRARY)
  add_library(GecodePacking OBJECT "${CMAKE_CURRENT_LIST_DIR}/GecodePacking.cpp")
  target_include_directories(GecodePacking SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS}
    ${GECODE_INCLUDE_DIR})
  target_compile_options(GecodePacking PRIVATE -Wall -Wextra -fexceptions -frtti)
  target_link_libraries(AllocationBench PRIVATE GecodePacking ${gecode_libraries})
  target_compile_definitions(AllocationBench PRIVATE TILEFOUNDRY_HAS_GECODE)
endif()
