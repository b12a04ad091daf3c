// What both halves of a divided case share and need not compile anew: frames, and the values that most functions have.
#include <assay/wire.h>

#include <cerrno>
#include <sys/socket.h>

namespace assay_wire {

namespace {

constexpr std::size_t LENGTH_BYTES = 4;

bool receive(int link, char* to, std::size_t length) {
    while (length > 0) {
        const ssize_t got = recv(link, to, length, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        length -= static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

bool receive_frame(int link, std::string& frame) {
    unsigned char length[LENGTH_BYTES];
    if (!receive(link, reinterpret_cast<char*>(length), sizeof length)) return false;
    const std::size_t bytes = std::size_t(length[0]) << 24 | length[1] << 16 | length[2] << 8 | length[3];
    if (bytes > FRAME_BYTES) assay_broken();
    frame.resize(bytes);
    return receive(link, frame.data(), bytes);
}

bool send_frame(int link, const std::string& body) {
    std::string frame;
    for (int shift = 24; shift >= 0; shift -= 8) frame += static_cast<char>(body.size() >> shift);
    frame += body;
    for (std::size_t sent = 0; sent < frame.size();) {
        const ssize_t gone = send(link, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
        if (gone < 0 && errno != EINTR) return false;
        if (gone > 0) sent += static_cast<std::size_t>(gone);
    }
    return true;
}

void Writer::put(const void* from, std::size_t length) {
    bytes.append(static_cast<const char*>(from), length);
}

void Writer::put_count(std::size_t many) {
    const auto count = static_cast<std::uint32_t>(many);  // a larger one is in a frame that is too long to be sent
    put(&count, sizeof count);
}

void Reader::take(void* to, std::size_t length) {
    if (length > left()) assay_broken();
    std::memcpy(to, bytes.data() + at, length);
    at += length;
}

std::size_t Reader::take_count(std::size_t least, std::size_t held) {
    std::uint32_t count;
    take(&count, sizeof count);
    if (count > left() / least || count > (HELD_BYTES - holds) / held) assay_broken();
    holds += count * held;
    return count;
}

void Reader::end() const {
    if (left() != 0) assay_broken();
}

void Plain<bool>::put(Writer& to, bool value) {
    to.bytes += static_cast<char>(value);
}

bool Plain<bool>::take(Reader& from) {
    unsigned char value;
    from.take(&value, 1);
    if (value > 1) assay_broken();
    return value == 1;
}

void Plain<long double>::put(Writer& to, long double value) {
    to.put(&value, least);
}

long double Plain<long double>::take(Reader& from) {
    unsigned char bytes[sizeof(long double)] = {};
    from.take(bytes, least);
    const bool leading_one = bytes[7] & 0x80, below_normal = bytes[8] == 0 && (bytes[9] & 0x7F) == 0;
    if (leading_one == below_normal) assay_broken();
    long double value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

}  // namespace assay_wire

#define ASSAY_DEFINE(...) template struct assay_wire::__VA_ARGS__;
ASSAY_COMMON(ASSAY_DEFINE)
