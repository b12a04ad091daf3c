package assay;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * Rebuilds values from a frame, of the library's own classes and no others. Wire has the form.
 *
 * `asSent`: collections are of the kinds that were sent, as a program shall get its arguments. Else they are of the declared
 * kind, or of the usual one (ArrayList, LinkedHashSet, LinkedHashMap) where the declaration leaves it open. Nothing is reserved
 * for more items than the rest of the frame can hold, of all the collections together that are being rebuilt.
 */
final class Reader {
    private static final int INTERNED = 4096; // longer strings are hardly compared by identity with a literal
    private final ByteBuffer frame;
    private final boolean asSent;
    private int owed; // items that enclosing collections still have to get, a byte each at the least

    Reader(ByteBuffer frame, boolean asSent) {
        this.frame = frame;
        this.asSent = asSent;
    }

    /** The rest of the frame, which must be one value of this shape. */
    Object last(Shape shape) throws Malformed {
        Object value = value(shape);
        if (frame.hasRemaining()) {
            throw new Malformed("more than one value");
        }
        return value;
    }

    Object value(Shape shape) throws Malformed {
        try {
            return value(shape, 0);
        } catch (BufferUnderflowException | ClassCastException | NullPointerException | IllegalArgumentException wrong) {
            throw new Malformed(wrong.toString()); // cut off; or items that cannot be sorted, or be in such a collection
        }
    }

    private Object value(Shape shape, int depth) throws Malformed {
        if (depth > (asSent ? Wire.QUESTION_DEPTH : Wire.ANSWER_DEPTH)) {
            throw new Malformed("nested too deeply");
        }
        char tag = (char) (frame.get() & 0xFF);
        if (tag == 'N') {
            if (shape.primitive) {
                throw new Malformed("null for a primitive");
            }
            return null;
        }
        Object value = switch (tag) {
            case 's', 'u' -> string(tag);
            case 'i' -> unscaled();
            case 'm' -> decimal(frame.getInt());
            case 'A', 'L', 'V', 'K', 'P', 'R', 'U', 'H', 'Y', 'Q', 'W', 'G', 'D', 'p' -> collection(tag, shape, depth);
            case 'h', 'l', 'q', 'w', 't' -> map(tag, shape, depth);
            case 'O' -> Optional.ofNullable(value(shape.part(0), depth + 1));
            case 'o' -> optional((char) frame.get(), depth);
            case 'e' -> new AbstractMap.SimpleEntry<>(value(shape.part(0), depth + 1), value(shape.part(1), depth + 1));
            case '[' -> primitives((char) frame.get());
            case ']' -> array(shape, depth);
            default -> box(tag);
        };
        if (!shape.type.isInstance(value)) {
            throw new Malformed("a value of another type than the declared one");
        }
        return value;
    }

    private Object box(char tag) throws Malformed {
        return switch (tag) {
            case 'T' -> Boolean.TRUE;
            case 'F' -> Boolean.FALSE;
            case 'I' -> Integer.valueOf(frame.getInt());
            case 'J' -> Long.valueOf(frame.getLong());
            case 'd' -> Double.valueOf(frame.getDouble());
            case 'f' -> Float.valueOf(frame.getFloat());
            case 'C' -> Character.valueOf(frame.getChar());
            case 'S' -> Short.valueOf(frame.getShort());
            case 'B' -> Byte.valueOf(frame.get());
            default -> throw new Malformed("an unknown tag");
        };
    }

    private int count(int least) throws Malformed {
        int count = frame.getInt();
        if (count < 0 || count > (frame.remaining() - owed) / least) {
            throw new Malformed("a count beyond the frame");
        }
        return count;
    }

    private int owing(int count, int each) {
        owed += each * count;
        return count;
    }

    private Object item(Shape shape, int depth) throws Malformed {
        owed--;
        return value(shape, depth + 1);
    }

    private byte[] taken(int count) {
        byte[] bytes = new byte[count];
        frame.get(bytes);
        return bytes;
    }

    /** The same object for the same text, as literals are: tests compare with them by identity. */
    private String string(char tag) throws Malformed {
        String text = tag == 's' ? new String(taken(count(1)), StandardCharsets.ISO_8859_1) : wide(count(2));
        return text.length() > INTERNED ? text : text.intern();
    }

    private String wide(int count) {
        char[] text = new char[count]; // no decoder: it would replace lone surrogates
        for (int place = 0; place < count; place++) {
            text[place] = frame.getChar();
        }
        return new String(text);
    }

    private BigInteger unscaled() throws Malformed {
        return new BigInteger(taken(count(1)));
    }

    private BigDecimal decimal(int scale) throws Malformed {
        return new BigDecimal(unscaled(), scale);
    }

    private Object optional(char kind, int depth) throws Malformed {
        Object value = value(Shape.ANY, depth + 1);
        return switch (kind) {
            case 'I' -> value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
            case 'J' -> value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
            case 'd' -> value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
            default -> throw new Malformed("an unknown optional");
        };
    }

    private Comparator<Object> order() throws Malformed {
        return switch (frame.get()) {
            case Wire.NATURAL -> null;
            case Wire.REVERSE -> Collections.reverseOrder();
            default -> throw new Malformed("an unknown order");
        };
    }

