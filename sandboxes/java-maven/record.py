"""Run once, while the image is made: a compiler does what it will do for programs, and its JVM archives the classes that it
loaded, as do those that run tests and programs. Later JVMs map the archives instead of reading and verifying the classes anew.
"""

import socket
import subprocess
import sys
from pathlib import Path

import calls
import language

ROOM = Path("/opt/room")
SECRET = bytes(16)


def main(folder):
    """`folder`: where the texts lie."""
    def text(name):
        return Path(folder, name).read_text()

    with socket.socket(socket.AF_UNIX) as door:
        door.bind("door")
        door.listen(2)
        compiler = subprocess.Popen([language.JAVA, archive("compiler"), *language.COMPILER_FLAGS, "Compiler", "4"], stdin=door)
    try:
        ask(text("broken.txt"), text("warm.txt"))  # for the classes that word an error
        sys.exit("the broken program compiles")
    except language.BuildFailed as error:
        print(error)
    whole = ask(text("sound.txt"), text("warm.txt"))
    heads = [calls.Head(head) for head in text("divided-heads.txt").splitlines()]
    tests = ask((ROOM / "Link.txt").read_text(), text("divided-tests.txt"), calls.judge_entry(heads))
    program = ask(text("divided-program.txt"), calls.candidate_entry("Solution", heads))
    if compiler.wait() != 0:
        sys.exit("the compiler did not come to its end")
    run(harness("harness", language.FLAGS, "end"), whole)
    run_divided(tests, program)
    for name in ("compiler", "harness", "judge", "candidate"):
        if not (ROOM / f"{name}.jsa").stat().st_size:
            sys.exit(f"{name} has archived nothing")


def archive(name):
    return f"-XX:ArchiveClassesAtExit={ROOM / name}.jsa"


def ask(*texts):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("door")
        return language.compiled(connection, texts)


def harness(name, flags, *how):
    """A command that runs tests: the shell gives it the secret and takes what it says."""
    command = " ".join([language.JAVA, archive(name), *flags, "Harness", *how])
    return ["sh", "-c", f"{command} 3<secret 4>said && grep -q done said"]


def run(command, classes, stdin=None):
    Path("secret").write_bytes(SECRET)
    Path("Classes").write_bytes(classes)
    subprocess.run(command, stdin=stdin, check=True)


def run_divided(tests, program):
    """Both halves at once, in the folders that their classes come in."""
    judges, programs = socket.socketpair()
    Path("candidate").mkdir()
    Path("candidate/Classes").write_bytes(program)
    with judges:
        with programs:
            command = [language.JAVA, archive("candidate"), *language.DIVIDED_FLAGS, "assay.Serving", "end"]
            candidate = subprocess.Popen(command, stdin=programs, cwd="candidate")
        run(harness("judge", language.DIVIDED_FLAGS, "end", "divided"), tests, judges)
    if candidate.wait() != 0:
        sys.exit("the program's half did not come to its end")


if __name__ == "__main__":
    main(sys.argv[1])
