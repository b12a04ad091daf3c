class Solution {
    public String add(String a, String b) {
        return "x".repeat(6 << 20);
    }
}
