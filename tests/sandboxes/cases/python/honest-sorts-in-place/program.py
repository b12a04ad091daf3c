def sort(values):
    values.sort()
