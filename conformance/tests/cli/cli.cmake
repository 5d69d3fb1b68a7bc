# One test a script, and one that looks for files that belong to none.
file(GLOB UL_CLI CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.sh)
list(FILTER UL_CLI EXCLUDE REGEX "/run\\.sh$")
foreach(SCRIPT IN LISTS UL_CLI)
    get_filename_component(NAME ${SCRIPT} NAME_WE)
    add_test(NAME cli_${NAME} COMMAND ${CMAKE_CURRENT_LIST_DIR}/run.sh $<TARGET_FILE:ulparity> ${NAME})
    set_tests_properties(cli_${NAME} PROPERTIES SKIP_RETURN_CODE 125)
endforeach()
add_test(NAME cli_strays COMMAND ${CMAKE_CURRENT_LIST_DIR}/run.sh --strays)
