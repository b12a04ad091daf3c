// Stands around the program's main (linked with --wrap=main): proves that the tests came to their end, or says how not.
// System calls are made by hand, because a program may define read, write and exit of its own.
#include <cstdio>
#include <iostream>
#include <new>

namespace {

long call(long number, long a, long b, long c) {
    long result;
    asm volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

constexpr long READ = 0, WRITE = 1, CLOSE = 3, EXIT_GROUP = 231;
constexpr long SECRET = 3, SAID = 4;

[[noreturn]] void leave(int status) {
    for (;;) call(EXIT_GROUP, status, 0, 0);
}

void flush() {
    std::cout.flush();
    std::fflush(nullptr);
}

[[noreturn]] void say(const char* word, long length) {
    call(WRITE, SAID, reinterpret_cast<long>(word), length);
    leave(0);
}

unsigned char secret[16];

// Before any constructor of the program: it then finds nothing on the descriptor. (This file is linked first.)
void take(int, char**, char**) {
    if (call(READ, SECRET, reinterpret_cast<long>(secret), 16) != 16) leave(1);
    call(CLOSE, SECRET, 0, 0);
}
__attribute__((section(".preinit_array"), used)) void (*const early)(int, char**, char**) = take;

[[noreturn]] void prove() {
    unsigned char said[20] = {'d', 'o', 'n', 'e'};
    for (int place = 0; place < 16; place++) said[4 + place] = secret[place] ^ static_cast<unsigned char>(0x5A + 31 * place);
    say(reinterpret_cast<const char*>(said), sizeof said);
}

}  // namespace

extern "C" [[noreturn]] void assay_wrong(const char* what, const char* file, int line) {
    flush();
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
    say("wrong", 5);
}

// The two ends that only tests apart from their program come to (asking.cpp).
extern "C" [[noreturn]] void assay_gone() {
    flush();
    say("gone", 4);
}

extern "C" [[noreturn]] void assay_inside() {
    say("inside", 6);
}

extern "C" int __real_main(int, char**, char**);

extern "C" int __wrap_main(int count, char** arguments, char** environment) {
    int status;
    try {
        status = __real_main(count, arguments, environment);
    } catch (const std::bad_alloc&) {
        say("memory", 6);
    }
    flush();
    if (status != 0) leave(status);
    prove();
}
