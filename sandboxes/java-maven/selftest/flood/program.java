import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        while (true) {
            System.out.println("all work and no play");
        }
    }
}
