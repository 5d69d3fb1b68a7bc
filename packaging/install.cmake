# What `cmake --install` puts where, and the package of CPack (`cpack -G DEB`). Nothing installed needs the source tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS ulparity)
if(TARGET ulparity-llvm)
    install(TARGETS ulparity-llvm LIBRARY DESTINATION lib/ulparity) # where the program looks for it
endif()

# The dialect: the same paths as in the tree, below a folder of its own.
set(UL_INCLUDE ${CMAKE_INSTALL_INCLUDEDIR}/ulparity)
install(FILES common/ulparity.h DESTINATION ${UL_INCLUDE}/common)
install(DIRECTORY common/algorithms common/mufu DESTINATION ${UL_INCLUDE}/common FILES_MATCHING PATTERN *.h
        PATTERN derive EXCLUDE)
install(FILES host/prelude.h DESTINATION ${UL_INCLUDE}/host)
install(FILES cuda/prelude.cuh DESTINATION ${UL_INCLUDE}/cuda)
install(FILES opencl/prelude.clh DESTINATION ${UL_INCLUDE}/opencl)

# The manual and the completions, made by the program.
set(UL_MANUALS "")
foreach(FORM man bash zsh fish)
    set(OUT ${CMAKE_BINARY_DIR}/manuals/${FORM})
    add_custom_command(OUTPUT ${OUT} DEPENDS ulparity VERBATIM
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/manuals
        COMMAND sh -c "\"$1\" --manual ${FORM} >\"$2\"" sh $<TARGET_FILE:ulparity> ${OUT})
    list(APPEND UL_MANUALS ${OUT})
endforeach()
add_custom_target(manuals ALL DEPENDS ${UL_MANUALS})
set(UL_MANUALS ${CMAKE_BINARY_DIR}/manuals)
install(FILES ${UL_MANUALS}/man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME ulparity.1)
install(FILES ${UL_MANUALS}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ulparity)
install(FILES ${UL_MANUALS}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _ulparity)
install(FILES ${UL_MANUALS}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ulparity.fish)
install(FILES packaging/mine.h DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(FILES LICENSE NOTICE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.json
        PATTERN results EXCLUDE)

# For those who build with it.
set(UL_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/ulparity)
configure_package_config_file(packaging/ulparity-config.cmake.in ${CMAKE_BINARY_DIR}/ulparity-config.cmake
                              INSTALL_DESTINATION ${UL_CMAKE} PATH_VARS UL_INCLUDE)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ulparity-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/ulparity-config.cmake ${CMAKE_BINARY_DIR}/ulparity-config-version.cmake
        DESTINATION ${UL_CMAKE})
file(RELATIVE_PATH UL_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(packaging/ulparity.pc.in ${CMAKE_BINARY_DIR}/ulparity.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ulparity.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(CPACK_PACKAGE_CONTACT "the ulparity project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "accuracy of GPU math functions, measured and judged")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1, gcc, libc6-dev") # the host's subjects are compiled
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pocl-opencl-icd")
include(CPack)
