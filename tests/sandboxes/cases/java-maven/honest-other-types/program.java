import java.util.*;

class Solution {
    public ArrayList<Integer> add(long a, Integer b) {
        return new ArrayList<>(List.of((int) a + b));
    }
}
