import java.math.*;
import java.util.*;

class Solution {
    private int calls;

    public Object any(Object a) { return a; }
    public boolean isTrue(boolean a, Boolean b) { return a && b; }
    public byte bytes(byte a, Byte b) { return (byte) (a + b); }
    public char chars(char a, Character b) { return (char) (a + b); }
    public short shorts(short a, Short b) { return (short) (a + b); }
    public int ints(int a, Integer b) { return a + b; }
    public long longs(long a, Long b) { return a + b; }
    public float floats(float a, Float b) { return a + b; }
    public double doubles(double a, Double b) { return b; }
    public String text(String a) { return a; }
    public BigInteger big(BigInteger a) { return a; }
    public BigDecimal exact(BigDecimal a) { return a; }
    public List<List<Integer>> lists(List<List<Integer>> a) { return a; }
    public Map<String, List<Double>> maps(Map<String, List<Double>> a) { return a; }
    public Deque<Character> deque(Deque<Character> a) { return a; }
    public Optional<List<Object>> maybe(Optional<List<Object>> a) { return a; }
    public OptionalInt some(OptionalInt a) { return a; }
    public Map.Entry<String, Integer> entry(Map.Entry<String, Integer> a) { return a; }
    public int[][] grid(int[]... a) { return a; }
    public String[] words(String[] a) { return a; }
    public List<Integer>[] nested(List<Integer>[] a) { return a; }
    public double[] numbers(double[] a, float[] b, long[] c, short[] d, byte[] e, char[] f, boolean[] g) {
        return new double[] {a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + (g[0] ? 0 : 7)};
    }
    public static Integer fixed(Integer a) { return a; }
    public int count() { return ++calls; }
    public String kinds(Object... all) {
        StringJoiner names = new StringJoiner(" ");
        for (Object one : all) {
            names.add(one.getClass().getSimpleName());
        }
        return names.toString();
    }
    public int fail(List<Integer> closed) { closed.add(1); return 0; }
}
