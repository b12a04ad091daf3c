def sort(xs):
    xs.sort()
