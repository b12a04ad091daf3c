class Tree:
    def __init__(self, *leaves):
        self.leaves = leaves


def plant(xs):
    return Tree(*xs)


def count(tree):
    return len(tree.leaves)
