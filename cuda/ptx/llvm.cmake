# The emulated device's library, build/libulparity-llvm.so: LLVM 16 or later, and a clang that is not newer than
# it, since LLVM reads older bitcode only. Without them everything else is built.

set(UL_LLVM_NAMES "")
foreach(VERSION RANGE 20 16 -1)
    list(APPEND UL_LLVM_NAMES llvm-config-${VERSION} llvm-config${VERSION} llvm-config-${VERSION}-64)
endforeach()
find_program(UL_LLVM_CONFIG NAMES ${UL_LLVM_NAMES} llvm-config DOC "llvm-config of LLVM 16 or later")

function(ul_llvm_config RESULT)
    execute_process(COMMAND ${UL_LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE SAID OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    set(${RESULT} "${SAID}" PARENT_SCOPE)
endfunction()

set(UL_LLVM_VERSION 0)
if(UL_LLVM_CONFIG)
    ul_llvm_config(SAID --version)
    string(REGEX MATCH "^[0-9]+" UL_LLVM_VERSION "${SAID}")
endif()

# The newest clang that LLVM can read.
set(UL_CLANG "")
foreach(VERSION RANGE ${UL_LLVM_VERSION} 14 -1)
    find_program(UL_CLANG_${VERSION} NAMES clang-${VERSION} clang${VERSION})
    mark_as_advanced(UL_CLANG_${VERSION})
    if(UL_CLANG_${VERSION} AND NOT UL_CLANG)
        set(UL_CLANG ${UL_CLANG_${VERSION}})
    endif()
endforeach()
find_program(UL_CLANG_PLAIN clang)
mark_as_advanced(UL_CLANG_PLAIN)
if(UL_CLANG_PLAIN AND NOT UL_CLANG)
    execute_process(COMMAND ${UL_CLANG_PLAIN} -dumpversion OUTPUT_VARIABLE SAID OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(SAID VERSION_GREATER_EQUAL 14 AND SAID VERSION_LESS_EQUAL ${UL_LLVM_VERSION}.99)
        set(UL_CLANG ${UL_CLANG_PLAIN})
    endif()
endif()

if(UL_LLVM_VERSION LESS 16 OR NOT UL_CLANG)
    message(STATUS "No LLVM 16 or later with its clang: the device cuda:emulated is not built "
                   "(Debian, Ubuntu: llvm-16-dev clang-16, or a later pair)")
    return()
endif()
message(STATUS "Emulated device: LLVM ${UL_LLVM_VERSION} (${UL_LLVM_CONFIG}), ${UL_CLANG}")

set(UL_PTX_BITCODE ${CMAKE_BINARY_DIR}/ptx_runtime.bc)
set(UL_PTX_BITCODE_C ${CMAKE_BINARY_DIR}/ptx_runtime_bitcode.c)
set(UL_PTX_CPU "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(UL_PTX_CPU -mfma -mf16c)
endif()
# Registers that a text never sets may reach a function: no "noundef". What becomes of vectors is decided when
# a kernel is optimised.
add_custom_command(OUTPUT ${UL_PTX_BITCODE}
    COMMAND ${UL_CLANG} -c -emit-llvm -O1 -std=c17 -Wall -Wextra -Werror -DUL_PTX_BITCODE ${UL_PTX_CPU} -ffp-contract=off
            -fno-math-errno -fno-trapping-math -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
            -Xclang -no-enable-noundef-analysis -I${CMAKE_SOURCE_DIR} -MD -MF ${UL_PTX_BITCODE}.d -MT ${UL_PTX_BITCODE}
            -o ${UL_PTX_BITCODE} ${CMAKE_SOURCE_DIR}/cuda/ptx/runtime.c
    DEPENDS ${CMAKE_SOURCE_DIR}/cuda/ptx/runtime.c DEPFILE ${UL_PTX_BITCODE}.d VERBATIM)
set(UL_LLVM_SOURCES ${CMAKE_SOURCE_DIR}/cuda/ptx/llvm.c ${CMAKE_SOURCE_DIR}/cuda/ptx/llvm_nan.c)
string(REPLACE ";" "," UL_LLVM_LIST "${UL_LLVM_SOURCES}")
add_custom_command(OUTPUT ${UL_PTX_BITCODE_C}
    COMMAND ${CMAKE_COMMAND} -DBITCODE=${UL_PTX_BITCODE} -DSOURCES=${UL_LLVM_LIST} -DOUT=${UL_PTX_BITCODE_C}
            -P ${CMAKE_SOURCE_DIR}/cuda/ptx/bitcode.cmake
    DEPENDS ${UL_PTX_BITCODE} ${UL_LLVM_SOURCES} ${CMAKE_SOURCE_DIR}/cuda/ptx/bitcode.cmake VERBATIM)

ul_llvm_config(UL_LLVM_INCLUDE --includedir)
ul_llvm_config(UL_LLVM_FLAGS --ldflags --libs core orcjit native passes irreader bitreader bitwriter linker --system-libs)
separate_arguments(UL_LLVM_FLAGS UNIX_COMMAND "${UL_LLVM_FLAGS}")

# A shared library of its own, without sanitizers; it shows ul_llvm alone.
add_library(ulparity-llvm MODULE ${UL_LLVM_SOURCES} common/text.c common/machine.c ${UL_PTX_BITCODE_C})
set_target_properties(ulparity-llvm PROPERTIES C_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
target_include_directories(ulparity-llvm PRIVATE ${CMAKE_SOURCE_DIR})
target_include_directories(ulparity-llvm SYSTEM PRIVATE ${UL_LLVM_INCLUDE})
target_compile_definitions(ulparity-llvm PRIVATE _GNU_SOURCE UL_LLVM_VERSION=${UL_LLVM_VERSION})
target_compile_options(ulparity-llvm PRIVATE -Wall -Wextra -Wconversion -Werror)
target_link_options(ulparity-llvm PRIVATE -Wl,--no-undefined -Wl,--exclude-libs,ALL)
target_link_libraries(ulparity-llvm PRIVATE ${UL_LLVM_FLAGS} Threads::Threads)
add_dependencies(ulparity ulparity-llvm)
# The tests' programs look for it beside themselves too.
add_custom_command(TARGET ulparity-llvm POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink ../../$<TARGET_FILE_NAME:ulparity-llvm>
            ${CMAKE_BINARY_DIR}/conformance/tests/$<TARGET_FILE_NAME:ulparity-llvm>)
