package assay;

import java.io.FileOutputStream;
import java.io.IOException;

/** What a harness tells the process that started it. */
public final class Said {
    private Said() {}

    /** Says it, or ends: nobody is there to hear more. */
    public static void say(byte[] words) {
        try (FileOutputStream said = new FileOutputStream("/proc/self/fd/4")) {
            said.write(words);
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }
}
