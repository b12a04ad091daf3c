#pragma once

#include <vector>

#include "spans.hpp"

namespace planner {

constexpr int minutes = 7 * 24 * 60;

// A week of one person.
class Week {
public:
    // Takes a span, and says whether it lies in the week.
    bool book(Span span);

    // Free spans of at least so many minutes, in order.
    std::vector<Span> free(int at_least) const;

private:
    std::vector<Span> taken_;
};

}  // namespace planner
