# Benchmarks of the IR-free planning engines (included by utils/bench/CMakeLists.txt).
foreach(engine Allocation Timeline)
  add_executable(${engine}Bench "${CMAKE_CURRENT_LIST_DIR}/${engine}Bench.cpp")
  target_link_libraries(${engine}Bench PRIVATE tilefoundry_options
    TileFoundryAnalysis${engine})
  set_target_properties(${engine}Bench PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
endforeach()