    private Collection<Object> collection(char tag, Shape shape, int depth) throws Malformed {
        Comparator<Object> order = tag == 'G' || tag == 'p' ? order() : null;
        int count = owing(count(1), 1);
        Collection<Object> into = switch (asSent ? tag : usual(tag, shape.type)) {
            case 'L' -> new LinkedList<>();
            case 'V' -> new Vector<>();
            case 'K' -> new Stack<>();
            case 'H' -> new HashSet<>();
            case 'Y', 'Q', 'W' -> new LinkedHashSet<>();
            case 'G' -> new TreeSet<>(order);
            case 'D' -> new ArrayDeque<>();
            case 'p' -> new PriorityQueue<>(order);
            default -> new ArrayList<>(count);
        };
        for (int place = 0; place < count; place++) {
            into.add(item(shape.part(0), depth));
        }
        return asSent ? closed(tag, into) : into;
    }

    private static char usual(char tag, Class<?> declared) {
        return switch (tag) {
            case 'D', 'p' -> tag;
            case 'H', 'Y', 'Q', 'W', 'G' -> SortedSet.class.isAssignableFrom(declared) ? 'G' : 'Y';
            default -> declared == LinkedList.class || declared == Deque.class || declared == Queue.class ? 'L'
                : declared == Stack.class ? 'K' : declared == Vector.class ? 'V' : 'A';
        };
    }

    /** The collection, of a kind that refuses changes if such a one was sent. */
    private static Collection<Object> closed(char tag, Collection<Object> all) {
        return switch (tag) {
            case 'P' -> Arrays.asList(all.toArray());
            case 'R' -> all.contains(null) ? Collections.unmodifiableList((List<Object>) all) : List.of(all.toArray());
            case 'U' -> Collections.unmodifiableList((List<Object>) all);
            case 'Q' -> Set.of(all.toArray());
            case 'W' -> Collections.unmodifiableSet((Set<Object>) all);
            default -> all;
        };
    }

    private Map<Object, Object> map(char tag, Shape shape, int depth) throws Malformed {
        Comparator<Object> order = tag == 't' ? order() : null;
        boolean sorted = asSent ? tag == 't' : SortedMap.class.isAssignableFrom(shape.type);
        Map<Object, Object> into = sorted ? new TreeMap<>(order) : asSent && tag == 'h' ? new HashMap<>() : new LinkedHashMap<>();
        for (int left = owing(count(2), 2); left > 0; left--) {
            into.put(item(shape.part(0), depth), item(shape.part(1), depth));
        }
        return !asSent ? into : tag == 'q' ? Map.copyOf(into) : tag == 'w' ? Collections.unmodifiableMap(into) : into;
    }

    private Object array(Shape shape, int depth) throws Malformed {
        int dimensions = frame.get(), code = frame.get();
        if (dimensions < 0 || dimensions > 16 || code < 0 || code >= Wire.COMPONENTS.size()) {
            throw new Malformed("an unknown array");
        }
        Class<?> component = Wire.COMPONENTS.get(code);
        for (; dimensions > 0; dimensions--) {
            component = component.arrayType();
        }
        if (component.isPrimitive()) {
            throw new Malformed("an array of objects that are none");
        }
        Object[] array = (Object[]) Array.newInstance(component, owing(count(1), 1));
        for (int place = 0; place < array.length; place++) {
            Object item = item(shape.part(0), depth);
            if (item != null && !component.isInstance(item)) {
                throw new Malformed("an item that its array cannot hold");
            }
            array[place] = item;
        }
        return array;
    }

    private Object primitives(char kind) throws Malformed {
        int count = count("TB".indexOf(kind) >= 0 ? 1 : "CS".indexOf(kind) >= 0 ? 2 : "If".indexOf(kind) >= 0 ? 4 : 8);
        return switch (kind) {
            case 'B' -> taken(count);
            case 'T' -> booleans(count);
            case 'I' -> ints(count);
            case 'C' -> wide(count).toCharArray();
            case 'J' -> longs(count);
            case 'd' -> doubles(count);
            case 'f' -> floats(count);
            case 'S' -> shorts(count);
            default -> throw new Malformed("an unknown array");
        };
    }

    private boolean[] booleans(int count) {
        boolean[] all = new boolean[count];
        for (int place = 0; place < count; place++) {
            all[place] = frame.get() != 0;
        }
        return all;
    }

    private int[] ints(int count) {
        int[] all = new int[count];
        frame.asIntBuffer().get(all);
        frame.position(frame.position() + 4 * count);
        return all;
    }

    private long[] longs(int count) {
        long[] all = new long[count];
        frame.asLongBuffer().get(all);
        frame.position(frame.position() + 8 * count);
        return all;
    }

    private double[] doubles(int count) {
        double[] all = new double[count];
        frame.asDoubleBuffer().get(all);
        frame.position(frame.position() + 8 * count);
        return all;
    }

    private float[] floats(int count) {
        float[] all = new float[count];
        frame.asFloatBuffer().get(all);
        frame.position(frame.position() + 4 * count);
        return all;
    }

    private short[] shorts(int count) {
        short[] all = new short[count];
        frame.asShortBuffer().get(all);
        frame.position(frame.position() + 2 * count);
        return all;
    }
}
