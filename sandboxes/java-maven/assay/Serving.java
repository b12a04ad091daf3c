package assay;

import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** The program's half of a divided case: takes its classes from its folder and answers calls until nobody asks any more. */
public final class Serving {
    private static final String ODD = "a result is of a class of the program's own";
    private final Wire wire = new Wire();
    private final Map<Integer, Object> instances = new HashMap<>();
    private final Constructor<?> make;
    private final Method call;

    private Serving() throws Exception {
        Class<?> entry = new Classes(false).loadClass("AssayEntry"); // does not run a line of the program yet
        make = entry.getDeclaredConstructor();
        call = entry.getDeclaredMethod("assayCall", Object.class, int.class, Object[].class);
        make.setAccessible(true);
        call.setAccessible(true);
    }

    /** `how`: "halt" leaves at once, without shutdown hooks; "end" is for the trial run that records classes. */
    public static void main(String[] how) throws Exception {
        PrintStream out = System.out;
        Serving serving = new Serving();
        for (ByteBuffer question = serving.wire.receive(); question != null; question = serving.wire.receive()) {
            if (!serving.wire.send(serving.answer(question))) {
                break;
            }
        }
        out.flush();
        if (how[0].equals("halt")) {
            Runtime.getRuntime().halt(0);
        }
    }

    private Writer answer(ByteBuffer question) throws Malformed {
        long number = question.getLong();
        try {
            Writer out = begun(number, Wire.VALUE);
            out.value(result(question));
            return out;
        } catch (InvocationTargetException raised) {
            return failed(number, raised.getCause());
        } catch (NotPlain odd) {
            return failed(number, new AssertionError(ODD));
        } catch (RuntimeException | Error | ReflectiveOperationException broken) { // a result too long, or that fights back
            return failed(number, broken);
        }
    }

    private Object result(ByteBuffer question) throws Malformed, ReflectiveOperationException {
        int instance = question.getInt(), method = question.getShort();
        Object[] given = new Object[question.getShort()];
        Reader reader = new Reader(question, true);
        for (int place = 0; place < given.length; place++) {
            given[place] = reader.value(Shape.ANY);
        }
        Object on = instance == 0 ? null : instances.get(instance);
        if (on == null && instance != 0) {
            on = make.newInstance();
            instances.put(instance, on);
        }
        return call.invoke(null, on, method, given);
    }

    private static Writer begun(long number, byte kind) {
        Writer out = new Writer(Wire.FRAME_BYTES, Wire.ANSWER_DEPTH);
        out.number(number, Wire.NUMBER_BYTES);
        out.number(kind, 1);
        return out;
    }

    /** The answer that tells of an exception: its class, or the nearest one of the library's, and its message. */
    private static Writer failed(long number, Throwable raised) {
        Class<?> type = raised.getClass();
        while (type.getClassLoader() != null || !type.getName().startsWith("java.")
            || !java.lang.reflect.Modifier.isPublic(type.getModifiers())) {
            type = type.getSuperclass();
        }
        String message;
        try {
            message = raised.getMessage();
        } catch (Throwable broken) {
            message = null;
        }
        Writer out = begun(number, Wire.RAISED);
        out.string(type.getName());
        if (message == null) {
            out.number('N', 1);
        } else {
            out.string(message.length() > 1 << 20 ? message.substring(0, 1 << 20) : message);
        }
        return out;
    }
}
