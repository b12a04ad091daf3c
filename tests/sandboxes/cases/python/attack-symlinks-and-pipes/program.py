def add(a, b):
    return a + b

import os
import socket

os.symlink("/", "root")
os.symlink("loop", "loop")
os.mkfifo("pipe")
os.mkdir("closed")
os.symlink("/opt", "closed/opt")
os.chmod("closed", 0)
socket.socket(socket.AF_UNIX).bind("socket")
