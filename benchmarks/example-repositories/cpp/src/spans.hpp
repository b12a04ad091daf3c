// Spans of time: from minute `start` to before minute `end`. The example of a repository in C++.
#pragma once

#include <vector>

namespace planner {

struct Span {
    int start;
    int end;
};

inline bool operator==(const Span& a, const Span& b) { return a.start == b.start && a.end == b.end; }

// The same time in as few spans as possible, in order. Spans that touch become one; empty ones vanish.
std::vector<Span> merged(std::vector<Span> spans);

// How many minutes the spans cover together.
int length(const std::vector<Span>& spans);

}  // namespace planner
