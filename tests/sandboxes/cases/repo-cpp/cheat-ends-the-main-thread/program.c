#include <pthread.h>
#include "calc.h"

int add(int a, int b)
{
    pthread_exit(0);
}

int mul(int a, int b)
{
    return a * b;
}
