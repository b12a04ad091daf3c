package assay.room;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices what two published rules go by: whether anything was written to System.err (such a test counts as failed), and
 * lines on System.out that look like Maven's own (they count as Maven's).
 */
final class Printed {
    private final Report report;
    private final AtomicLong errors = new AtomicLong();
    private long before;

    Printed(Report report) {
        this.report = report;
    }

    void install() {
        System.setErr(new PrintStream(new Counting(System.err), true));
        System.setOut(new PrintStream(new Looking(System.out), true));
    }

    void mark() {
        before = errors.get();
    }

    boolean errorsSince() {
        return errors.get() > before;
    }

    private final class Counting extends FilterOutputStream {
        Counting(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            errors.incrementAndGet();
            out.write(value);
        }

        @Override
        public void write(byte[] data, int at, int length) throws IOException {
            errors.addAndGet(length);
            out.write(data, at, length);
        }
    }

    /** Keeps the first bytes of the present line, as many as the longest mark has. */
    private final class Looking extends FilterOutputStream {
        private final byte[][] marks = {"[INFO]  T E S T S".getBytes(StandardCharsets.US_ASCII),
            "[INFO] BUILD SUCCESS".getBytes(StandardCharsets.US_ASCII)};
        private final int[] matched = new int[2];
        private int column;

        Looking(OutputStream out) {
            super(out);
        }

        @Override
        public synchronized void write(int value) throws IOException {
            look((byte) value);
            out.write(value);
        }

        @Override
        public synchronized void write(byte[] data, int at, int length) throws IOException {
            for (int offset = 0; offset < length; offset++) {
                look(data[at + offset]);
            }
            out.write(data, at, length);
        }

        private void look(byte value) {
            if (value == '\n') {
                column = matched[0] = matched[1] = 0;
                return;
            }
            for (int which = 0; which < marks.length; which++) {
                if (matched[which] == column && column < marks[which].length && marks[which][column] == value) {
                    matched[which]++;
                    if (matched[which] == marks[which].length) {
                        report.say("printed", which == 0 ? "tests" : "success");
                    }
                }
            }
            column++;
        }
    }
}
