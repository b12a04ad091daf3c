"""What a program's side may send to the tests of Java: the program finds the number of a question in its memory, and answers
by hand. A sound answer passes; whatever is none ends the case without a report, at once and in little memory.
"""

from collections.abc import Iterator

import pytest

from cli.host.images import build_images
from scoring.benchmark import Limits
from scoring.case import Case
from workers.sandbox.docker import DockerSandbox

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=384, output_kib=256, processes=48, tmp_mib=16)
TESTS = """
public class Main {
    public static void main(String[] args) {
        Object found = new Solution().echo(305419896);
        if (!found.equals(%s)) {
            throw new AssertionError(found);
        }
    }
}
"""
PROGRAM = """
import java.io.*;
import java.util.*;

class Solution {
    public %s echo(int a) throws IOException {
        byte[] number = number(a);
        byte[] content = HexFormat.of().parseHex("%s");
        byte[] head = {0, 0, (byte) (content.length + 8 >> 8), (byte) (content.length + 8)};
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(%s);
        frame.write(number);
        frame.write(content);
        new FileOutputStream(FileDescriptor.in).write(frame.toByteArray());
        Runtime.getRuntime().halt(new FileInputStream(FileDescriptor.in).read() < 0 ? 0 : 1);
        throw new IOException("left");
    }

    /** What stands in front of a question about `a`. */
    private static byte[] number(int a) throws IOException {
        int[] question = {0, 0, 0, 1, 0, 0, 0, 1, 'I', a >> 24, a >> 16, a >> 8, a};
        byte[] page = new byte[1 << 16];
        try (BufferedReader maps = new BufferedReader(new FileReader("/proc/self/maps"));
             RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
            for (String line = maps.readLine(); line != null; line = maps.readLine()) {
                String[] parts = line.split(" +"), range = parts[0].split("-");
                long end = Long.parseUnsignedLong(range[1], 16);
                if (!parts[1].equals("rw-p") || parts.length > 5) {
                    continue;
                }
                for (long at = Long.parseUnsignedLong(range[0], 16); at + page.length <= end; at += page.length - 64) {
                    memory.seek(at);
                    memory.readFully(page);
                    for (int place = 8; place + question.length <= page.length; place++) {
                        int same = 0;
                        while (same < question.length && page[place + same] == (byte) question[same]) {
                            same++;
                        }
                        if (same == question.length) {
                            return Arrays.copyOfRange(page, place - 8, place);
                        }
                    }
                }
            }
        }
        throw new IOException("nothing");
    }
}
"""
HEAD = "head"
DEEP = "41 00000001" * 5000
SOUND = {
    "an integer": ("Object", "00 49 00000007", "7"),
    "a list": ("List<Integer>", "00 41 00000002 49 00000001 4e", "Arrays.asList(1, null)"),
    "a string": ("String", "00 73 00000001 61", '"a"'),
}
MALFORMED = {
    "nothing": ("Object", ""),
    "no value": ("Object", "00"),
    "another kind of answer": ("Object", "02 49 00000007"),
    "an unknown tag": ("Object", "00 7a"),
    "more than a value": ("Object", "00 49 00000007 00"),
    "an integer cut off": ("Object", "00 49 0000"),
    "a string cut off": ("Object", "00 73 00000005 61"),
    "half a character": ("Object", "00 75 00000002 0061 00"),
    "a string of negative length": ("Object", "00 73 ffffffff"),
    "a list without its items": ("Object", "00 41 7fffffff"),
    "a list one short": ("Object", "00 41 00000002 49 00000001"),
    "a list of negative length": ("Object", "00 41 80000000"),
    "a map of half a pair": ("Object", "00 6c 00000001 4e"),
    "counts in counts": ("Object", "00" + "41 00001000" * 190 + "4e" * 4096),
    "arrays in arrays": ("Object", "00" + "5d 0000 00001000" * 190 + "4e" * 4096),
    "lists in lists": ("Object", "00" + DEEP + "4e"),
    "optionals in optionals": ("Object", "00" + "4f" * 9000 + "4e"),
    "keys in keys": ("Object", "00" + "48 00000001" * 5000 + "4e"),
    "an array of no known class": ("Object", "00 5d 00 7f 00000000"),
    "an array of negative class": ("Object", "00 5d 00 ff 00000000"),
    "an array of many dimensions": ("Object", "00 5d 7f 00 00000000"),
    "an array of primitives as objects": ("Object", "00 5d 00 05 00000001 4e"),
    "an array that cannot hold its item": ("Object", "00 5d 00 14 00000001 54"),
    "an array of an unknown kind": ("Object", "00 5b 7a 00000000"),
    "longs cut off": ("Object", "00 5b 4a 00000002 0000000000000000"),
    "a number of no digits": ("Object", "00 69 00000000"),
    "a sorted set that cannot be sorted": ("SortedSet<Object>", "00 47 00 00000002 54 4e"),
    "a sorted set in no order": ("Object", "00 47 07 00000000"),
    "a sorted map of mixed keys": ("TreeMap<Object, Object>", "00 74 00 00000002 54 4e 49 00000001 4e"),
    "a queue that holds null": ("Object", "00 44 00000001 4e"),
    "an unknown optional": ("Object", "00 6f 7a 4e"),
    "an optional integer that is none": ("Object", "00 6f 49 54"),
    "another type": ("List<Integer>", "00 49 00000007"),
    "another type inside": ("List<Integer>", "00 41 00000001 73 00000000"),
    "a set for a list": ("List<Integer>", "00 48 00000000"),
    "another array": ("int[]", "00 5b 4a 00000000"),
    "null for a primitive": ("int", "00 4e"),
    "a long for an integer": ("int", "00 4a 0000000000000007"),
    "another key": ("Map<String, List<Integer>>", "00 6c 00000001 49 00000001 41 00000000"),
    "raised nothing": ("Object", "01"),
    "raised null": ("Object", "01 4e 4e"),
    "raised a number": ("Object", "01 49 00000001 4e"),
    "raised without a message": ("Object", "01 73 00000013" + b"java.lang.Exception".hex()),
    "raised with a number": ("Object", "01 73 00000013" + b"java.lang.Exception".hex() + "49 00000001"),
    "raised a string": ("Object", "01 73 00000010" + b"java.lang.String".hex() + "4e"),
    "raised what nobody knows": ("Object", "01 73 0000000e" + b"java.lang.None".hex() + "4e"),
    "raised a class of ours": ("Object", "01 73 0000000f" + b"assay.Malformed".hex() + "4e"),
}
HEADS = {
    "endless": "new byte[] {127, -1, -1, -1}",
    "of negative length": "new byte[] {-1, -1, -1, -1}",
    "a byte too long": "new byte[] {0, -128, 0, 1}",
    "empty": "new byte[4]",
    "with another number": "new byte[] {0, 0, 0, 14, 1}",
}


