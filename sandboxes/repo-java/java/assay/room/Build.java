package assay.room;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles what the case changed with the options that the project's own build used. Where that changes what other classes
 * can see of it (`abi`), those were compiled against something else, so all sources are compiled anew. So they are where a
 * class takes the file of another source's, of which the compiler then says that it is there twice; `withheld` says that all
 * class files are of other sources.
 */
final class Build {
    private final Job job;
    private final Report report;
    private final Set<Path> made = new TreeSet<>();
    private boolean others;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    Build(Job job, Report report) {
        this.job = job;
        this.report = report;
    }

    /** Whether all compiles. The time at which each class file was written last is told, so that nobody writes it again. */
    boolean succeeds() throws IOException {
        boolean well = compiles();
        for (Path path : made) {
            if (Files.exists(path)) {
                FileTime changed = (FileTime) Files.getAttribute(path, "unix:ctime");
                report.say("made", changed.to(TimeUnit.MICROSECONDS) + "\t" + path);
            }
        }
        return well;
    }

    private boolean compiles() throws IOException {
        List<Path> main = paths(job.all("source"));
        List<Path> tests = paths(job.all("testsource"));
        others = job.has("whole");
        if (!main.isEmpty() && !others) {
            String seen = compile(main, job.all("option"));
            if (seen == null) {
                return false;
            }
            report.say("abi", seen);
            others |= job.has("abi") && !job.one("abi").equals(seen);
        }
        if (!others && !tests.isEmpty() && compile(tests, job.all("testoption")) == null) {
            return false;
        }
        if (!others) {
            return true;
        }
        report.say("whole", "");
        return compileAll("root", "option") && compileAll("testroot", "testoption");
    }

    private boolean compileAll(String roots, String options) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path root : paths(job.all(roots))) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
                }
            }
        }
        return sources.isEmpty() || compile(sources, job.all(options)) != null;
    }

    /** What other classes can see of the sources, as a digest; null where they do not compile. */
    private String compile(List<Path> sources, List<String> options) throws IOException {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, Locale.ENGLISH, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, new InPackage(files), found, options, null,
                files.getJavaFileObjectsFromPaths(sources));
            List<Element> types = new ArrayList<>();
            task.analyze().forEach(types::add);
            String seen = new Visible(task).digest(types);
            task.generate();
            return says(found) ? seen : null;
        }
    }

    /** Reports what the compiler complained about; false if there was an error. */
    private boolean says(DiagnosticCollector<JavaFileObject> found) {
        boolean well = true;
        for (Diagnostic<? extends JavaFileObject> one : found.getDiagnostics()) {
            if (one.getKind() != Diagnostic.Kind.ERROR) {
                continue;
            }
            well = false;
            String file = one.getSource() == null ? "" : one.getSource().getName();
            String kind = one.getCode().startsWith("compiler.err.cant.resolve") ? "missing symbol" : "compile error";
            String message = one.getMessage(Locale.ENGLISH);
            System.err.println(file + ":" + one.getLineNumber() + ": " + message);
            report.say("error", one.getLineNumber() + "\t" + file + "\t" + kind + "\t" + message);
        }
        return well;
    }

    private static List<Path> paths(List<String> names) {
        return names.stream().map(Path::of).toList();
    }

    /** Notices classes outside the package that the source's folder stands for: those could take another class's place. */
    private final class InPackage extends ForwardingJavaFileManager<StandardJavaFileManager> {
        InPackage(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(JavaFileManager.Location location, String name, JavaFileObject.Kind kind,
                                                   FileObject source) throws IOException {
            int dot = name.lastIndexOf('.');
            Path folder = source == null ? null : Path.of(source.toUri()).getParent();
            if (folder != null && dot > 0 && !folder.endsWith(name.substring(0, dot).replace('.', '/'))) {
                report.say("flag", "tampering: the answer defines " + name + ", a class of another package");
            }
            JavaFileObject file = super.getJavaFileForOutput(location, name, kind, source);
            Path path = Path.of(file.toUri());
            others |= made.add(path) && job.has("withheld") && Files.exists(path);
            return file;
        }
    }
}
