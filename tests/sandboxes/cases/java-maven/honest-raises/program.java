import java.util.*;

class Odd extends IllegalStateException {
    Odd() {
        super("of its own");
    }
}

class Solution {
    public int fail(int how) throws Exception {
        switch (how) {
            case 0: throw new IllegalArgumentException("näin \uD800");
            case 1: throw new NoSuchElementException();
            case 2: throw new java.io.IOException("file");
            case 3: throw new Odd();
            case 4: return how / (how - 4);
            case 5: return fail(how) + 1;
            case 6: throw new AssertionError(13);
            case 7: throw new java.io.UncheckedIOException("below", new java.io.IOException());
            case 8: throw new Exception() { };
            default: return how;
        }
    }
}
