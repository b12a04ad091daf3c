#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                              \
    do {                                                              \
        if (!(condition)) {                                           \
            std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            std::exit(1);                                             \
        }                                                             \
    } while (false)
