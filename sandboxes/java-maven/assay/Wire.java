package assay;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The socket between the tests and the program: frames of four bytes of length (big-endian) and content.
 *
 * It is standard input, since a JVM lets its programs make files of no other descriptor without costly options. Nobody
 * else reads from there: `System.in` is empty from here on.
 *
 * | tag | is followed by | tag | is followed by |
 * |---|---|---|---|
 * | N, T, F | nothing: null, true, false | A L V K P R U | a list: count, items |
 * | B C S I J f d | a box's bytes | H Y Q W | a set: count, items |
 * | s, u | a string: length, Latin-1 or UTF-16 | G | a sorted set: order, count, items |
 * | i, m | length, bytes of a BigInteger; scale before them | D, p | a queue: count, items; order before them if sorted |
 * | O | an Optional: the value or N | h l q w | a map: count, keys and values in turn |
 * | o | kind (I J d), then N or a box: OptionalInt ... | t | a sorted map: order, count, keys and values |
 * | e | key, value of an entry | [ | kind (T B C S I J f d), count, bytes |
 * | | | ] | dimensions and code of the component, count, items |
 */
final class Wire {
    static final int FRAME_BYTES = 8 << 20;
    static final int ANSWER_DEPTH = 200, QUESTION_DEPTH = 300; // of values in values: tests may put an answer deeper into a question
    static final int NUMBER_BYTES = 8;
    static final byte NATURAL = 0, REVERSE = 1; // orders of sorted collections that can travel
    static final byte VALUE = 0, RAISED = 1; // what an answer is
    // What arrays may consist of, by code.
    static final List<Class<?>> COMPONENTS = List.of(
        Object.class, boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class,
        Boolean.class, Byte.class, Character.class, Short.class, Integer.class, Long.class, Float.class, Double.class,
        Number.class, Comparable.class, CharSequence.class, String.class, BigInteger.class, BigDecimal.class,
        Collection.class, List.class, ArrayList.class, Set.class, Map.class, Map.Entry.class, java.util.Optional.class,
        java.util.LinkedList.class, java.util.HashSet.class, java.util.HashMap.class, java.util.Deque.class, java.util.Queue.class);

    private final FileInputStream in = new FileInputStream(FileDescriptor.in);
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.in);

    Wire() {
        System.setIn(InputStream.nullInputStream());
    }

    /** The next frame, or null if the other side is gone or sends too long a one. */
    ByteBuffer receive() {
        ByteBuffer length = taken(4);
        int bytes = length == null ? -1 : length.getInt();
        return bytes < 0 || bytes > FRAME_BYTES ? null : taken(bytes);
    }

    private ByteBuffer taken(int count) {
        byte[] bytes = new byte[count];
        try {
            return in.readNBytes(bytes, 0, count) < count ? null : ByteBuffer.wrap(bytes);
        } catch (IOException gone) {
            return null;
        }
    }

    /** Whether it was sent: the other side may be gone. */
    boolean send(Writer frame) {
        try {
            out.write(frame.framed());
            return true;
        } catch (IOException gone) {
            return false;
        }
    }
}
