package assay.room;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the runner asks for: lines of a name, a tab and a value; a name may come often. maven.py writes them. */
final class Job {
    private final Map<String, List<String>> values = new HashMap<>();

    /** Reads the job and empties the file that held it, which stays open: the secret in it is for nobody else. */
    static Job take(FileDescriptor told) throws IOException {
        byte[] data = new FileInputStream(told).readAllBytes();
        new FileOutputStream(told).getChannel().truncate(0);
        Job job = new Job();
        for (String line : new String(data, StandardCharsets.UTF_8).split("\n")) {
            int tab = line.indexOf('\t');
            job.values.computeIfAbsent(line.substring(0, tab), name -> new ArrayList<>()).add(line.substring(tab + 1));
        }
        return job;
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    String one(String name) {
        return all(name).isEmpty() ? "" : all(name).get(0);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }
}
