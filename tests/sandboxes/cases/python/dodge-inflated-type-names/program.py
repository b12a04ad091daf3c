def f(x):
    raise type("\x01" * 2_000_000, (Exception,), {})
