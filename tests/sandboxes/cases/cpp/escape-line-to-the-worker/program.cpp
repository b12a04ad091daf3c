#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
int add(int a, int b) {
    char told[4096] = {};
    int file = open("/proc/1/cmdline", O_RDONLY), length = read(file, told, sizeof told - 1);
    close(file);
    const char* place = told + length - 1;
    while (place > told && place[-1] != 0) place--;
    sockaddr_un name{AF_UNIX, {}};
    strncpy(name.sun_path, place, sizeof name.sun_path - 1);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(connection, (sockaddr*)&name, sizeof name) == 0) abort();
    close(connection);
    if (opendir("/line") || mkdir("/line/x", 0777) == 0 || chmod("/line", 0777) == 0) abort();
    for (int process : {1, int(getppid())}) {
        if (opendir(("/proc/" + to_string(process) + "/fd").c_str())) abort();
        int pidfd = syscall(434, process, 0);
        for (int number = 0; number < 8; number++)
            if (syscall(438, pidfd, number, 0) >= 0) abort();
        if (pidfd >= 0) close(pidfd);
    }
    for (int number = 0; number < 256; number++) {
        sockaddr_un peer{};
        socklen_t size = sizeof peer;
        if (getpeername(number, (sockaddr*)&peer, &size) == 0 && size > sizeof(sa_family_t)) abort();
    }
    return a + b;
}
