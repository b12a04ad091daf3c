package assay.canary;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Must fail: a framework that lets these pass was tampered with. maven.py gives every case a name of its own. */
class JupiterCanaryXXXXXXXXXXXX {
    @Test
    void raises() {
        throw new AssertionError("raised");
    }

    @Test
    void compares() {
        Assertions.assertEquals(1, 2);
    }

    @Test
    void expects() {
        Assertions.assertThrows(IllegalStateException.class, () -> { });
    }
}
