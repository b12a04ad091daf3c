package assay.canary;

import org.junit.Assert;
import org.junit.Test;

/** Must fail: a framework that lets these pass was tampered with. maven.py gives every case a name of its own. */
public class JUnit4CanaryXXXXXXXXXXXX {
    @Test
    public void raises() {
        throw new AssertionError("raised");
    }

    @Test
    public void compares() {
        Assert.assertEquals(1, 2);
    }

    @Test(expected = IllegalStateException.class)
    public void expects() {
    }
}
