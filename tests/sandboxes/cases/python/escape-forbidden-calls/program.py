import ctypes

libc = ctypes.CDLL(None, use_errno=True)
# x86-64: ptrace, process_vm_readv, keyctl, bpf, io_uring_setup, perf_event_open, userfaultfd, mount, unshare, shmget, mq_open
for number in (101, 310, 250, 321, 425, 298, 323, 165, 272, 29, 240):
    if libc.syscall(number, 0, 0, 0, 0, 0) != -1:
        raise RuntimeError(f"call {number} was answered")


def total(xs):
    return sum(xs)
