package assay;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.Vector;

/** The content of one frame, as it is written. Wire has the form. */
final class Writer {
    /** More data than may be sent at once. Unchecked, since every byte may be the one too many. */
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("more data than may be sent at once", null, false, false);
        }
    }

    private final int most, deepest;
    private byte[] data = new byte[256];
    private int at = 4; // behind the length

    /** Takes so many bytes, and values that lie as deep in each other. */
    Writer(int most, int deepest) {
        this.most = most;
        this.deepest = deepest;
    }

    /** Whether there is more than may be sent at once. */
    boolean isTooLong() {
        return at > Wire.FRAME_BYTES + 4;
    }

    byte[] framed() {
        int length = at;
        at = 0;
        number(length - 4, 4);
        at = length;
        return Arrays.copyOf(data, length);
    }

    void number(long value, int bytes) {
        reserve(bytes);
        for (int place = 8 * (bytes - 1); place >= 0; place -= 8) {
            data[at++] = (byte) (value >> place);
        }
    }

    void bytes(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, data, at, value.length);
        at += value.length;
    }

    /** Raises NotPlain for what cannot travel. */
    void value(Object value) throws NotPlain {
        value(value, 0);
    }

    private void value(Object value, int depth) throws NotPlain {
        if (depth > deepest) {
            throw new NotPlain(value);
        }
        if (value == null) {
            tag('N');
        } else if (value instanceof String text) {
            string(text);
        } else if (!box(value) && !big(value)) {
            if (value instanceof Collection<?> collection) {
                collection(collection, depth);
            } else if (value instanceof Map<?, ?> map) {
                map(map, depth);
            } else if (value.getClass().isArray()) {
                array(value, depth);
            } else {
                other(value, depth);
            }
        }
    }

    private void tag(char tag) {
        number(tag, 1);
    }

    private void tagged(char tag, long value, int bytes) {
        tag(tag);
        number(value, bytes);
    }

    private boolean box(Object value) {
        if (value instanceof Integer one) {
            tagged('I', one, 4);
        } else if (value instanceof Boolean one) {
            tag(one ? 'T' : 'F');
        } else if (value instanceof Double one) {
            tagged('d', Double.doubleToRawLongBits(one), 8);
        } else if (value instanceof Long one) {
            tagged('J', one, 8);
        } else if (value instanceof Character one) {
            tagged('C', one, 2);
        } else if (value instanceof Float one) {
            tagged('f', Float.floatToRawIntBits(one), 4);
        } else if (value instanceof Short one) {
            tagged('S', one, 2);
        } else if (value instanceof Byte one) {
            tagged('B', one, 1);
        } else {
            return false;
        }
        return true;
    }

    private boolean big(Object value) {
        if (value.getClass() == BigInteger.class) {
            tag('i');
            unscaled((BigInteger) value);
        } else if (value.getClass() == BigDecimal.class) {
            tagged('m', ((BigDecimal) value).scale(), 4);
            unscaled(((BigDecimal) value).unscaledValue());
        } else {
            return false;
        }
        return true;
    }

    private void unscaled(BigInteger value) {
        byte[] bytes = value.toByteArray();
        number(bytes.length, 4);
        bytes(bytes);
    }

    void string(String text) {
        int length = text.length();
        boolean narrow = true;
        for (int place = 0; place < length && narrow; place++) {
            narrow = text.charAt(place) < 256;
        }
        tagged(narrow ? 's' : 'u', length, 4);
        reserve(narrow ? length : 2L * length);
        for (int place = 0; place < length; place++) {
            char one = text.charAt(place);
            if (!narrow) {
                data[at++] = (byte) (one >> 8);
            }
            data[at++] = (byte) one;
        }
    }

    private void collection(Collection<?> value, int depth) throws NotPlain {
        if (value instanceof SortedSet<?> sorted) {
            byte order = order(sorted.comparator());
            tag(order < 0 ? 'Y' : 'G');
            if (order >= 0) {
                number(order, 1);
            }
        } else if (value instanceof PriorityQueue<?> queue) {
            byte order = order(queue.comparator());
            if (order < 0) {
                throw new NotPlain(value);
            }
            tagged('p', order, 1);
        } else {
            tag(value instanceof Set<?> ? setTag(value) : value instanceof ArrayDeque<?> ? 'D' : listTag(value));
        }
        items(value.toArray(), depth);
    }

    private void items(Object[] items, int depth) throws NotPlain {
        number(items.length, 4);
        for (Object one : items) {
            value(one, depth + 1);
        }
    }

    /** Of a comparator: NATURAL, REVERSE, or -1 for one that cannot travel. */
    private static byte order(Comparator<?> comparator) {
        if (comparator == null || comparator == Comparator.naturalOrder()) {
            return Wire.NATURAL;
        }
        return comparator == Collections.reverseOrder() ? Wire.REVERSE : -1;
    }

    private static char listTag(Object value) {
        if (value instanceof ArrayList) {
            return 'A';
        }
        if (value instanceof LinkedList) {
            return 'L';
        }
        String name = value.getClass().getName();
        if (name.equals("java.util.Arrays$ArrayList")) {
            return 'P';
        }
        if (name.startsWith("java.util.ImmutableCollections$List")) {
            return 'R';
        }
        if (name.startsWith("java.util.Collections$")) {
            return 'U';
        }
        return value instanceof Stack ? 'K' : value instanceof Vector ? 'V' : 'A';
    }

    private static char setTag(Object value) {
        if (value instanceof LinkedHashSet) {
            return 'Y';
        }
        if (value instanceof HashSet) {
            return 'H';
        }
        String name = value.getClass().getName();
        return name.startsWith("java.util.ImmutableCollections$") ? 'Q' : name.startsWith("java.util.Collections$") ? 'W' : 'Y';
    }

    private void map(Map<?, ?> value, int depth) throws NotPlain {
        byte order = value instanceof SortedMap<?, ?> sorted ? order(sorted.comparator()) : -1;
        tag(order < 0 ? mapTag(value) : 't');
        if (order >= 0) {
            number(order, 1);
        }
        Object[] entries = value.entrySet().toArray();
        number(entries.length, 4);
        for (Object one : entries) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) one;
            value(entry.getKey(), depth + 1);
            value(entry.getValue(), depth + 1);
        }
    }

    private static char mapTag(Object value) {
        if (value instanceof LinkedHashMap) {
            return 'l';
        }
        if (value instanceof HashMap) {
            return 'h';
        }
        String name = value.getClass().getName();
        return name.startsWith("java.util.ImmutableCollections$") ? 'q' : name.startsWith("java.util.Collections$") ? 'w' : 'l';
    }

    private void array(Object value, int depth) throws NotPlain {
        if (value instanceof Object[] items) {
            Class<?> component = items.getClass().getComponentType();
            int dimensions = 0;
            for (; component.isArray(); component = component.getComponentType()) {
                dimensions++;
            }
            int code = Wire.COMPONENTS.indexOf(component);
            if (code < 0) {
                throw new NotPlain(value);
            }
            tag(']');
            number(dimensions, 1);
            number(code, 1);
            items(items, depth);
        } else {
            tag('[');
            primitives(value);
        }
    }

    private void primitives(Object value) {
        if (value instanceof int[] all) {
            tagged('I', all.length, 4);
            for (int one : all) {
                number(one, 4);
            }
        } else if (value instanceof long[] all) {
            tagged('J', all.length, 4);
            for (long one : all) {
                number(one, 8);
            }
        } else if (value instanceof double[] all) {
            tagged('d', all.length, 4);
            for (double one : all) {
                number(Double.doubleToRawLongBits(one), 8);
            }
        } else if (value instanceof char[] all) {
            tagged('C', all.length, 4);
            for (char one : all) {
                number(one, 2);
            }
        } else if (value instanceof boolean[] all) {
            tagged('T', all.length, 4);
            for (boolean one : all) {
                number(one ? 1 : 0, 1);
            }
        } else if (value instanceof byte[] all) {
            tagged('B', all.length, 4);
            bytes(all);
        } else if (value instanceof float[] all) {
            tagged('f', all.length, 4);
            for (float one : all) {
                number(Float.floatToRawIntBits(one), 4);
            }
        } else {
            short[] all = (short[]) value;
            tagged('S', all.length, 4);
            for (short one : all) {
                number(one, 2);
            }
        }
    }

    private void other(Object value, int depth) throws NotPlain {
        if (value instanceof Map.Entry<?, ?> entry) {
            tag('e');
            value(entry.getKey(), depth + 1);
            value(entry.getValue(), depth + 1);
        } else if (value instanceof Optional<?> optional) {
            tag('O');
            value(optional.isPresent() ? optional.get() : null, depth + 1);
        } else if (value instanceof OptionalInt optional) {
            tagged('o', 'I', 1);
            value(optional.isPresent() ? optional.getAsInt() : null, depth + 1);
        } else if (value instanceof OptionalLong optional) {
            tagged('o', 'J', 1);
            value(optional.isPresent() ? optional.getAsLong() : null, depth + 1);
        } else if (value instanceof OptionalDouble optional) {
            tagged('o', 'd', 1);
            value(optional.isPresent() ? optional.getAsDouble() : null, depth + 1);
        } else {
            throw new NotPlain(value);
        }
    }

    private void reserve(long more) {
        if (at + more > most + 4L) {
            throw new TooLong();
        }
        if (at + more > data.length) {
            data = Arrays.copyOf(data, (int) Math.max(at + more, 2L * data.length));
        }
    }
}
