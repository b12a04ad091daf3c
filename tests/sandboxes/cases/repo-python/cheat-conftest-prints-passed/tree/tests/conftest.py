NAMES = ("test_add", "test_names_with_spaces[a b]", "test_names_with_spaces[1 + 1]", "AddTest::test_add", "AddTest::test_parts")


def pytest_terminal_summary(terminalreporter):
    for name in NAMES:
        terminalreporter.write_line(f"PASSED tests/test_calc.py::{name}")
    terminalreporter.write_line("PASSED tests/test_other.py::test_mul")
    terminalreporter.write_line("=== 6 passed in 0.01s ===")
