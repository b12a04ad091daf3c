package assay;

/** What came is not what an honest other side sends. */
final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String what) {
        super(what, null, false, false);
    }
}
