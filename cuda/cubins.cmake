# The target `cubins`: every algorithm, unchanged, ahead of time by nvcc, for those of these architectures that
# it knows (as --list-gpu-code tells). An algorithm that takes no part in a kernel would vanish, so each becomes
# the callable function that its authors count: build/cubins/NAME.sm_XX.cubin.
execute_process(COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} --list-gpu-code OUTPUT_VARIABLE UL_GPU_CODE ERROR_QUIET)
file(GLOB UL_ALGORITHMS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/algorithms/*.h)
file(GLOB UL_DIALECT CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/mufu/*.h)
list(APPEND UL_DIALECT ${CMAKE_SOURCE_DIR}/common/ulparity.h ${CMAKE_SOURCE_DIR}/cuda/prelude.cuh)
set(UL_CUBINS "")
foreach(ALGORITHM IN LISTS UL_ALGORITHMS)
    get_filename_component(NAME ${ALGORITHM} NAME_WE)
    file(WRITE ${CMAKE_BINARY_DIR}/cubins/${NAME}.cu.new "#include \"common/ulparity.h\"
#undef ul_fn
#define ul_fn extern \"C\" __device__
#include \"common/algorithms/${NAME}.h\"\n")
    file(COPY_FILE ${CMAKE_BINARY_DIR}/cubins/${NAME}.cu.new ${CMAKE_BINARY_DIR}/cubins/${NAME}.cu ONLY_IF_DIFFERENT)
    foreach(ARCH sm_75 sm_89 sm_90 sm_120)
        if(NOT UL_GPU_CODE MATCHES "${ARCH}\n")
            continue()
        endif()
        set(CUBIN ${CMAKE_BINARY_DIR}/cubins/${NAME}.${ARCH}.cubin)
        add_custom_command(OUTPUT ${CUBIN}
            COMMAND ${CUDAToolkit_NVCC_EXECUTABLE} -arch=${ARCH} -cubin -rdc=true -I${CMAKE_SOURCE_DIR}
                    -o ${CUBIN} ${CMAKE_BINARY_DIR}/cubins/${NAME}.cu
            DEPENDS ${ALGORITHM} ${UL_DIALECT} ${CMAKE_BINARY_DIR}/cubins/${NAME}.cu VERBATIM)
        list(APPEND UL_CUBINS ${CUBIN})
    endforeach()
endforeach()
add_custom_target(cubins DEPENDS ${UL_CUBINS})
