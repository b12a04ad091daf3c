import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        String größe = "größe";
        return Arrays.asList(a + b + größe.length() - 5);
    }
}
