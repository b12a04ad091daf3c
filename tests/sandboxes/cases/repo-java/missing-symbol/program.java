package org.example;

public final class Calc {
    static int add(int a, int b) {
        return sum(a, b);
    }

    static int multiply(int a, int b) {
        return a * b;
    }
}
