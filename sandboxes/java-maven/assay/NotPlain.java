package assay;

/** A value that cannot travel as data. */
final class NotPlain extends Exception {
    private static final long serialVersionUID = 1L;

    NotPlain(Object value) {
        super(value.getClass().getName(), null, false, false);
    }
}
