package assay.room;

import java.io.FileDescriptor;
import java.lang.reflect.Constructor;
import java.util.List;

/** Compiles the changed files, runs the first test classes, then the rest, and reports each test. One JVM does it all. */
public final class Main {
    static final int FAILED = 1;
    static final int UNBUILT = 2;
    static final int NOT_HEARD = 3;

    private Main() {}

    /** `how`: "halt" ends without shutdown hooks, which belong to the repository; "end" is for runs that record classes. */
    public static void main(String[] how) throws Exception {
        Job job = Job.take(descriptor(3));
        Report report = new Report(descriptor(4), job.one("secret"));
        int status = carryOut(job, report);
        report.say("end", Integer.toString(status));
        report.seal();
        System.out.flush();
        System.err.flush();
        if (how[0].equals("halt")) {
            Runtime.getRuntime().halt(status);
        }
        System.exit(status);
    }

    /** By its number: a path in /proc would not do for a socket, nor should others have one. Needs `--add-opens`. */
    private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
        Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        return constructor.newInstance(number);
    }

    private static int carryOut(Job job, Report report) throws Exception {
        if (!new Build(job, report).succeeds()) {
            return UNBUILT;
        }
        if (!job.has("class") && !job.has("first")) {
            return 0;
        }
        Results results = new Results(job, report);
        for (String step : List.of("first", "class")) {
            List<String> classes = job.all(step).stream().filter(Main::isThere).toList();
            if (classes.isEmpty()) {
                continue;
            }
            if (!classes.equals(List.of(job.one("canary")))) {
                report.say("begun", "");
            }
            if (job.one("framework").equals("junit4")) {
                JUnit4.run(classes, results);
            } else {
                Platform.run(classes, results);
            }
        }
        return results.status();
    }

    /** Maven looks for tests among the class files. An answer may define other classes than its file's name says. */
    private static boolean isThere(String name) {
        return ClassLoader.getSystemResource(name.replace('.', '/') + ".class") != null;
    }
}
