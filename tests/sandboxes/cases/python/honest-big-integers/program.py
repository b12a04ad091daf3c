import math


def power(n):
    return 2**n + math.factorial(5)
