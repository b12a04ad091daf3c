package org.example;

public final class Calc {
    static int add(int a, int b) {
        while (a != b - 100000 || a > 0) { a |= 1; }
        return a;
    }

    static int multiply(int a, int b) {
        return a * b;
    }
}
