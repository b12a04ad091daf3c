#include "check.hpp"
#include "week.hpp"

int main() {
    planner::Week week;
    CHECK(week.book({60, 120}));
    CHECK(week.book({0, 30}));
    CHECK(!week.book({-1, 5}));
    CHECK((week.free(1) == std::vector<planner::Span>{{30, 60}, {120, planner::minutes}}));
    CHECK((week.free(31) == std::vector<planner::Span>{{120, planner::minutes}}));
}
