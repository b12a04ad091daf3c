"""Run once, while the image is made: a compiler does what it will do for programs, and its JVM archives the classes that it
loaded. Later JVMs map the archive instead of reading and verifying the classes anew. Leaves the classes of the sound
program in the current folder, where a harness does the same with them.
"""

import socket
import subprocess
import sys
from pathlib import Path

import language

ARCHIVE = "-XX:ArchiveClassesAtExit=/opt/room/compiler.jsa"


def main(folder):
    """`folder`: where the texts lie."""
    tests = Path(folder, "warm.txt").read_text()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("door")
        door.listen(2)
        command = [language.JAVA, ARCHIVE, *language.COMPILER_FLAGS, "Compiler", "2"]
        compiler = subprocess.Popen(command, stdin=door)
    try:
        ask(Path(folder, "broken.txt").read_text(), tests)  # for the classes that word an error
        sys.exit("the broken program compiles")
    except language.BuildFailed as error:
        print(error)
    Path("Classes").write_bytes(ask(Path(folder, "sound.txt").read_text(), tests))
    sys.exit(compiler.wait())


def ask(program, tests):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("door")
        return language.compiled(connection, [program, tests])


if __name__ == "__main__":
    main(sys.argv[1])
