class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def top(self):
        return self.items[-1]
