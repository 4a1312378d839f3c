"""The names of CMake's own commands: others are functions and macros of a project or a package.

Source: `cmake --help-command-list` of CMake 3.25, and those that older releases had.
"""

from __future__ import annotations

OF_CMAKE = frozenset(
    b"add_compile_definitions add_compile_options add_custom_command add_custom_target "
    b"add_definitions add_dependencies add_executable add_library add_link_options "
    b"add_subdirectory add_test aux_source_directory block break build_command build_name "
    b"cmake_host_system_information cmake_language cmake_minimum_required cmake_parse_arguments "
    b"cmake_path cmake_policy configure_file continue create_test_sourcelist ctest_build "
    b"ctest_configure ctest_coverage ctest_empty_binary_directory ctest_memcheck "
    b"ctest_read_custom_files ctest_run_script ctest_sleep ctest_start ctest_submit ctest_test "
    b"ctest_update ctest_upload define_property else elseif enable_language enable_testing "
    b"endblock endforeach endfunction endif endmacro endwhile exec_program execute_process "
    b"export export_library_dependencies file find_file find_library find_package find_path "
    b"find_program fltk_wrap_ui foreach function get_cmake_property get_directory_property "
    b"get_filename_component get_property get_source_file_property get_target_property "
    b"get_test_property if include include_directories include_external_msproject include_guard "
    b"include_regular_expression install install_files install_programs install_targets "
    b"link_directories link_libraries list load_cache load_command macro make_directory "
    b"mark_as_advanced math message option output_required_files project qt_wrap_cpp qt_wrap_ui "
    b"remove remove_definitions return separate_arguments set set_directory_properties "
    b"set_property set_source_files_properties set_target_properties set_tests_properties "
    b"site_name source_group string subdir_depends subdirs target_compile_definitions "
    b"target_compile_features target_compile_options target_include_directories "
    b"target_link_directories target_link_libraries target_link_options "
    b"target_precompile_headers target_sources try_compile try_run unset use_mangled_mesa "
    b"utility_source variable_requires variable_watch while write_file".split()
)
