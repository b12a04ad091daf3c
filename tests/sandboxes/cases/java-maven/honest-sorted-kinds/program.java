import java.util.*;

class Solution {
    public LinkedList<String> linked(LinkedList<? extends String> a) { return new LinkedList<>(a); }
    public TreeMap<Integer, String> sorted(TreeMap<Integer, String> a) { return a; }
    public SortedSet<Long> back(SortedSet<Long> a) { return a; }
    public PriorityQueue<Integer> queue(PriorityQueue<Integer> a) { return a; }
}
