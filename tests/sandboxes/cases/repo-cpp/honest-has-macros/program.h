#ifndef CALC_H
#define CALC_H
#define CALC_SUM(a, b) ((a) + (b))
#define main 1

static inline int add(int a, int b)
{
    return CALC_SUM(a, b);
}
#undef main

static inline int mul(int a, int b)
{
    return a * b;
}
#endif