@pytest.fixture(scope="module")
def room(sandboxes, slot) -> Iterator[DockerSandbox]:
    build_images(["sandbox-java-maven"], print)
    with sandboxes.open("java-maven", slot, {"assay.lease": "link-test"}, LIMITS) as opened:
        yield opened


def answered(room: DockerSandbox, declared: str, content: str, expected: str = "0", head: str = HEAD):
    payload = {
        "entry_point": "echo", "above": "import java.util.*;", "setup": "", "tests": TESTS % expected, "judge": "divided",
        "declaration": f"Solution\npublic {declared} echo(int a) throws Exception",
    }
    payload["tests"] = payload["tests"].replace("(String[] args)", "(String[] args) throws Exception")
    return room.run(Case("java-maven", "program-tests", PROGRAM % (declared, content.replace(" ", ""), head), payload, LIMITS))


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_answer_by_hand_is_an_answer(room, name):
    outcome = answered(room, *SOUND[name])
    assert outcome.report == {"phase": "done", "error": None}, outcome


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_answer_ends_the_case(room, name):
    assert_gone(answered(room, *MALFORMED[name]))


@pytest.mark.parametrize("name", HEADS)
def test_a_malformed_frame_ends_the_case(room, name):
    assert_gone(answered(room, "Object", "00 49 00000007", "7", HEADS[name]))


def assert_gone(outcome) -> None:
    assert outcome.report is None and not outcome.timed_out and not outcome.memory_exceeded and outcome.signal is None, outcome
    assert "no answer" in outcome.stderr or "has ended" in outcome.stderr, outcome.stderr
    assert "\tat " not in outcome.stderr and outcome.wall_ms < 5000, outcome.stderr
