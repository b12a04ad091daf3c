def add(a, b):
    return a + b

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
CREATE = 0o1000 | 0o666
if libc.shmget(4711, 4096, CREATE) >= 0 or libc.msgget(4711, CREATE) >= 0 or libc.semget(4711, 1, CREATE) >= 0:
    raise RuntimeError("an object was made")
librt = ctypes.CDLL("librt.so.1", use_errno=True)
if librt.mq_open(b"/trace", 0o102, 0o666, None) >= 0:
    raise RuntimeError("a queue was made")
