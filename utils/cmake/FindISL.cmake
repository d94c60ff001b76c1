# The integer set library, as ISL::ISL.
find_path(ISL_INCLUDE_DIR isl/set.h)
find_library(ISL_LIBRARY isl)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ISL
  REQUIRED_VARS ISL_LIBRARY ISL_INCLUDE_DIR
  REASON_FAILURE_MESSAGE
    "install libisl-dev, or pass -DISL_LIBRARY=<file> and -DISL_INCLUDE_DIR=<folder>")
mark_as_advanced(ISL_INCLUDE_DIR ISL_LIBRARY)
if(ISL_FOUND AND NOT TARGET ISL::ISL)
  add_library(ISL::ISL UNKNOWN IMPORTED)
  set_target_properties(ISL::ISL PROPERTIES
    IMPORTED_LOCATION "${ISL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${ISL_INCLUDE_DIR}")
endif()
