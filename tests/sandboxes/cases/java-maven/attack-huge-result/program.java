import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        return new ArrayList<>(Collections.nCopies(3_000_000, a + b));
    }
}
