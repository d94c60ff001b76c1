# What `cmake --install` adds to the libraries and tools: the public headers, the
# TableGen files, and the package that find_package(TileFoundry) reads.
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/tilefoundry"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/TileFoundry")
get_property(TILEFOUNDRY_INSTALLED_ROOMS GLOBAL PROPERTY TILEFOUNDRY_ROOMS)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/TileFoundryConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/TileFoundryConfig.cmake"
  INSTALL_DESTINATION "${package}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/TileFoundryConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/TileFoundryConfig.cmake"
  "${PROJECT_BINARY_DIR}/TileFoundryConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/TileFoundryLLVM.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/FindISL.cmake"
  DESTINATION "${package}")
install(EXPORT TileFoundryTargets NAMESPACE TileFoundry::
  DESTINATION "${package}")
