import java.util.*;

class Solution {
    private int count(int n) {
        return n == 0 ? 0 : 1 + count(n - 1);
    }

    public List<Integer> add(int a, int b) {
        return Arrays.asList(count(20000) - 20000 + a + b);
    }
}
