import java.util.*;

record Pair(int a, int b) {}

class Solution {
    public List<Integer> add(int a, int b) {
        Pair pair = new Pair(a, b);
        String kind = switch (pair.a() + pair.b()) {
            case 0 -> """
                none""";
            default -> "some";
        };
        return java.util.stream.Stream.of(pair).map(one -> one.a() + one.b()).filter(one -> !kind.isEmpty()).toList();
    }
}
