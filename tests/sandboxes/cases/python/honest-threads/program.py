import threading
from concurrent.futures import ThreadPoolExecutor

threading.Thread(target=threading.Event().wait).start()


def add(a, b):
    with ThreadPoolExecutor(12) as pool:
        return sum(pool.map(int, [a, b]))
