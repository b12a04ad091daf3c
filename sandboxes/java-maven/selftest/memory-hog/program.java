import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        List<int[]> hoard = new ArrayList<>();
        while (true) {
            hoard.add(new int[1 << 18]);
        }
    }
}
