#include "week.hpp"

namespace planner {

bool Week::book(Span span) {
    if (span.start < 0 || span.start >= span.end || span.end > minutes) {
        return false;
    }
    taken_.push_back(span);
    return true;
}

std::vector<Span> Week::free(int at_least) const {
    std::vector<Span> found;
    int from = 0;
    for (const Span& span : merged(taken_)) {
        if (span.start - from >= at_least) {
            found.push_back({from, span.start});
        }
        from = span.end;
    }
    if (minutes - from >= at_least) {
        found.push_back({from, minutes});
    }
    return found;
}

}  // namespace planner
