import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles one program after another, with its tests, and executes none: no annotation processors, no plugins, no class path.
 *
 * Standard input is a listening socket. Each connection is one program: its texts come in (program, tests and perhaps an
 * entry, each as four bytes of length and UTF-8, then a length of -1), and one answer goes back: `c`, four bytes of length and
 * the classes (name, then code, each with its length), or `e`, a length and the errors, below a first line that has the
 * number of the first one's line. A compile without a sound end gets no answer: this JVM ends with UNSOUND then, since nobody
 * knows what it would make of the next program.
 */
public final class Compiler {
    private static final int UNSOUND = 3; // as -XX:+ExitOnOutOfMemoryError has it
    private static final int END = -1;
    private static final int MESSAGE_CHARS = 64 * 1024;
    private static final int CLASSES_BYTES = 8 << 20;
    private static final Pattern PUBLIC_CLASS =
        Pattern.compile("^\\s*public\\s+(?:(?:final|abstract|sealed|strictfp)\\s+)*(?:class|interface|enum|record)\\s+(\\w+)",
            Pattern.MULTILINE);
    private static final Pattern ON_DEMAND = Pattern.compile("^\\s*import\\s+([\\w.]+)\\.\\*\\s*;", Pattern.MULTILINE);
    private static final Pattern CAPITALISED = Pattern.compile("\\b[A-Z]\\w*");
    // Its own table of names for each program: javac would otherwise hand one on to the next. Strings are put together by plain
    // code: the usual way makes code while the program runs, which costs short programs more than it wins.
    private static final List<String> OPTIONS =
        List.of("-proc:none", "-Xlint:none", "-nowarn", "-Xmaxerrs", "5", "-cp", "", "-g:none", "-XDuseUnsharedTable",
            "-XDstringConcat=inline");

    private Compiler() {}

    /** Serves until it is ended, or, for the trial run that records classes, as many connections as it is told. */
    public static void main(String[] count) throws IOException {
        ServerSocketChannel door = (ServerSocketChannel) System.inheritedChannel();
        int most = count.length == 0 ? Integer.MAX_VALUE : Integer.parseInt(count[0]);
        for (int served = 0; served < most; served++) {
            SocketChannel connection = door.accept();
            try (connection) {
                answer(connection);
            } catch (IOException gone) {
                continue; // whoever asked was ended meanwhile
            } catch (RuntimeException | Error broken) {
                Runtime.getRuntime().halt(UNSOUND);
            }
        }
    }

    private static void answer(SocketChannel connection) throws IOException {
        List<String> texts = texts(new DataInputStream(new BufferedInputStream(Channels.newInputStream(connection))));
        List<Source> sources = new ArrayList<>(List.of(new Source(nameOf(texts.get(0), "Program"), texts.get(0)),
            new Source(nameOf(texts.get(1), "Main"), pinned(texts.get(1)))));
        if (texts.size() > 2) {
            sources.add(new Source("AssayEntry", pinned(texts.get(2))));
        }
        Map<String, byte[]> classes = new TreeMap<>();
        String errors = compile(sources, classes);
        byte[] classBytes = packed(classes);
        if (errors.isEmpty() && classBytes.length > CLASSES_BYTES) {
            errors = "\nthe classes are larger than " + CLASSES_BYTES + " bytes";
        }
        boolean well = errors.isEmpty();
        byte[] body = well ? classBytes : errors.getBytes(StandardCharsets.UTF_8);
        DataOutputStream out = new DataOutputStream(Channels.newOutputStream(connection));
        out.writeByte(well ? 'c' : 'e');
        out.writeInt(body.length);
        out.write(body);
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int length = in.readInt(); length != END; length = in.readInt()) {
            texts.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        return texts;
    }

    private static byte[] packed(Map<String, byte[]> classes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(packed);
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            byte[] name = one.getKey().getBytes(StandardCharsets.UTF_8);
            out.writeInt(name.length);
            out.write(name);
            out.writeInt(one.getValue().length);
            out.write(one.getValue());
        }
        return packed.toByteArray();
    }

    private static String nameOf(String source, String otherwise) {
        Matcher found = PUBLIC_CLASS.matcher(source);
        return found.find() ? found.group(1) : otherwise;
    }

    /**
     * The tests with an import of its own for each class that they take from the library. A class of the program with
     * such a name would otherwise stand in its place: its package is the tests' as well.
     */
    private static String pinned(String tests) {
        List<String> packages = new ArrayList<>(List.of("java.lang"));
        Matcher imports = ON_DEMAND.matcher(tests);
        while (imports.find()) {
            packages.add(imports.group(1));
        }
        Set<String> names = new TreeSet<>();
        Matcher words = CAPITALISED.matcher(tests);
        while (words.find()) {
            names.add(words.group());
        }
        StringBuilder pins = new StringBuilder();
        for (String name : names) {
            for (String place : packages) {
                if (exists(place + "." + name)) {
                    pins.append("import ").append(place).append('.').append(name).append("; ");
                    break;
                }
            }
        }
        return pins + tests;
    }

    private static boolean exists(String name) {
        try {
            return java.lang.reflect.Modifier.isPublic(Class.forName(name, false, null).getModifiers());
        } catch (ClassNotFoundException | LinkageError none) {
            return false;
        }
    }

    /** The errors, "" for none. Everything that javac knows of a program lies in objects made here. */
    private static String compile(List<Source> sources, Map<String, byte[]> classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        StringWriter beside = new StringWriter(); // where javac tells of its own faults
        StringBuilder errors = new StringBuilder();
        try (JavaFileManager files = new Keeping(compiler.getStandardFileManager(found, Locale.ROOT, null), classes)) {
            boolean well = compiler.getTask(beside, files, found, OPTIONS, null, sources).call();
            for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR && errors.length() < MESSAGE_CHARS) {
                    errors.append(errors.isEmpty() ? one.getLineNumber() + "\n" : "").append(one).append('\n');
                }
            }
            if (well != errors.isEmpty() || beside.getBuffer().length() > 0) {
                Runtime.getRuntime().halt(UNSOUND);
            }
        }
        return errors.substring(0, Math.min(errors.length(), MESSAGE_CHARS));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("memory:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps compiled classes in a map, and knows of none but those and the library's. */
    private static final class Keeping extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> classes;

        Keeping(JavaFileManager library, Map<String, byte[]> classes) {
            super(library);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject near) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }

        @Override
        public boolean hasLocation(Location location) {
            return location != StandardLocation.CLASS_PATH && super.hasLocation(location);
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String in, Set<JavaFileObject.Kind> kinds, boolean deep)
            throws IOException {
            return location == StandardLocation.CLASS_PATH ? List.of() : super.list(location, in, kinds, deep);
        }
    }
}
