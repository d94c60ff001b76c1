# Compiler settings and the packages the project stands on.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# What is installed finds a shared MLIR where it was linked.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

include(TileFoundryLLVM)
tilefoundry_find_mlir()
if(TILEFOUNDRY_MLIR_ERROR)
  message(FATAL_ERROR "${TILEFOUNDRY_MLIR_ERROR} "
    "The version is pinned in utils/cmake/TileFoundryLLVM.cmake.")
endif()
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# Fully static tools start several times faster than ones on the shared libraries.
if(TILEFOUNDRY_STATIC_TOOLS)
  set(MLIR_LINK_MLIR_DYLIB OFF)
  tilefoundry_link_llvm_archives()
endif()

find_package(ISL REQUIRED)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)

# IR is many small objects: a tool runs a fifth faster on this allocator. Sanitizers
# bring their own.
find_library(MIMALLOC_LIBRARY mimalloc)
set(TILEFOUNDRY_TOOL_LIBS "")
if(MIMALLOC_LIBRARY AND NOT TILEFOUNDRY_SANITIZE)
  set(TILEFOUNDRY_TOOL_LIBS "${MIMALLOC_LIBRARY}")
endif()

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
  # What the tests need of the sanitizers' runtimes (docs/testing.md); lit.cfg.py reads
  # the same list.
  set(TILEFOUNDRY_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=allow_user_poisoning=0"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/utils/sanitizers/leak.supp:print_suppressions=0"
    "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/utils/sanitizers/thread.supp")
endif()
