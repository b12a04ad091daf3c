package assay.room;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What this process tells the runner, one line each: a word, a tab, a text. The last line is a seal: SHA-256 of the secret
 * and all bytes before it. Whoever else writes to the descriptor breaks the seal, and cannot make one.
 */
final class Report {
    private final OutputStream out;
    private final MessageDigest digest;
    private boolean sealed;

    Report(FileDescriptor heard, String secret) throws NoSuchAlgorithmException {
        out = new FileOutputStream(heard);
        digest = MessageDigest.getInstance("SHA-256");
        digest.update(secret.getBytes(StandardCharsets.US_ASCII));
    }

    synchronized void say(String word, String text) {
        if (!sealed) {
            byte[] line = (word + "\t" + escaped(text) + "\n").getBytes(StandardCharsets.UTF_8);
            digest.update(line);
            write(line);
        }
    }

    synchronized void seal() {
        if (!sealed) {
            sealed = true;
            write(("seal\t" + HexFormat.of().formatHex(digest.digest()) + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void write(byte[] line) {
        try {
            out.write(line);
        } catch (IOException gone) {
            Runtime.getRuntime().halt(Main.NOT_HEARD);
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }
}
