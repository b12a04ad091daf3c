#include <fcntl.h>
#include <unistd.h>
#include <sys/ptrace.h>
int add(int a, int b) {
    for (string name : {"mem", "environ", "fd/4", "maps"})
        for (int process : {1, int(getppid())})
            if (open(("/proc/" + to_string(process) + "/" + name).c_str(), O_RDONLY) >= 0) abort();
    if (ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0 || kill(1, SIGKILL) == 0) abort();
    return a + b;
}
