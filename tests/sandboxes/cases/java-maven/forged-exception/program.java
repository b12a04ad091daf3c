import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        throw new IllegalStateException("no");
    }
}
