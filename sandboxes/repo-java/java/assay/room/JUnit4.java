package assay.room;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.junit.runner.Computer;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs test classes with the JUnit 4 of the class path (tests of JUnit 3 included). */
final class JUnit4 extends RunListener {
    private final Results results;
    private long since;
    private String outcome;
    private Throwable cause;

    private JUnit4(Results results) {
        this.results = results;
    }

    static void run(List<String> classes, Results results) throws ClassNotFoundException {
        for (String name : classes) {
            // One core per class: its listeners then cannot be told apart from those that a test adds, nor carried over.
            JUnitCore core = new JUnitCore();
            core.addListener(new JUnit4(results));
            Class<?> tests = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            if (!hasTests(tests)) {
                continue;
            }
            core.run(Request.classes(new Computer(), tests));
        }
    }

    /** As Surefire chooses: others are no tests, while JUnit takes a class without any for a failure. */
    private static boolean hasTests(Class<?> tests) {
        if (Modifier.isAbstract(tests.getModifiers())) {
            return false;
        }
        if (junit.framework.Test.class.isAssignableFrom(tests) || tests.isAnnotationPresent(RunWith.class)) {
            return true;
        }
        for (Class<?> at = tests; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    return true;
                }
            }
        }
        return Arrays.stream(tests.getMethods()).anyMatch(method -> method.getName().equals("suite")
            && Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 0);
    }

    @Override
    public void testStarted(Description test) {
        results.started();
        since = System.nanoTime();
        outcome = "passed";
        cause = null;
    }

    @Override
    public void testFailure(Failure failure) {
        if (failure.getDescription().isTest()) {
            outcome = "failed";
            cause = failure.getException();
        } else {
            results.ended("failed", failure.getDescription().getClassName() + " ", 0, failure.getException());
        }
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        outcome = "skipped";
        if (!failure.getDescription().isTest()) {
            results.ended("skipped", failure.getDescription().getClassName() + " ", 0, null);
        }
    }

    @Override
    public void testIgnored(Description test) {
        results.started();
        results.ended("skipped", id(test), 0, null);
    }

    @Override
    public void testFinished(Description test) {
        results.ended(outcome, id(test), (System.nanoTime() - since) / 1_000_000, cause);
    }

    private static String id(Description test) {
        return test.getClassName() + " " + (test.getMethodName() == null ? "" : test.getMethodName());
    }
}
