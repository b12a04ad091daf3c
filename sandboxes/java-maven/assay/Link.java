package assay;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The tests' way to the program: their AssayEntry calls this (language.py).
 *
 * Whatever the program's side sends becomes a value of the declared type, an exception of the library's, or the end of the
 * case. The end is no exception, which tests might catch: this JVM says why and is gone.
 */
public final class Link {
    private static final Wire WIRE = new Wire();
    private static final Map<String, Shape> SHAPES = new HashMap<>();
    private static final byte[] NUMBERS = new byte[32 * Wire.NUMBER_BYTES]; // from the kernel, unknown to the program until a call
    private static final int RECEIVED_AT_MOST = 1 << 30;
    private static int used = NUMBERS.length;
    private static int instances;
    private static int received; // bytes, of all answers

    private Link() {}

    /** The number of a new instance. The program's side makes its own when a method of it is first called. */
    public static synchronized int instance() {
        return ++instances;
    }

    /** Calls a method by its place in the declaration; `type` is what it is declared to return. Throws what it threw. */
    public static synchronized Object call(int instance, int method, String type, Object... given) {
        long number = number();
        boolean sent = WIRE.send(question(number, instance, method, given));
        ByteBuffer answer = sent ? WIRE.receive() : null;
        if (answer == null) {
            return end("gone", "the program has ended, or has sent too much, while the tests wait for its answer");
        }
        received = Math.min(received + answer.remaining(), RECEIVED_AT_MOST);
        try {
            if (answer.remaining() <= Wire.NUMBER_BYTES || answer.getLong() != number) {
                throw new Malformed("no answer to this question");
            }
            byte kind = answer.get();
            Reader reader = new Reader(answer, false);
            if (kind == Wire.VALUE) {
                return reader.last(shape(type));
            }
            if (kind != Wire.RAISED) {
                throw new Malformed("an unknown kind of answer");
            }
            Object name = reader.value(Shape.of("String")), message = reader.last(Shape.of("String"));
            throw Link.<RuntimeException>unchecked(raised(String.valueOf(name), (String) message));
        } catch (Malformed wrong) {
            return end("gone", "the program has sent what is no answer: " + wrong.getMessage());
        }
    }

    private static Writer question(long number, int instance, int method, Object[] given) {
        Writer out = new Writer(Wire.FRAME_BYTES + received, Wire.QUESTION_DEPTH);
        out.number(number, Wire.NUMBER_BYTES);
        out.number(instance, 4);
        out.number(method, 2);
        out.number(given.length, 2);
        try {
            for (Object one : given) {
                out.value(one);
            }
        } catch (NotPlain | Writer.TooLong cannot) {
            end("inside", "an argument cannot travel: " + cannot.getMessage());
        }
        if (out.isTooLong()) { // and would not be without what the program has sent
            end("gone", "the program has sent more than it can be asked with");
        }
        return out;
    }

    private static Shape shape(String type) {
        Shape known = SHAPES.get(type);
        if (known == null) {
            known = Shape.of(type);
            SHAPES.put(type, known);
        }
        return known;
    }

    private static long number() {
        if (used == NUMBERS.length) {
            try (FileInputStream kernel = new FileInputStream("/dev/urandom")) {
                if (kernel.readNBytes(NUMBERS, 0, NUMBERS.length) < NUMBERS.length) {
                    Runtime.getRuntime().halt(1);
                }
            } catch (IOException none) {
                Runtime.getRuntime().halt(1);
            }
            used = 0;
        }
        used += Wire.NUMBER_BYTES;
        return ByteBuffer.wrap(NUMBERS).getLong(used - Wire.NUMBER_BYTES);
    }

    /** An exception of the library's class of that name, or of the nearest one above that is made of a message or of nothing. */
    private static Throwable raised(String name, String message) throws Malformed {
        try {
            Class<?> type = name.startsWith("java.") ? Class.forName(name, false, null) : Object.class;
            if (!Throwable.class.isAssignableFrom(type)) {
                throw new Malformed("no exception");
            }
            for (; ; type = type.getSuperclass()) {
                Constructor<?> form = form(type);
                if (form != null) {
                    return (Throwable) (form.getParameterCount() == 0 ? form.newInstance() : form.newInstance(message));
                }
            }
        } catch (ReflectiveOperationException | LinkageError none) {
            throw new Malformed(none.toString());
        }
    }

    private static Constructor<?> form(Class<?> type) {
        Constructor<?> found = null;
        for (Constructor<?> one : java.lang.reflect.Modifier.isAbstract(type.getModifiers()) ? new Constructor<?>[0] : type.getConstructors()) {
            Class<?>[] given = one.getParameterTypes();
            if (given.length == 1 && (given[0] == String.class || given[0] == Object.class)) {
                return one;
            }
            found = given.length == 0 ? one : found;
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable any) throws T {
        throw (T) any;
    }

    private static Object end(String why, String explained) {
        System.err.println(explained);
        Said.say(why.getBytes(StandardCharsets.US_ASCII));
        Runtime.getRuntime().halt(1);
        return null;
    }
}
