#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sched.h>
#include <unistd.h>
int add(int a, int b) {
    char byte;
    iovec here{&byte, 1}, there{&byte, 1};
    const long results[] = {
        ptrace(PTRACE_TRACEME, 0, 0, 0), ptrace(PTRACE_ATTACH, getppid(), 0, 0), process_vm_readv(1, &here, 1, &there, 1, 0),
        unshare(CLONE_NEWUSER), unshare(CLONE_NEWNS), mount("none", ".", "tmpfs", 0, nullptr), chroot("."),
        shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), msgget(IPC_PRIVATE, IPC_CREAT | 0600),
        semget(IPC_PRIVATE, 1, IPC_CREAT | 0600), syscall(SYS_bpf, 0, nullptr, 0), syscall(SYS_keyctl, 0, 0, 0, 0, 0),
        syscall(SYS_io_uring_setup, 1, nullptr), syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0), setuid(0), setgid(0),
    };
    for (long result : results) if (result != -1) abort();
    return a + b;
}
