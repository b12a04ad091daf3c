package assay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The classes that Compiler.java answered with. They see the library only, and `assay` where they are the tests' of a judge. */
public final class Classes extends ClassLoader {
    private final Map<String, byte[]> codes = new HashMap<>();
    private final boolean seeUs;

    /** Takes them from the current folder, from which their file is gone before their first line runs. */
    public Classes(boolean seeUs) throws IOException {
        super(ClassLoader.getPlatformClassLoader());
        this.seeUs = seeUs;
        Path file = Path.of("Classes");
        ByteBuffer packed = ByteBuffer.wrap(Files.readAllBytes(file));
        Files.delete(file);
        while (packed.hasRemaining()) {
            String name = new String(next(packed), StandardCharsets.UTF_8);
            codes.put(name, next(packed));
        }
    }

    private static byte[] next(ByteBuffer packed) {
        byte[] part = new byte[packed.getInt()];
        packed.get(part);
        return part;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return seeUs && name.startsWith("assay.") ? Classes.class.getClassLoader().loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = codes.get(name);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }
}
