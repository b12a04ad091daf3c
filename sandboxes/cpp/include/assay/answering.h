// The program's half of a call: reads the arguments, calls the function, writes its result.
#pragma once

#include <assay/wire.h>

namespace assay_wire {

using Served = void (*)(Reader& from, Writer& to);

// Answers calls until the judge closes the link, and ends the process.
[[noreturn]] void serve_calls(Served served);

template <class R, class... P> struct Function {
    template <R (*function)(P...)> static void serve(Reader& from, Writer& to) {
        // Braces: the arguments are read from the left to the right, and before the call is looked at as a whole.
        const Called called{function, from, Plain<std::decay_t<P>>::take(from)...};
        Plain<std::decay_t<R>>::put(to, called.result);
    }

  private:
    struct Called {
        Called(R (*function)(P...), Reader& from, std::decay_t<P>&&... arguments)
            : result((from.end(), function(std::move(arguments)...))) {}
        R result;
    };
};

template <class R, class... P> Function<R, P...> function_of(R (*)(P...));

}  // namespace assay_wire

// Ahead of the program, so that none of its macros, operators or types changes what this says.
#define ASSAY_SERVE(function) \
    extern "C" [[noreturn]] void assay_serve() { \
        ::assay_wire::serve_calls(decltype(::assay_wire::function_of(&function))::template serve<&function>); \
    }
