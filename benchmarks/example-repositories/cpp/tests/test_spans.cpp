#include "check.hpp"
#include "spans.hpp"

using planner::merged;
using Spans = std::vector<planner::Span>;

int main() {
    CHECK(merged({}).empty());
    CHECK((merged({{3, 4}, {1, 2}}) == Spans{{1, 2}, {3, 4}}));
    CHECK((merged({{2, 5}, {1, 3}}) == Spans{{1, 5}}));
    CHECK((merged({{1, 9}, {2, 3}}) == Spans{{1, 9}}));
    CHECK((merged({{1, 2}, {2, 3}}) == Spans{{1, 3}}));
    CHECK(merged({{4, 4}}).empty());
    CHECK(planner::length({{0, 10}, {5, 15}}) == 15);
}
