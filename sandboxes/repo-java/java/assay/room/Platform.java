package assay.room;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes with the JUnit platform of the class path, and names tests as Surefire's report files do. */
final class Platform implements TestExecutionListener {
    private final Results results;
    private final Map<String, Long> since = new HashMap<>();
    private TestPlan plan;

    private Platform(Results results) {
        this.results = results;
    }

    static void run(List<String> classes, Results results) {
        Launcher launcher = LauncherFactory.create();
        launcher.execute(LauncherDiscoveryRequestBuilder.request()
            .selectors(classes.stream().map(DiscoverySelectors::selectClass).collect(Collectors.toList())).build(),
            new Platform(results));
    }

    @Override
    public void testPlanExecutionStarted(TestPlan tests) {
        plan = tests;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            results.started();
            synchronized (since) {
                since.put(test.getUniqueId(), System.nanoTime());
            }
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        if (test.isTest()) {
            results.started();
            results.ended("skipped", id(test), 0, null);
            return;
        }
        plan.getDescendants(test).stream().filter(TestIdentifier::isTest).forEach(each -> executionSkipped(each, reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!test.isTest() && result.getStatus() != TestExecutionResult.Status.FAILED) {
            return;
        }
        Long began;
        synchronized (since) {
            began = since.remove(test.getUniqueId());
        }
        long millis = began == null ? 0 : (System.nanoTime() - began) / 1_000_000;
        results.ended(switch (result.getStatus()) {
            case SUCCESSFUL -> "passed";
            case ABORTED -> "skipped";
            case FAILED -> "failed";
        }, id(test), millis, result.getThrowable().orElse(null));
    }

    private String id(TestIdentifier test) {
        return classOf(test) + " " + (test.getSource().filter(ClassSource.class::isInstance).isPresent() ? "" : nameOf(test));
    }

    /** The class that the test was found in: of its nearest ancestor (or itself) that says one. */
    private String classOf(TestIdentifier test) {
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
            if (at.getSource().orElse(null) instanceof ClassSource source) {
                return source.getClassName();
            }
        }
        return test.getSource().orElse(null) instanceof MethodSource source ? source.getClassName() : test.getDisplayName();
    }

    /** Surefire's rule: one with parameters has them in its name; a repetition or template has the engine's own name. */
    private static String nameOf(TestIdentifier test) {
        if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
            return test.getDisplayName();
        }
        String parameters = method.getMethodParameterTypes() == null ? "" : method.getMethodParameterTypes();
        if (parameters.isBlank()) {
            return method.getMethodName();
        }
        if (!test.getDisplayName().equals(test.getLegacyReportingName())) {
            return test.getLegacyReportingName();
        }
        return method.getMethodName() + Arrays.stream(parameters.split(","))
            .map(type -> type.substring(1 + type.lastIndexOf('.')).strip()).collect(Collectors.joining(", ", "(", ")"));
    }
}
