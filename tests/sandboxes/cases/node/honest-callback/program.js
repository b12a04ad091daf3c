const add = (f, b) => f(b)
