import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Takes the classes of program and tests from its folder, runs the tests' class Main and proves that it came to its end. */
public final class Harness {
    private Harness() {}

    /** `how`: "halt" ends at once, without shutdown hooks; "end" is for the trial run that records classes. */
    public static void main(String[] how) throws Exception {
        byte[] said = new byte[20]; // with the secret, taken before the program runs: nobody can look into this variable
        try (FileInputStream secret = new FileInputStream("/proc/self/fd/3")) {
            if (secret.readNBytes(said, 4, 16) != 16) {
                Runtime.getRuntime().halt(1);
            }
        }
        Map<String, byte[]> classes = take(Path.of("Classes"));
        try {
            Class<?> main = new InMemory(classes).loadClass("Main");
            main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException wrapped) {
            fail(wrapped.getCause());
        }
        System.out.flush();
        System.arraycopy("done".getBytes(StandardCharsets.US_ASCII), 0, said, 0, 4);
        for (int place = 0; place < 16; place++) {
            said[4 + place] ^= (byte) (0x5A + 31 * place);
        }
        say(said);
        if (how[0].equals("halt")) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** What Compiler.java answered; the file is gone before the program's first line. */
    private static Map<String, byte[]> take(Path file) throws IOException {
        ByteBuffer packed = ByteBuffer.wrap(Files.readAllBytes(file));
        Files.delete(file);
        Map<String, byte[]> classes = new HashMap<>();
        while (packed.hasRemaining()) {
            String name = new String(next(packed), StandardCharsets.UTF_8);
            classes.put(name, next(packed));
        }
        return classes;
    }

    private static byte[] next(ByteBuffer packed) {
        byte[] part = new byte[packed.getInt()];
        packed.get(part);
        return part;
    }

    private static void fail(Throwable cause) {
        try {
            cause.printStackTrace();
        } catch (Throwable broken) {
            System.err.println("the error cannot be printed");
        }
        if (cause instanceof AssertionError) {
            say("wrong".getBytes(StandardCharsets.US_ASCII));
        } else if (cause.getClass() == OutOfMemoryError.class && !String.valueOf(cause.getMessage()).contains("native thread")) {
            // The JVM also calls it so when the limit on processes lets no thread start.
            say("memory".getBytes(StandardCharsets.US_ASCII));
        }
        Runtime.getRuntime().halt(1);
    }

    private static void say(byte[] words) {
        try (FileOutputStream said = new FileOutputStream("/proc/self/fd/4")) {
            said.write(words);
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static final class InMemory extends ClassLoader {
        private final Map<String, byte[]> classes;

        InMemory(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] code = classes.get(name);
            if (code == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, code, 0, code.length);
        }
    }
}
