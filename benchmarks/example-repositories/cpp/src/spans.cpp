#include "spans.hpp"

#include <algorithm>

namespace planner {

std::vector<Span> merged(std::vector<Span> spans) {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
    std::vector<Span> joined;
    for (const Span& span : spans) {
        if (span.start >= span.end) {
            continue;
        }
        if (!joined.empty() && span.start <= joined.back().end) {
            joined.back().end = std::max(joined.back().end, span.end);
        } else {
            joined.push_back(span);
        }
    }
    return joined;
}

int length(const std::vector<Span>& spans) {
    int total = 0;
    for (const Span& span : merged(spans)) {
        total += span.end - span.start;
    }
    return total;
}

}  // namespace planner
