template <int N> struct Deep { static const int value = Deep<N + 1>::value; };
int add(int a, int b) { return Deep<0>::value; }
