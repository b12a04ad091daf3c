import java.util.*;

class Solution {
    @SuppressWarnings({"unchecked", "rawtypes"})
    public List<Integer> add(int a, int b) {
        List deep = new ArrayList();
        deep.add(deep);
        for (int depth = 0; depth < 1_000_000; depth++) {
            List outer = new ArrayList(1);
            outer.add(deep);
            deep = outer;
        }
        return deep;
    }
}
