// Exceptions on the wire: a byte for the sort, then a text. What a test can tell apart survives: the standard's classes
// with their messages, and thrown values of the plain types. Any other class comes as the nearest standard class that it
// derives from, or as one that nobody but `catch (...)` can catch.
#pragma once

#include <assay/wire.h>

namespace assay_wire {

// Writes the exception that is being handled.
void put_raised(Writer& to);

// Throws what was written.
[[noreturn]] void throw_raised(Reader& from);

}  // namespace assay_wire
