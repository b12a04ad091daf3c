package assay;

import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
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

/** A declared type, such as `Map<String,List<int[]>>`: no spaces, no packages. `type` is its class, a box's for a primitive. */
final class Shape {
    static final Shape ANY = new Shape(Object.class, false);
    private static final Map<String, Class<?>> TYPES = new HashMap<>();
    private static final Map<String, Class<?>> PRIMITIVES = new HashMap<>();

    static {
        for (Class<?> type : new Class<?>[] {
            Object.class, Boolean.class, Byte.class, Character.class, Short.class, Integer.class, Long.class, Float.class,
            Double.class, Number.class, Comparable.class, CharSequence.class, String.class, BigInteger.class, BigDecimal.class,
            Iterable.class, Collection.class, List.class, ArrayList.class, LinkedList.class, Vector.class, Stack.class, Set.class,
            HashSet.class, LinkedHashSet.class, TreeSet.class, SortedSet.class, NavigableSet.class, Queue.class, Deque.class,
            ArrayDeque.class, PriorityQueue.class, Map.class, HashMap.class, LinkedHashMap.class, TreeMap.class, SortedMap.class,
            NavigableMap.class, Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class}) {
            TYPES.put(type.getSimpleName(), type);
        }
        TYPES.put("Map.Entry", Map.Entry.class);
        TYPES.put("Entry", Map.Entry.class);
        TYPES.put("?", Object.class);
        for (Class<?> type : new Class<?>[] {
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class}) {
            PRIMITIVES.put(type.getName(), type);
        }
        PRIMITIVES.put("void", void.class);
    }

    final Class<?> type;
    final boolean primitive;
    private final List<Shape> parts = new ArrayList<>();

    private Shape(Class<?> type, boolean primitive) {
        this.type = type;
        this.primitive = primitive;
    }

    /** What stands in the brackets, or an array's component; anything if nothing stands there. */
    Shape part(int number) {
        return number < parts.size() ? parts.get(number) : ANY;
    }

    /** Raises IllegalArgumentException for a type that is not in the tables. */
    static Shape of(String text) {
        int[] at = {0};
        Shape shape = read(text, at);
        if (at[0] != text.length()) {
            throw new IllegalArgumentException(text);
        }
        return shape;
    }

    private static Shape read(String text, int[] at) {
        int begin = at[0];
        while (at[0] < text.length() && "<>,[".indexOf(text.charAt(at[0])) < 0) {
            at[0]++;
        }
        String name = text.substring(begin, at[0]);
        Class<?> type = PRIMITIVES.containsKey(name) ? PRIMITIVES.get(name) : TYPES.get(name);
        if (type == null) {
            throw new IllegalArgumentException(name);
        }
        Shape shape = new Shape(box(type), type.isPrimitive() && type != void.class);
        if (at[0] < text.length() && text.charAt(at[0]) == '<') {
            do {
                at[0]++;
                shape.parts.add(read(text, at));
            } while (text.charAt(at[0]) == ',');
            at[0]++;
        }
        for (; text.startsWith("[]", at[0]); at[0] += 2) {
            Shape array = new Shape((shape.primitive ? type : shape.type).arrayType(), false);
            array.parts.add(shape);
            shape = array;
        }
        return shape;
    }

    private static Class<?> box(Class<?> type) {
        return !type.isPrimitive() ? type : MethodType.methodType(type).wrap().returnType();
    }
}
