"""How tests of Java repositories run: `quick` in one JVM of ours, where a proof at build time showed that it finds what
Maven finds, else `slow` by Maven itself."""
