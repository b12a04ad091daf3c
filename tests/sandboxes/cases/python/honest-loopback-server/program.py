import socket
import threading


def total(xs):
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].sendall(str(sum(xs)).encode())).start()
        with socket.create_connection(server.getsockname()) as client:
            return int(client.recv(100))
