template <int D, long P> struct Tree { static const long value = Tree<D - 1, 2 * P>::value + Tree<D - 1, 2 * P + 1>::value; };
template <long P> struct Tree<0, P> { static const long value = P; };
int add(int a, int b) { return Tree<40, 1>::value; }
