def add(a, b, depth=950):
    return add(a, b, depth - 1) if depth else a + b
