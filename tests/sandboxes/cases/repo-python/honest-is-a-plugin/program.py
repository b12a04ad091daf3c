def add(a, b):
    return a + b

def mul(a, b):
    return a * b


def pytest_runtest_setup(item):
    item.user_properties.append(("sum", add(1, 2)))
