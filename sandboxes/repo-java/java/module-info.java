/**
 * What runs the tests of a repository. A named module, so that reflection from the class path, where the repository's code
 * is, cannot reach into it. It reads the class path (`--add-reads`) for the test framework that the repository brings.
 */
module assay.room {
    requires jdk.compiler;
}
