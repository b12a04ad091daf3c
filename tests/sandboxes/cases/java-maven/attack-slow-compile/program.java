import java.util.*;
import java.util.function.Function;

class Solution {
    static <T> T pick(Function<Integer, T> way) {
        return way.apply(1);
    }

    public List<Integer> add(int a, int b) {
        return Arrays.asList(pick(x25 -> { return pick(x24 -> { return pick(x23 -> { return pick(x22 -> { return pick(x21 -> { return pick(x20 -> { return pick(x19 -> { return pick(x18 -> { return pick(x17 -> { return pick(x16 -> { return pick(x15 -> { return pick(x14 -> { return pick(x13 -> { return pick(x12 -> { return pick(x11 -> { return pick(x10 -> { return pick(x9 -> { return pick(x8 -> { return pick(x7 -> { return pick(x6 -> { return pick(x5 -> { return pick(x4 -> { return pick(x3 -> { return pick(x2 -> { return pick(x1 -> { return pick(x0 -> { return a + b; }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }); }));
    }
}
