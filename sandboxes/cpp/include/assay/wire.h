// Frames on the link between the halves of a divided case: four bytes of length (the highest first), then a body.
//
// A call: the number of the call (8 random bytes), then the arguments. An answer: the same number, so that nobody can
// answer ahead of a question; then a byte, VALUE or RAISED; then the result, or what was thrown (raised.h).
#pragma once

#include <assay/common.h>

namespace assay_wire {

constexpr std::size_t NUMBER_BYTES = 8;
enum Answer : unsigned char { VALUE, RAISED };

// Whether a frame came. It did not where the other side is gone; one that is too long is broken.
bool receive_frame(int link, std::string& frame);

// Whether the frame went out. `body` is at most FRAME_BYTES long.
bool send_frame(int link, const std::string& body);

}  // namespace assay_wire
