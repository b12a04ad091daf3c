def add(a, b):
    return a + b

import socket

if [name for _, name in socket.if_nameindex() if name != "lo"]:
    raise RuntimeError("there is an interface")
for host in ("192.0.2.1", "10.0.0.1", "172.17.0.1", "169.254.169.254"):
    try:
        socket.create_connection((host, 80), timeout=1)
    except OSError:
        continue
    raise RuntimeError(f"{host} could be reached")
try:
    socket.getaddrinfo("example.com", 80)
except OSError:
    pass
else:
    raise RuntimeError("a name was looked up")
