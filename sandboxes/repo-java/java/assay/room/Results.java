package assay.room;

import java.util.HashSet;
import java.util.Set;

/** Passes each test's result on, and ends the run at a failure of a test that must pass. */
final class Results {
    private final Report report;
    private final Set<String> required;
    private final String canary;
    private final Printed printed;
    private final boolean stops;
    private boolean failed;

    Results(Job job, Report report) {
        this.report = report;
        printed = new Printed(report);
        required = new HashSet<>(job.all("required"));
        canary = job.one("canary");
        stops = job.has("stops");
        printed.install();
    }

    void started() {
        printed.mark();
    }

    /** `outcome`: passed, failed or skipped. */
    void ended(String outcome, String id, long millis, Throwable cause) {
        boolean ours = !canary.isEmpty() && id.startsWith(canary + " ");
        report.say(outcome, millis + "\t" + (printed.errorsSince() ? "err" : "-") + "\t" + id);
        if (outcome.equals("failed") && !ours) {
            failed = true;
            if (cause != null) {
                explain(id, cause);
            }
            if (required.contains(id)) {
                fall(cause);
            }
        }
    }

    private void explain(String id, Throwable cause) {
        System.out.println("[failed] " + id + ": " + cause);
    }

    private void fall(Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof OutOfMemoryError) {
                report.say("memory", "");
            }
        }
        if (stops) {
            stop();
        }
    }

    private void stop() {
        report.say("stopped", "");
        report.say("end", Integer.toString(Main.FAILED));
        report.seal();
        System.out.flush();
        Runtime.getRuntime().halt(Main.FAILED);
    }

    int status() {
        return failed ? Main.FAILED : 0;
    }
}
