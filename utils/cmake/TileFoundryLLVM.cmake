# LLVM/MLIR for this build and for the programs that use the installed package:
# which version, where it is found, and how it is linked.

# The one place that pins the LLVM/MLIR version.
set(TILEFOUNDRY_LLVM_MAJOR 22)
set(TILEFOUNDRY_LLVM_VERSION 22.1)

# tilefoundry_describe_missing_mlir(VARIABLE): what was found instead, and what to
# do about it.
function(tilefoundry_describe_missing_mlir variable)
  set(found "none")
  if(MLIR_CONSIDERED_VERSIONS)
    list(REMOVE_DUPLICATES MLIR_CONSIDERED_VERSIONS)
    list(JOIN MLIR_CONSIDERED_VERSIONS ", " found)
  endif()
  set(${variable}
    "TileFoundry needs LLVM/MLIR ${TILEFOUNDRY_LLVM_VERSION}.x; found: ${found}. \
Install libmlir-${TILEFOUNDRY_LLVM_MAJOR}-dev and \
mlir-${TILEFOUNDRY_LLVM_MAJOR}-tools, or pass -DMLIR_DIR=<folder of an MLIR \
${TILEFOUNDRY_LLVM_MAJOR} package>." PARENT_SCOPE)
endfunction()

# All of MLIR and LLVM is one shared library each: `variable` names the libraries
# of a target, and leaves with the shared ones in place of the archives.
function(tilefoundry_use_shared_mlir variable)
  set(libs ${${variable}})
  list(TRANSFORM libs REPLACE "^MLIR.+$" "MLIR")
  list(TRANSFORM libs REPLACE "^LLVMSupport$" "LLVM")
  list(REMOVE_DUPLICATES libs)
  set(${variable} ${libs} PARENT_SCOPE)
endfunction()

# Every MLIR archive links the imported target LLVM where LLVM has a shared
# library, so that target is redirected to the component archives. A program
# linked so starts several times faster; it must not link the target MLIR.
function(tilefoundry_link_llvm_archives)
  if(NOT TARGET LLVM)
    return()
  endif()
  llvm_map_components_to_libnames(libs support supportlsp core bitreader bitwriter
    frontendopenmp target debuginfodwarf remarks plugins)
  foreach(config NOCONFIG RELEASE RELWITHDEBINFO MINSIZEREL DEBUG)
    set_target_properties(LLVM PROPERTIES
      IMPORTED_LOCATION_${config} "${LLVM_LIBRARY_DIRS}/libLLVMSupport.a"
      IMPORTED_SONAME_${config} "")
  endforeach()
  set_target_properties(LLVM PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")
endfunction()

# A macro: what find_package sets must reach the caller. TILEFOUNDRY_MLIR_ERROR is
# empty on success. TILEFOUNDRY_SHARED_MLIR are the files of the shared libraries,
# empty where there are none.
macro(tilefoundry_find_mlir)
  set(TILEFOUNDRY_MLIR_ERROR "")
  set(TILEFOUNDRY_SHARED_MLIR "")
  find_package(MLIR ${TILEFOUNDRY_LLVM_VERSION} QUIET CONFIG
    HINTS "/usr/lib/llvm-${TILEFOUNDRY_LLVM_MAJOR}/lib/cmake/mlir")
  if(NOT MLIR_FOUND)
    tilefoundry_describe_missing_mlir(TILEFOUNDRY_MLIR_ERROR)
  elseif(NOT LLVM_VERSION_MAJOR EQUAL TILEFOUNDRY_LLVM_MAJOR)
    set(TILEFOUNDRY_MLIR_ERROR
      "TileFoundry needs LLVM ${TILEFOUNDRY_LLVM_MAJOR}, but ${MLIR_DIR} is LLVM \
${LLVM_PACKAGE_VERSION}. Point MLIR_DIR at an LLVM ${TILEFOUNDRY_LLVM_MAJOR} package.")
  else()
    list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
    if(TARGET MLIR AND TARGET LLVM)
      foreach(tilefoundry_library MLIR LLVM)
        get_target_property(tilefoundry_location ${tilefoundry_library} LOCATION)
        list(APPEND TILEFOUNDRY_SHARED_MLIR "${tilefoundry_location}")
      endforeach()
    endif()
  endif()
endmacro()
