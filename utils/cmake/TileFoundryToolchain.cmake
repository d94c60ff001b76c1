# Compiler settings and the packages the project stands on.

# The one place that pins the LLVM/MLIR version.
set(TILEFOUNDRY_LLVM_MAJOR 22)
set(TILEFOUNDRY_LLVM_VERSION 22.1)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_package(MLIR ${TILEFOUNDRY_LLVM_VERSION} QUIET CONFIG
  HINTS "/usr/lib/llvm-${TILEFOUNDRY_LLVM_MAJOR}/lib/cmake/mlir")
if(NOT MLIR_FOUND)
  set(found "none")
  if(MLIR_CONSIDERED_VERSIONS)
    set(found "${MLIR_CONSIDERED_VERSIONS}")
  endif()
  message(FATAL_ERROR
    "TileFoundry needs LLVM/MLIR ${TILEFOUNDRY_LLVM_VERSION}.x; found: ${found}. "
    "Install libmlir-${TILEFOUNDRY_LLVM_MAJOR}-dev and mlir-${TILEFOUNDRY_LLVM_MAJOR}-tools, "
    "or pass -DMLIR_DIR=<folder of an MLIR ${TILEFOUNDRY_LLVM_MAJOR} package>. "
    "The version is pinned in utils/cmake/TileFoundryToolchain.cmake.")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL TILEFOUNDRY_LLVM_MAJOR)
  message(FATAL_ERROR
    "TileFoundry needs LLVM ${TILEFOUNDRY_LLVM_MAJOR}, but ${MLIR_DIR} is LLVM "
    "${LLVM_PACKAGE_VERSION}. Point MLIR_DIR at an LLVM ${TILEFOUNDRY_LLVM_MAJOR} package.")
endif()
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# Fully static tools start several times faster than ones on the shared
# libraries. Every MLIR archive links the imported target LLVM, so that target is
# redirected to the component archives; the target MLIR is never linked.
if(TILEFOUNDRY_STATIC_TOOLS)
  set(MLIR_LINK_MLIR_DYLIB OFF)
  llvm_map_components_to_libnames(tilefoundry_llvm_libs support supportlsp core
    bitreader bitwriter frontendopenmp target debuginfodwarf remarks plugins)
  foreach(config NOCONFIG RELEASE RELWITHDEBINFO DEBUG)
    set_target_properties(LLVM PROPERTIES
      IMPORTED_LOCATION_${config} "${LLVM_LIBRARY_DIRS}/libLLVMSupport.a"
      IMPORTED_SONAME_${config} "")
  endforeach()
  set_target_properties(LLVM PROPERTIES
    INTERFACE_LINK_LIBRARIES "${tilefoundry_llvm_libs}")
endif()

find_path(ISL_INCLUDE_DIR isl/set.h REQUIRED)
find_library(ISL_LIBRARY isl REQUIRED)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A fresh clone hits the cache only when paths are relative to the clone.
  set(launcher "${CMAKE_COMMAND}" -E env
    "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
endif()
find_program(LLD_PROGRAM NAMES ld.lld ld.lld-${TILEFOUNDRY_LLVM_MAJOR}
  HINTS "/usr/lib/llvm-${TILEFOUNDRY_LLVM_MAJOR}/bin")
if(LLD_PROGRAM)
  get_filename_component(lld_dir "${LLD_PROGRAM}" DIRECTORY)
  add_link_options(-fuse-ld=lld "-B${lld_dir}")
endif()

# mlir-tblgen looks where the directory's includes point.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")

add_library(tilefoundry_options INTERFACE)
target_include_directories(tilefoundry_options INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>")
target_include_directories(tilefoundry_options SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_options(tilefoundry_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>)
# Clang finds a deprecated function inside libstdc++'s own std::stable_sort.
target_compile_options(tilefoundry_options INTERFACE
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(TILEFOUNDRY_WARNINGS_AS_ERRORS)
  target_compile_options(tilefoundry_options INTERFACE -Werror)
endif()
target_compile_definitions(tilefoundry_options INTERFACE ${LLVM_DEFINITIONS_LIST})
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(tilefoundry_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
if(TILEFOUNDRY_SANITIZE)
  list(JOIN TILEFOUNDRY_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${sanitizers})
endif()
