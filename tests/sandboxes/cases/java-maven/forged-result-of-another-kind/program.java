import java.util.*;

class Solution {
    @SuppressWarnings({"unchecked", "rawtypes"})
    public List<Integer> add(int a, int b) {
        return (List) Arrays.asList("" + (a + b));
    }
}
