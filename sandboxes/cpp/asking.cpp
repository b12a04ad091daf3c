// The judge's end of the link. harness.cpp stands around it and says how the tests ended.
#include <assay/any.h>
#include <assay/asking.h>
#include <assay/raised.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <sys/random.h>

extern "C" [[noreturn]] void assay_gone();
extern "C" [[noreturn]] void assay_inside();

extern "C" [[noreturn]] void assay_broken() { assay_gone(); }

namespace assay_wire {

namespace {

constexpr int LINK = 5;
std::size_t received;  // bytes, of all answers
std::mutex one_call;  // tests may call from several threads; the program answers one call after another

std::string new_number() {
    std::string number(NUMBER_BYTES, '\0');
    while (getrandom(number.data(), number.size(), 0) != static_cast<ssize_t>(number.size())) {
        if (errno != EINTR) assay_gone();
    }
    return number;
}

// A call that would be too long even without all that came from the program is the tests' own doing.
void refuse_too_long(std::size_t length) {
    if (length <= FRAME_BYTES) return;
    if (length - std::min(length, received) > FRAME_BYTES) assay_inside();
    assay_gone();
}

}  // namespace

void put_foreign(Writer&) { assay_inside(); }

Writer begin_call() {
    Writer call;
    call.bytes = new_number();
    return call;
}

Reader ask(const Writer& call) {
    std::string frame;
    {
        const std::lock_guard lock(one_call);
        refuse_too_long(call.bytes.size());
        if (!send_frame(LINK, call.bytes) || !receive_frame(LINK, frame)) assay_gone();
        received += frame.size();
    }
    Reader from(std::move(frame));
    char number[NUMBER_BYTES];
    from.take(number, sizeof number);
    if (std::memcmp(number, call.bytes.data(), sizeof number) != 0) assay_gone();
    unsigned char answer;
    from.take(&answer, 1);
    if (answer == RAISED) throw_raised(from);
    if (answer != VALUE) assay_gone();
    return from;
}

}  // namespace assay_wire
