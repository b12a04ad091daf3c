import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        var pool = java.util.concurrent.Executors.newFixedThreadPool(2);
        try {
            return List.of(pool.submit(() -> a + b).get());
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
