# -*- coding: latin-1 -*-
def add(a, b):
    return a + b if 'é' == chr(233) else 0
