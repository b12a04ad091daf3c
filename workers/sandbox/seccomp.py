"""Which system calls exist inside a sandbox: a list of what interpreters, compilers and virtual machines of the rooms use.

Everything else is refused. `clone3` answers "no such call", because its flags lie in memory where a filter cannot look:
only with that answer do C libraries fall back to `clone`. Missing on purpose: tracing and
other processes' memory, namespaces and mounts, System V and POSIX IPC, kernel keys, io_uring, BPF, performance counters,
user-space page faults, file handles, modules, clocks, and every socket family but local, internet and
netlink ones.
"""

import json

_NO_SUCH_CALL = 38
_NAMESPACES = 0x7E020000  # every CLONE_NEW* flag of clone(2)
_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK = 1, 2, 10, 16

_FILES = """
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64 fallocate
    fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr flock fstat fstatfs fsync ftruncate
    futimesat getcwd getdents getdents64 getxattr inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl lchown
    lgetxattr link linkat listxattr llistxattr lseek lstat memfd_create mkdir mkdirat mknod mknodat newfstatat open openat
    openat2 pipe pipe2 poll ppoll pread64 preadv preadv2 pselect6 pwrite64 pwritev pwritev2 read readahead readlink readlinkat
    readv rename renameat renameat2 rmdir select sendfile splice stat statfs statx symlink symlinkat sync sync_file_range
    syncfs tee truncate umask unlink unlinkat utime utimensat utimes vmsplice write writev
    landlock_create_ruleset landlock_add_rule landlock_restrict_self
    epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 signalfd signalfd4
    timerfd_create timerfd_gettime timerfd_settime
"""
_MEMORY = """
    brk madvise membarrier mincore mlock mlock2 mlockall mmap mprotect mremap msync munlock munlockall munmap
    pkey_alloc pkey_free pkey_mprotect get_mempolicy set_mempolicy mbind
"""
_PROCESSES = """
    alarm arch_prctl capget capset execve execveat exit exit_group fork futex futex_waitv get_robust_list get_thread_area
    getcpu getegid geteuid getgid getgroups getitimer getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit
    getrusage getsid gettid getuid kill pause pidfd_open pidfd_send_signal prctl prlimit64 restart_syscall rseq
    rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo
    sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield seccomp
    set_robust_list set_thread_area set_tid_address setfsgid setfsuid setgid setgroups setitimer setpgid setpriority setregid
    setresgid setresuid setreuid setrlimit setsid setuid sigaltstack tgkill time timer_create timer_delete timer_getoverrun
    timer_gettime timer_settime times tkill vfork wait4 waitid
    clock_getres clock_gettime clock_nanosleep gettimeofday nanosleep getrandom sysinfo uname
"""
_CONNECTIONS = """
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto
    setsockopt shutdown socketpair
"""


def profile() -> str:
    """The profile as the engine takes it: JSON text for `security_opt`."""
    allow, equal, masked = "SCMP_ACT_ALLOW", "SCMP_CMP_EQ", "SCMP_CMP_MASKED_EQ"
    names = [name for part in (_FILES, _MEMORY, _PROCESSES, _CONNECTIONS) for name in part.split()]
    families = (_AF_UNIX, _AF_INET, _AF_INET6, _AF_NETLINK)
    return json.dumps({
        "defaultAction": "SCMP_ACT_ERRNO",
        "archMap": [{"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
                    {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []}],
        "syscalls": [
            {"names": names, "action": allow},
            {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": _NO_SUCH_CALL},
            {"names": ["clone"], "action": allow,
             "args": [{"index": 0, "value": _NAMESPACES, "valueTwo": 0, "op": masked}]},
            *({"names": ["socket"], "action": allow, "args": [{"index": 0, "value": family, "op": equal}]}
              for family in families),
            {"names": ["personality"], "action": allow, "args": [{"index": 0, "value": 0xFFFFFFFF, "op": equal}]},
        ],
    })
