"""Java: one fresh JVM per case compiles program and tests in memory and then runs them (Harness.java).

A compiler that stays warm would be cheaper still, but it would be shared by programs of different cases; this one ends
with its case, and had done its work before the program's first instruction. A class archive made with the image keeps the
start short.
"""

import os

from building import Command, memory_mib, own_environment, write_source

JAVA = "/opt/jdk/bin/java"
ARCHIVE = "/opt/room/room.jsa"
# Only the quick compiler (C1): programs are short, and the other one costs more than it wins. No files under /tmp.
FLAGS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ReservedCodeCacheSize=48m", "-Xss16m",
         "-ea", "-Dfile.encoding=UTF-8", "-cp", "/opt/room/harness.jar"]
# The JVM itself, its code and its classes, the compiler's among them.
JVM_MIB, LEAST_MIB = 192, 64


def build(program, payload):
    write_source("Program.txt", program.removeprefix("\ufeff"))
    write_source("Tests.txt", f"{payload.get('setup') or ''}\n{payload['tests']}")
    heap = max(LEAST_MIB, memory_mib() - JVM_MIB)
    arguments = [f"-Xmx{heap}m", f"-XX:SharedArchiveFile={ARCHIVE}", "-Xshare:auto", f"-Djava.io.tmpdir={os.getcwd()}", *FLAGS]
    return Command(JAVA, ["java", *arguments, "Harness", "halt"], own_environment())
