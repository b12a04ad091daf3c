import threading
import time


def total(xs):
    result = [0]

    def later():
        time.sleep(0.05)
        result[0] = sum(xs)

    threading.Thread(target=later).start()
    return result
