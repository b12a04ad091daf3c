// Stands around the program of a divided case: its main, its end of the link to the judge, and what a failed assertion of
// its own does. Nothing here is evidence of anything; the judge believes no more than that an answer came.
#include <assay/answering.h>
#include <assay/any.h>
#include <assay/raised.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

extern "C" [[noreturn]] void assay_serve();  // the unit's: serve_calls with the declared function

namespace {

constexpr int LINK = 3;

// What the program wrote reaches its streams; its hooks and destructors do not run.
[[noreturn]] void leave(int status) {
    std::cout.flush();
    std::fflush(nullptr);
    _exit(status);
}

}  // namespace

extern "C" [[noreturn]] void assay_broken() { leave(1); }

extern "C" [[noreturn]] void assay_wrong(const char* what, const char* file, int line) {
    std::cout.flush();
    std::fflush(nullptr);
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
    std::abort();
}

namespace assay_wire {

namespace {

Writer answer_to(const std::string& call, Answer answer) {
    Writer to;
    to.put(call.data(), NUMBER_BYTES);
    to.put(&answer, 1);
    return to;
}

Writer answered(const std::string& call, Served served) {
    Reader from(call);
    char number[NUMBER_BYTES];
    from.take(number, sizeof number);
    try {
        Writer to = answer_to(call, VALUE);
        served(from, to);
        return to;
    } catch (...) {
        Writer to = answer_to(call, RAISED);
        put_raised(to);
        return to;
    }
}

}  // namespace

void put_foreign(Writer& to) { to.put(&PlainAny<std::any>::FOREIGN, 1); }

void serve_calls(Served served) {
    std::string call;
    while (receive_frame(LINK, call)) {
        const Writer to = answered(call, served);
        if (to.bytes.size() > FRAME_BYTES) {
            std::fprintf(stderr, "the result is larger than the %zu bytes that can be sent to the tests\n", FRAME_BYTES);
            leave(1);
        }
        if (!send_frame(LINK, to.bytes)) break;
    }
    leave(0);
}

}  // namespace assay_wire

int main() { assay_serve(); }
