// What most functions take and give, compiled with the room (wire.cpp) instead of with each program.
#pragma once

#include <assay/plain.h>

#define ASSAY_SEQUENCE(each, ...) each(Elements<std::vector<__VA_ARGS__>, __VA_ARGS__>)
#define ASSAY_SET(each, kind, ...) each(Elements<std::kind<__VA_ARGS__>, __VA_ARGS__>)
#define ASSAY_MAP(each, kind, ...) each(Elements<std::kind<__VA_ARGS__>, std::pair<__VA_ARGS__>>)
#define ASSAY_COMMON(each) \
    each(Plain<std::string>) \
    ASSAY_SEQUENCE(each, int) ASSAY_SEQUENCE(each, long) ASSAY_SEQUENCE(each, long long) ASSAY_SEQUENCE(each, char) \
    ASSAY_SEQUENCE(each, bool) ASSAY_SEQUENCE(each, float) ASSAY_SEQUENCE(each, double) ASSAY_SEQUENCE(each, std::string) \
    ASSAY_SEQUENCE(each, std::vector<int>) ASSAY_SEQUENCE(each, std::vector<long long>) ASSAY_SEQUENCE(each, std::vector<char>) \
    ASSAY_SEQUENCE(each, std::vector<double>) ASSAY_SEQUENCE(each, std::vector<std::string>) \
    ASSAY_SEQUENCE(each, std::pair<int, int>) \
    ASSAY_SET(each, set, int) ASSAY_SET(each, set, std::string) ASSAY_SET(each, unordered_set, int) \
    ASSAY_SET(each, unordered_set, std::string) \
    ASSAY_MAP(each, map, int, int) ASSAY_MAP(each, map, char, int) ASSAY_MAP(each, map, std::string, int) \
    ASSAY_MAP(each, map, std::string, std::string) ASSAY_MAP(each, unordered_map, int, int) \
    ASSAY_MAP(each, unordered_map, char, int) ASSAY_MAP(each, unordered_map, std::string, int)

#define ASSAY_DECLARE(...) extern template struct assay_wire::__VA_ARGS__;
ASSAY_COMMON(ASSAY_DECLARE)
#undef ASSAY_DECLARE
