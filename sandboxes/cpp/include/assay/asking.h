// The judge's half of a call: what the declared function does where the program is in another process.
#pragma once

#include <assay/wire.h>

namespace assay_wire {

Writer begin_call();

// Sends the call and waits for its answer: a Reader that stands before the result. Throws what the program threw.
// Does not return if the program is gone or sent what no honest one sends, or if the call is too long for a frame.
Reader ask(const Writer& call);

// `function` is only there for its type.
template <class R, class... P> R call(R (*)(P...), const std::decay_t<P>&... arguments) {
    static_assert(!std::is_reference_v<R>, "a result that is part of something else cannot be sent");
    static_assert((... && (!std::is_reference_v<P> || (std::is_lvalue_reference_v<P> && std::is_const_v<std::remove_reference_t<P>>))),
                  "an argument that the program may change cannot be sent");
    Writer to = begin_call();
    (Plain<std::decay_t<P>>::put(to, arguments), ...);
    Reader from = ask(to);
    std::decay_t<R> result = Plain<std::decay_t<R>>::take(from);
    from.end();
    return result;
}

}  // namespace assay_wire
