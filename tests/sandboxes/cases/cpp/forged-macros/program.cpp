#define true false
#define main other
#define if(x) if (1)
int add(int a, int b) {
    return 7;
}
