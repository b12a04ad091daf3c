def add(a, b):
    return 0

raise SystemExit(0)
