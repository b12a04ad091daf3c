"""Writes facts for trees that come whole with a case, as those of the room's self-test do: JUnit 4, no environment built."""

from jvm import facts

SEEN = "/repo/target/test-classes:/repo/target/classes:/opt/room/junit4.jar:/opt/room/hamcrest.jar"
OPTIONS = ["-g", "--release", "21", "-encoding", "UTF-8", "-classpath", SEEN, "-proc:none", "-implicit:none"]


def main():
    facts.Facts(jdk="21", arguments=[], quick=facts.Quick(
        framework="junit4", jars=["/opt/room/junit4.jar", "/opt/room/hamcrest.jar"],
        folders=["/repo/target/test-classes", "/repo/target/classes"],
        options=["-d", "/repo/target/classes", *OPTIONS], test_options=["-d", "/repo/target/test-classes", *OPTIONS],
        roots=["/repo/src/main/java"], test_roots=["/repo/src/test/java"], jvm=[], classes=[])).save()


if __name__ == "__main__":
    main()
