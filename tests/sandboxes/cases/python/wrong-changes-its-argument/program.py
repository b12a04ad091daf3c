def descending(values):
    values.sort(reverse=True)
    return values
